import CountMeGenerators
import CountMeReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// The offline queue: never longer than its cap, and nothing lost below it.
public enum SyncQueueProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [queueSizeInvariant]

  // Feature: robustness-hardening, Property 13: Queue size invariant
  static let queueSizeInvariant = Property<CountMeSystem>(
    "CM-13", "Queue size invariant",
    covers: "7.1", "7.2", "7.3", of: "FirebaseSyncEngine queue",
    needs: [.storage, .concurrency, .virtualTime],
    forAll: .syncHistory,
    requiring: [
      "drops at the cap": 0.3, "replaces a pending operation": 0.15, "replaces at the cap": 0.05,
      "loads more than its cap": 0.05, "queues during a pass": 0.03,
    ],
    mustCatch: .checksTheCapBeforeReplacing, .dropsTheNewestAtTheCap, .refusesAtTheCap,
    .loadsWithoutTheCap, .holdsOneTooMany, .keepsDroppedOperationsStored, .keepsDuplicates,
    .replacesInPlace, .forgetsThatACreateIsPending, .ignoresTheEntityType,
    .keepsOneRecordReadStale, .losesUnflushedWrites
  ) { history, system, trial in
    var session = try await SyncSession(system, cap: history.cap)
    for number in 0..<history.prefilled { try await session.queueNewEntity(number) }
    var newEntities = history.prefilled

    for step in history.steps {
      trial.note(describe(step))
      switch step {
      case .queue(let operation):
        try await session.queue(operation)
      case .queueNewEntities(let count):
        for number in newEntities..<(newEntities + count) { try await session.queueNewEntity(number) }
        newEntities += count
      case .process(let queued):
        try await session.process(queuedDuringAttempts: queued)
        trial.label("queues during a pass", if: session.queuedDuringPass)
      case .relaunch(let capChange):
        let dropped = session.model.droppedCount
        try await session.relaunch(cap: max(1, session.model.cap + capChange))
        trial.label("loads more than its cap", if: session.model.droppedCount > dropped)
      }
      try await session.expectQueueMatchesModel()
    }
    trial.label("drops at the cap", if: session.model.droppedCount > 0)
    trial.label("replaces a pending operation", if: session.model.replacedCount > 0)
    trial.label("replaces at the cap", if: session.model.replacedAtCapCount > 0)
    trial.label("true cap", if: history.cap == SpecifiedLimits.queuedOperations)

    // What is stored is what was in memory, no more and no less: seen with a cap that trims nothing.
    try await session.relaunch(cap: session.model.cap + 100)
    try await session.expectQueueMatchesModel()
    try await session.end()
  }
}

/// An engine, the model of its queue, and the store between launches.
private struct SyncSession {
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
