import CountMeGenerators
import CountMeReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The offline queue as the app runs it: an engine over the store that outlives it, and a server.
struct SyncApp {
  let server = ScriptedServer()
  let clock = VirtualClock()
  private let system: CountMeSystem
  private var store: any Store
  private(set) var engine: any SyncEngine
  /// What the engine was opened with.
  private(set) var cap: Int

  /// The app's first launch.
  init(_ system: CountMeSystem, cap: Int = SpecifiedLimits.queuedOperations) async throws {
    self.system = system
    self.cap = cap
    store = try await system.openStore()
    engine = try await system.openSyncEngine(Self.setup(store, server, clock, cap))
  }

  /// The specified cap is the engine's own: it is not told.
  private static func setup(
    _ store: any Store, _ server: ScriptedServer, _ clock: VirtualClock, _ cap: Int
  ) -> SyncSetup {
    cap == SpecifiedLimits.queuedOperations
      ? SyncSetup(store: store, transport: server, clock: clock)
      : SyncSetup(store: store, transport: server, clock: clock, maxQueueSize: cap)
  }

  /// The app ends and starts again, with what its store holds.
  /// - Parameter hooks: around its store, until it starts again.
  mutating func relaunch(cap: Int = SpecifiedLimits.queuedOperations, over hooks: StoreHooks? = nil) async throws {
    try await store.close()
    store = try await system.openStore()
    if let hooks { store = InterposedStore(store, hooks) }
    try await start(cap: cap)
  }

  func end() async throws { try await store.close() }

  /// The app starts on the store that is open.
  mutating func start(cap: Int) async throws {
    engine = try await system.openSyncEngine(Self.setup(store, server, clock, cap))
    self.cap = cap
  }

  /// Works on the store beside the engine.
  func withStore<Result>(_ work: (any Store) async throws -> Result) async throws -> Result { try await work(store) }

  var retry: @Sendable (RetryPolicy, @escaping @Sendable () async throws -> Void) async throws -> Void {
    { [system, clock] policy, operation in try await system.retry(policy, clock, operation) }
  }
}
