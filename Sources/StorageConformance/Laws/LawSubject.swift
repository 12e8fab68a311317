import PropertyTesting
import StorageContract
import StorageFaults

/// What a law is tried on: an empty place for a store, and what is known of its backend.
public struct LawSubject: Sendable {
  /// Uses a place: the kit takes it back when the closure ends.
  public typealias Use = @Sendable (any StoreLocation) async throws -> Void

  /// Empty, and this case's own.
  public var location: any StoreLocation
  /// Makes further ones, as empty; they are given back when the case is over.
  public var makeLocation: @Sendable () async throws -> any StoreLocation
  /// Lets the given closure use a further one, gives it back to the backend however it was left, and makes another.
  public var makeRecycledLocation: @Sendable (Use) async throws -> any StoreLocation
  /// What the backend's stores declare.
  public let capabilities: StoreCapabilities
  /// The location's process, for a law that kills it.
  public var process: (any KillableLocation)?
  /// Where that process is killed.
  public let killPoints: KillPoints
  /// How far the laws of sizes go.
  public var sizes: SizeBudget
  /// The backend over any file calls, for a law that makes some of them fail.
  public var files: (any FileLayeredBackend)?
  /// A broken backend over real files that a law is tried on instead, in a process of its own.
  var recorded: (any Backend)?

  /// Runs `body` over a store at the location, and closes it.
  func withStore<Result: Sendable>(_ body: (any Store) async throws -> Result) async throws -> Result {
    let store = try await location.open()
    let result = try await body(store)
    try await store.close()
    return result
  }
}

extension LawSubject {
  /// Puts something else in front of each place, those too that are made later. `wrap` is called once for each of them:
  /// what it remembers lasts from one opening of the place to the next.
  mutating func wrapPlaces(_ wrap: @escaping @Sendable (any StoreLocation) -> any StoreLocation) {
    location = wrap(location)
    let makeLocation = makeLocation
    self.makeLocation = { wrap(try await makeLocation()) }
    let reuse = makeRecycledLocation
    makeRecycledLocation = { use in wrap(try await reuse { try await use(wrap($0)) }) }
  }
}

extension Fault<LawSubject> {
  /// Stores with a defect. What the defect remembers, it remembers from one opening of the place to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "\(defect.id) \(defect.name)") { $0.wrapPlaces { $0.with(defect) } }
  }
}
