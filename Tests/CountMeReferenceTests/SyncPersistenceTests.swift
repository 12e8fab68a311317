import CountMeReference
import Foundation
import PlatformStandIns
import StorageContract
import Testing

/// The stored queue and the one in memory: the same after every call, whatever fails.
@Suite(.tags(.robustnessHardening))
struct SyncPersistenceTests {
  struct Refusal: Error {}

  func open(
    _ store: any Store, _ transport: ScriptedTransport = ScriptedTransport(), cap: Int = 1_000
  ) async throws -> FirebaseSyncEngine {
    try await FirebaseSyncEngine.open(
      store: store, transport: transport, clock: VirtualClock(), maxQueueSize: cap)
  }

  /// What an engine opened on the same store would hold.
  func stored(in store: any Store) async throws -> [SyncOperation] {
    try await open(store).syncQueue
  }

  @Test func survivesReopening() async throws {
    let location = try await MemoryBackend().makeLocation()
    let operations = [create(1, at: 0.1), update(2, at: -3), delete(3, at: 1e9 + 0.123)]
    let first = try await location.open()
    var engine = try await open(first)
    for operation in operations { try await engine.queueOperation(operation) }
    try await first.close()

    let second = try await location.open()
    engine = try await open(second)
    #expect(await engine.syncQueue == operations)
    try await engine.queueOperation(create(4))
    try await second.close()

    let third = try await location.open()
    engine = try await open(third)
    #expect(await engine.syncQueue == operations + [create(4)])
    try await engine.processQueue()
    #expect(try await storedQueue(in: third).isEmpty)
  }

  @Test func rowsAreReadableAndOnlyTheDifferenceIsWritten() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let engine = try await open(store)
    try await engine.queueOperation(create(1, at: 5))
    try await engine.queueOperation(create(2))
    let before = try await storedQueue(in: store)
    #expect(before.map(\.key) == ["0000000000000000001", "0000000000000000002"])
    #expect(
      before[0].fields == [
        "entityId": .uuid(id(1)), "entityType": .text("foodItem"), "kind": .text("create"),
        "timestamp": .date(at(5)),
      ])
    try await engine.queueOperation(update(1, at: 6))
    let after = try await storedQueue(in: store)
    #expect(after.map(\.key) == ["0000000000000000002", "0000000000000000003"])
    #expect(after[0] == before[1])
  }

  @Test func theCapHoldsInTheStoreToo() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let engine = try await open(store, cap: 2)
    for number in 1...5 as ClosedRange<UInt8> {
      try await engine.queueOperation(create(number))
      #expect(try await storedQueue(in: store).count <= 2)
    }
    #expect(try await stored(in: store) == [create(4), create(5)])
  }

  @Test("A stored queue over the cap is trimmed in the store too", .tags(.decision))
  func loadTrims() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let large = try await open(store)
    for number in 1...5 as ClosedRange<UInt8> { try await large.queueOperation(create(number)) }
    let small = try await open(store, cap: 2)
    #expect(await small.syncQueue == [create(4), create(5)])
    #expect(try await storedQueue(in: store).count == 2)
  }

  @Test func aRefusedWriteLeavesMemoryAndStoreAsTheyWere() async throws {
    let base = try await MemoryBackend().makeLocation().open()
    let engine = try await open(InterceptedWrites(of: base) { if $0 == 3 { throw Refusal() } }.store)
    try await engine.queueOperation(create(1))
    try await engine.queueOperation(create(2))
    await #expect(throws: Refusal.self) { try await engine.queueOperation(delete(1)) }
    #expect(await engine.syncQueue == [create(1), create(2)])
    #expect(try await stored(in: base) == [create(1), create(2)])
    try await engine.queueOperation(update(1))
    #expect(try await stored(in: base) == [create(2), create(1)])
  }

  @Test func aRefusedRemovalEndsThePassAndKeepsTheOperation() async throws {
    let base = try await MemoryBackend().makeLocation().open()
    let transport = ScriptedTransport()
    let writes = InterceptedWrites(of: base) { if $0 == 4 { throw Refusal() } }
    let engine = try await open(writes.store, transport)
    for number in 1...2 as ClosedRange<UInt8> { try await engine.queueOperation(create(number)) }
    try await engine.queueOperation(create(3))
    await #expect(throws: Refusal.self) { try await engine.processQueue() }
    #expect(await engine.isSyncing == false)
    #expect(await engine.syncQueue == [create(1), create(2), create(3)])
    #expect(try await stored(in: base) == [create(1), create(2), create(3)])
    try await engine.processQueue()
    #expect(transport.calls.map(\.entityId) == [id(1), id(1), id(2), id(3)])
    #expect(try await stored(in: base).isEmpty)
  }

  /// While the first write is held, more operations arrive, one of them refused by the store: none of
  /// the others is lost, and the stored order is the order in memory.
  @Test func concurrentOperationsTakeTurns() async throws {
    let base = try await MemoryBackend().makeLocation().open()
    let gate = Gate()
    let writes = InterceptedWrites(of: base) { number in
      if number == 1 { await gate.pass() }
      if number == 5 { throw Refusal() }
    }
    let engine = try await open(writes.store, cap: 16)
    let refusals = await withTaskGroup { group in
      for number in 1...40 as ClosedRange<UInt8> {
        group.addTask {
          do { try await engine.queueOperation(create(number % 20)) } catch { return 1 }
          return 0
        }
      }
      await gate.arrival()
      #expect(await engine.syncQueue.isEmpty)
      let early = try? await storedQueue(in: base)
      #expect(early == [])
      await gate.open()
      return await group.reduce(0, +)
    }
    #expect(refusals == 1)
    #expect(writes.count == 40)
    #expect(await engine.syncQueue.count == 16)
    #expect(try await stored(in: base) == engine.syncQueue)
  }

  @Test(
    arguments: [
      ("1", [:], "sync_queue \"1\" key must be a sequence of 19 digits, but it is not one."),
      (
        "9223372036854775807", [:],
        "sync_queue \"9223372036854775807\" key must be a sequence of 19 digits, but it is not one."
      ),
      (
        "0000000000000000007", ["entityId": .text("x")],
        "sync_queue \"0000000000000000007\" entityId must be a UUID, but it is text(\"x\")."
      ),
      (
        "0000000000000000007", ["kind": .text("upsert")],
        "sync_queue \"0000000000000000007\" kind must be one of create, update, delete, but it is "
          + "text(\"upsert\")."
      ),
      (
        "0000000000000000007", ["entityType": .null],
        "sync_queue \"0000000000000000007\" entityType must be one of foodItem, exerciseItem, "
          + "customMeal, dailyLog, but it is null."
      ),
      (
        "0000000000000000007", ["timestamp": .double(0)],
        "sync_queue \"0000000000000000007\" timestamp must be a date, but it is double(0.0)."
      ),
    ] as [(String, [String: FieldValue], String)])
  func aDamagedRowIsReportedAndNothingIsDeleted(
    key: String, edit: [String: FieldValue], reason: String
  ) async throws {
    let store = try await MemoryBackend().makeLocation().open()
    try await open(store).queueOperation(create(1))
    let valid = try await storedQueue(in: store)[0].fields
    try await store.write { transaction in
      _ = try transaction.put(valid.merging(edit) { $1 }, at: key, in: "sync_queue")
    }
    let before = try await storedQueue(in: store)
    await #expect {
      // Over the cap too: nothing is trimmed before everything was read.
      try await open(store, cap: 1)
    } throws: { error in
      if case SyncError.invalidData(reason) = error { true } else { false }
    }
    #expect(try await storedQueue(in: store) == before)
  }
}
