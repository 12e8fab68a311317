import PropertyTesting
import StorageContract

/// What a law is tried on: an empty place for a store, and what is known of its backend.
public struct LawSubject: Sendable {
  public typealias Use = @Sendable (any StoreLocation) async throws -> Void

  /// Empty, and this case's own.
  public var location: any StoreLocation
  /// Makes further ones, as empty; they are given back when the case is over.
  public var makeLocation: @Sendable () async throws -> any StoreLocation
  /// Lets the given closure use a further one, gives it back to the backend however it was left, and makes another.
  public var makeRecycledLocation: @Sendable (Use) async throws -> any StoreLocation
  /// What the backend's stores declare.
  public let capabilities: StoreCapabilities
  /// The location's process, for a law that needs ``LawNeed/kills``.
  public var process: (any KillableLocation)?
  /// Where that process is killed.
  public let killPoints: KillPoints
  /// The backend over any file calls, for a law that needs ``LawNeed/fileLayer``.
  public var files: (any FileLayeredBackend)?

  /// Runs `body` over a store at the location, and closes it.
  func withStore<Result: Sendable>(_ body: (any Store) async throws -> Result) async throws -> Result {
    let store = try await location.open()
    let result = try await body(store)
    try await store.close()
    return result
  }
}

extension Fault<LawSubject> {
  /// Stores with a defect. What the defect remembers, it remembers from one opening of the place to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault("\(defect.id) \(defect.name)") { subject in
      subject.location = subject.location.with(defect)
      let makeLocation = subject.makeLocation
      subject.makeLocation = { try await makeLocation().with(defect) }
      let reuse = subject.makeRecycledLocation
      subject.makeRecycledLocation = { use in
        try await reuse { try await use($0.with(defect)) }.with(defect)
      }
    }
  }
}
