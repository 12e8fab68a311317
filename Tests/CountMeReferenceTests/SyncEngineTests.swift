import CountMeReference
import Foundation
import PlatformStandIns
import StorageContract
import Testing

/// Passes over the queue: what is attempted, in which order, and what stays.
@Suite(.tags(.robustnessHardening))
struct SyncEngineTests {
  let clock = VirtualClock()

  func engine(
    _ transport: ScriptedTransport, holding operations: [SyncOperation] = []
  ) async throws -> FirebaseSyncEngine {
    let engine = try await FirebaseSyncEngine.open(
      store: try await MemoryBackend().makeLocation().open(), transport: transport, clock: clock)
    for operation in operations { try await engine.queueOperation(operation) }
    return engine
  }

  @Test func sendsInOrderOfTimestamps() async throws {
    let transport = ScriptedTransport()
    let engine = try await engine(
      transport, holding: [create(1, at: 3), delete(2, at: 1), update(3, at: 2), create(4, at: 1)])
    try await engine.processQueue()
    #expect(transport.calls.map(\.entityId) == [id(2), id(4), id(3), id(1)])
    #expect(transport.calls.map(\.verb) == ["delete", "upload", "upload", "upload"])
    #expect(await engine.syncQueue.isEmpty)
    #expect(await engine.log.isEmpty)
  }

  @Test(
    "Failures are logged and removed, the pass goes on and does not throw", .tags(.decision))
  func failures() async throws {
    let transport = ScriptedTransport { entity, attempt in
      switch entity {
      case id(1): throw TransportFailure.permanent
      case id(2) where attempt <= 2: throw TransportFailure.transient
      case id(3): throw TransportFailure.transient
      case id(4): throw SyncError.invalidData(reason: "bad")
      // Its own task was cancelled, not this one: a failure like any other.
      case id(5): throw CancellationError()
      default: break
      }
    }
    let operations = (1...6).map { update($0, at: Double($0)) }
    let engine = try await engine(transport, holding: operations)
    try await engine.processQueue()
    #expect(
      (1...6).map { n in transport.calls.count { $0.entityId == id(n) } } == [1, 3, 4, 1, 1, 1])
    #expect(clock.sleeps == [1, 2, 1, 2, 4].map { .seconds($0) })
    #expect(await engine.syncQueue.isEmpty)
    #expect(await engine.isSyncing == false)
    let log = await engine.log
    #expect(log.map(\.operation) == [1, 3, 4, 5].map { update($0, at: Double($0)) })
    #expect(
      log.map { "\($0.error)" } == [
        "Firestore error: \(TransportFailure.permanent)", "Every attempt failed.",
        "Invalid data: bad", "Firestore error: CancellationError()",
      ])
  }

  @Test("What is queued during its entity's upload stays", .tags(.decision))
  func queuedDuringItsOwnUpload() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { _, _ in await gate.pass() }
    let engine = try await engine(transport, holding: [create(1)])
    async let pass: Void = engine.processQueue()
    await gate.arrival()
    try await engine.queueOperation(update(1, at: 1))
    #expect(await engine.syncQueue == [create(1), update(1, at: 1)])
    await gate.open()
    try await pass
    #expect(await engine.syncQueue == [update(1, at: 1)])
    try await engine.processQueue()
    #expect(transport.calls.count == 2)
    #expect(await engine.syncQueue.isEmpty)
  }

  @Test(.tags(.decision)) func whatIsReplacedDuringThePassIsStillSentInIt() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { _, _ in await gate.pass() }
    let engine = try await engine(transport, holding: [create(1, at: 1), create(2, at: 2)])
    async let pass: Void = engine.processQueue()
    await gate.arrival()
    try await engine.queueOperation(delete(2, at: 3))
    await gate.open()
    try await pass
    #expect(transport.calls.map(\.entityId) == [id(1), id(2)])
    #expect(await engine.syncQueue == [delete(2, at: 3)])
  }

  @Test func aSecondPassReturnsAtOnce() async throws {
    let gate = Gate()
    // Holds the first attempt alone: a second pass would run through and be seen.
    let transport = ScriptedTransport { entity, attempt in
      if entity == id(1), attempt == 1 { await gate.pass() }
    }
    let engine = try await engine(transport, holding: [create(1), create(2)])
    async let pass: Void = engine.processQueue()
    await gate.arrival()
    #expect(await engine.isSyncing)
    try await engine.processQueue()
    #expect(transport.calls.count == 1)
    #expect(await engine.isSyncing)
    await gate.open()
    try await pass
    #expect(transport.calls.count == 2)
    #expect(await engine.isSyncing == false)
  }

  @Test func aCancelledPassKeepsWhatItHasNotSent() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { entity, _ in
      guard entity == id(2) else { return }
      await gate.pass()
      throw TransportFailure.transient
    }
    let engine = try await engine(transport, holding: [create(1), create(2), create(3)])
    let pass = Task { try await engine.processQueue() }
    await gate.arrival()
    pass.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await pass.value }
    #expect(await engine.syncQueue == [create(2), create(3)])
    #expect(await engine.isSyncing == false)
    #expect(await engine.log.isEmpty)
  }

  @Test func anEmptyQueueIsNoWork() async throws {
    let transport = ScriptedTransport()
    try await engine(transport).processQueue()
    #expect(transport.calls.isEmpty)
  }

  @Test func theSystemOpensTheSameEngine() async throws {
    let location = try await MemoryBackend().makeLocation()
    let system = CountMeSystem.reference(location: location)
    let store = try await system.openStore()
    let engine = try await system.openSyncEngine(
      SyncSetup(store: store, transport: ScriptedTransport(), clock: clock, maxQueueSize: 2))
    for number in 1...3 as ClosedRange<UInt8> { try await engine.queueOperation(create(number)) }
    #expect(await engine.syncQueue == [create(2), create(3)])
  }
}
