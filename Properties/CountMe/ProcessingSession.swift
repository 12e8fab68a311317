import CountMeGenerators
import CountMeReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An engine with its server, the model of its queue, and the store between launches.
struct ProcessingSession {
  private let system: CountMeSystem
  let transport = ScriptedTransport()
  private let clock = VirtualClock()
  private var store: any Store
  private(set) var engine: any SyncEngine
  var model = SyncQueueModel(cap: SpecifiedLimits.queuedOperations)

  init(_ system: CountMeSystem) async throws {
    self.system = system
    store = try await system.openStore()
    engine = try await system.openSyncEngine(
      SyncSetup(store: store, transport: transport, clock: clock))
  }

  mutating func queue(_ operation: SyncOperation) async throws {
    model.enqueue(operation)
    try await engine.queueOperation(operation)
  }

  mutating func relaunch() async throws {
    try await store.close()
    store = try await system.openStore()
    engine = try await system.openSyncEngine(
      SyncSetup(store: store, transport: transport, clock: clock))
    try expect("in the queue at the next launch", await engine.syncQueue, equals: model.operations)
  }

  func end() async throws {
    try await store.close()
  }

  /// A pass of one task: all that it comes to is known beforehand.
  mutating func process(_ pass: SyncScenario.Pass, _ trial: Trial) async throws {
    let expected = ExpectedPass(of: pass, over: &model)
    for label in expected.classes { trial.label(label) }
    trial.note("expected: \(expected.requests.count) attempts, \(expected.failures.count) failures")

    let sleepsBefore = clock.sleeps.count
    let logBefore = await engine.log.count
    let script = PassScript(pass, expected.items.map(\.operation), engine)
    transport.begin { try await script.answer($0) }
    try await engine.processQueue()

    try expect("attempts, in order", transport.requests, equals: expected.requests)
    try expect(
      "delays between attempts", Array(clock.sleeps.dropFirst(sleepsBefore)),
      equals: expected.delays)
    try expect("still in the queue", await engine.syncQueue, equals: model.operations)
    let log = await engine.log.dropFirst(logBefore)
    try expect(
      "logged failures", log.map { LoggedFailure(operation: $0.operation, $0.error) },
      equals: expected.failures)
    try expect("isSyncing during each attempt", !script.sawIdleEngine)
    try expect(
      "the queue once more was queued, by the place of the operation being sent",
      script.queuesDuringAttempts, equals: expected.queuesDuringAttempts)
    try expect("isSyncing after the pass", await engine.isSyncing, equals: false)
  }
}
