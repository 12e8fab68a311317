import CountMeGenerators
import CountMeReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// An engine, the model of its queue, and the store between launches.
struct SyncSession {
  private let system: CountMeSystem
  private let transport = ScriptedTransport()
  private let clock = VirtualClock()
  private var store: any Store
  private var engine: any SyncEngine
  private(set) var model: SyncQueueModel
  private(set) var queuedDuringPass = false

  init(_ system: CountMeSystem, cap: Int) async throws {
    self.system = system
    model = SyncQueueModel(cap: cap)
    store = try await system.openStore()
    engine = try await system.openSyncEngine(
      Self.setup(store, transport, clock, cap: cap))
  }

  /// The specified cap is the engine's own: it is not told.
  private static func setup(
    _ store: any Store, _ transport: any SyncTransport, _ clock: VirtualClock, cap: Int
  ) -> SyncSetup {
    cap == SpecifiedLimits.queuedOperations
      ? SyncSetup(store: store, transport: transport, clock: clock)
      : SyncSetup(store: store, transport: transport, clock: clock, maxQueueSize: cap)
  }

  mutating func queue(_ operation: SyncOperation) async throws {
    model.enqueue(operation)
    try await engine.queueOperation(operation)
    try await expectSizeWithinCap()
  }

  /// Queues each of `operations` in a task of its own, while another task looks on. The later ones are of
  /// higher priority: an actor lets those that wait for it overtake the others.
  /// - Returns: the classes of the case that it belongs to.
  mutating func queueAtOnce(_ operations: [SyncOperation]) async throws -> [String] {
    let outcomes = model.afterEachOrder(of: operations)
    let (engine, cap) = (engine, model.cap)
    // Whoever waits for a task raises its priority to its own, and for a group, of all its tasks: so not in a
    // group, and the highest first.
    let queueing = zip(operations, [TaskPriority.low, .medium, .high]).map { operation, priority in
      Task(priority: priority) { try await engine.queueOperation(operation) }
    }
    let looking = Task {
      for _ in operations {
        let count = await engine.syncQueue.count
        try expect("\(count) operations in a queue of at most \(cap), meanwhile", count <= cap)
      }
    }
    for task in queueing.reversed() { try await task.value }
    try await looking.value
    let queue = await engine.syncQueue
    let outcome = outcomes.first { $0.operations == queue } ?? outcomes[0]
    try expect(
      "the queue, oldest first, after what was queued at once in some order", queue,
      equals: outcome.operations)
    defer { model = outcome }
    let entities = Set(operations.map { "\($0.entityId) \($0.entityType)" })
    var classes = ["queues several at once"]
    if entities.count < operations.count { classes.append("queues at once on one entity") }
    classes.append(
      model.items.count + operations.count > cap
        ? "queues at once at the cap" : "queues at once below the cap")
    if queue != outcomes[0].operations { classes.append("comes out in another order") }
    return classes
  }

  /// Entities from 1,000 on are nobody else's.
  mutating func queueNewEntity(_ number: Int) async throws {
    try await queue(
      .create(
        entityId: .entity(1_000 + number), entityType: .foodItem,
        timestamp: Date(timeIntervalSinceReferenceDate: 0)))
  }

  mutating func process(queuedDuringAttempts queued: [Int: SyncOperation]) async throws {
    let pass = model.pass
    let engine = engine
    let attempts = Mutex(0)
    transport.begin { _ in
      let attempt = attempts.withLock { count in
        defer { count += 1 }
        return count
      }
      if let operation = queued[attempt] { try await engine.queueOperation(operation) }
    }
    try await engine.processQueue()
    try expect(
      "requests of the pass", transport.requests,
      equals: pass.map { ScriptedTransport.Request(sending: $0.operation) })
    for (attempt, item) in pass.enumerated() {
      if let operation = queued[attempt] {
        model.enqueue(operation, sending: item.number)
        queuedDuringPass = true
      }
      model.remove(number: item.number)
    }
  }

  mutating func relaunch(cap: Int) async throws {
    try await store.close()
    model.relaunch(cap: cap)
    store = try await system.openStore()
    engine = try await system.openSyncEngine(
      Self.setup(store, transport, clock, cap: cap))
  }

  func end() async throws {
    try await store.close()
  }

  func expectSizeWithinCap() async throws {
    let count = await engine.syncQueue.count
    try expect("\(count) operations in a queue of at most \(model.cap)", count <= model.cap)
  }

  func expectQueueMatchesModel() async throws {
    try await expectSizeWithinCap()
    try expect("the queue, oldest first", await engine.syncQueue, equals: model.operations)
  }
}
