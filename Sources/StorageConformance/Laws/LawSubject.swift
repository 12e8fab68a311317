import PropertyTesting
import StorageContract
import StorageFaults

/// The system under test of a law: an empty place for a store, and what the kit knows about its backend.
public struct LawSubject: Sendable {
  /// A closure that uses a place. The kit takes the place back when the closure ends.
  public typealias Use = @Sendable (any StoreLocation) async throws -> Void

  /// The place of this case, empty at first.
  public var location: any StoreLocation
  /// Creates further empty places. The kit takes them back after the case.
  public var makeLocation: @Sendable () async throws -> any StoreLocation
  /// Lets the given closure use a further place, returns the place to the backend in whatever state it is, and creates another.
  public var makeRecycledLocation: @Sendable (Use) async throws -> any StoreLocation
  /// What the backend's stores declare.
  public internal(set) var capabilities: StoreCapabilities
  /// The location's process, for a law that kills it.
  public var process: (any KillableLocation)?
  /// The points at which to kill that process.
  public let killPoints: KillPoints
  /// How far the laws of sizes go.
  public var sizes: SizeBudget
  /// The backend over replaceable file calls, for a law that makes some of them fail.
  public var files: (any FileLayeredBackend)?
  /// Of the location, if the store leaves gaps between its versions: ``location`` shows their ranks.
  var versionRanks: VersionRanks?
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
