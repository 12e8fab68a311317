import CountMeReference
import DeterministicScheduling
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Testing

/// Small instances of CM-13 and CM-14, in every order in which their tasks can take turns. Engine, store and server are actors and share
/// nothing else, so that the proof may rest on that.
@Suite("The sync queue, proven")
struct ProvenQueueTests {
  private func engine(_ server: Server, cap: Int = 10) async throws -> (FirebaseSyncEngine, any Store) {
    let store = try await MemoryBackend().makeLocation().open()
    return (try await .open(store: store, transport: server, clock: ContinuousClock(), maxQueueSize: cap), store)
  }

  private func stored(in store: any Store) async throws -> [SyncOperation] {
    try await FirebaseSyncEngine.open(store: store, transport: Server(), clock: ContinuousClock()).syncQueue
  }

  /// CM-13: whoever comes, the queue keeps its cap, in memory and stored, and the last to come stay.
  @Test func twoOperationsAtOnceKeepTheCap() throws {
    let result = try check("two operations at the cap", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      let (engine, store) = try await engine(Server(), cap: 2)
      try await engine.queueOperation(create(1))
      async let one: Void = engine.queueOperation(create(2))
      async let other: Void = engine.queueOperation(create(3))
      _ = try await (one, other)
      let queue = await engine.syncQueue
      try expect("the two that came last", queue == [create(2), create(3)] || queue == [create(3), create(2)])
      try expect("stored", try await stored(in: store), equals: queue)
    }
    #expect(result.interleavings.map { $0 > 1 } == true)
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)
  }

  /// CM-13: of two operations on one entity the later one stays, once.
  @Test func twoOperationsOnOneEntityAreOne() throws {
    let result = try check("an update joins a create", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      let (engine, store) = try await engine(Server())
      async let one: Void = engine.queueOperation(create(1, at: 1))
      async let other: Void = engine.queueOperation(create(1, at: 2))
      _ = try await (one, other)
      let queue = await engine.syncQueue
      try expect("operations", queue.count, equals: 1)
      try expect("stored", try await stored(in: store), equals: queue)
    }
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)
  }

  /// CM-14: two passes at once send each operation once; what comes meanwhile is sent or waits, and is never lost.
  @Test func twoPassesAndANewcomer() throws {
    let result = try check("two passes and a newcomer", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      let server = Server()
      let (engine, store) = try await engine(server)
      try await engine.queueOperation(create(1))
      async let pass: Void = engine.processQueue()
      async let another: Void = engine.processQueue()
      async let newcomer: Void = engine.queueOperation(create(2))
      _ = try await (pass, another, newcomer)
      let (sent, left) = (await server.sent, await engine.syncQueue)
      try expect("sent, then left", sent + left.map(\.entityId), equals: [id(1), id(2)])
      try expect("stored", try await stored(in: store), equals: left)
      try expect("is syncing", await engine.isSyncing, equals: false)
    }
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)
  }

  /// The same search finds the defect that two passes at once would be.
  @Test func aQueueThatForgetsToLookIsFound() {
    #expect(throws: PropertyFailure.self) {
      try check("two passes, each with an engine", scheduled: .everyInterleaving(sharing: .onlyActors)) {
        let server = Server()
        let (engine, store) = try await engine(server)
        try await engine.queueOperation(create(1))
        let second = try await FirebaseSyncEngine.open(store: store, transport: server, clock: ContinuousClock())
        async let pass: Void = engine.processQueue()
        async let another: Void = second.processQueue()
        _ = try await (pass, another)
        try expect("sent", await server.sent, equals: [id(1)])
      }
    }
  }
}

/// Takes everything, and remembers what.
private actor Server: SyncTransport {
  private(set) var sent: [UUID] = []

  func upload(entityId: UUID, entityType: SyncEntityType) async throws { sent.append(entityId) }
  func delete(entityId: UUID, entityType: SyncEntityType) async throws { sent.append(entityId) }
}
