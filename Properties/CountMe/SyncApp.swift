import CountMeGenerators
import CountMeReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The offline queue as the app runs it: an engine over the store that outlives it, and a server that answers as it is told.
struct SyncApp {
  let server = ScriptedServer()
  let clock = VirtualClock()
  private let system: CountMeSystem
  private var store: any Store
  private(set) var engine: any SyncEngine

  /// The app's first launch.
  init(_ system: CountMeSystem, cap: Int = SpecifiedLimits.queuedOperations) async throws {
    self.system = system
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
  mutating func relaunch(cap: Int = SpecifiedLimits.queuedOperations) async throws {
    try await store.close()
    store = try await system.openStore()
    engine = try await system.openSyncEngine(Self.setup(store, server, clock, cap))
  }

  func end() async throws { try await store.close() }
}
