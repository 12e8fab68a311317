import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

@Suite struct OverlapDriverTests {
  private func run(
    _ script: OverlapScript, _ scheme: OverlapScheme, triesAgain: Bool = false
  ) async throws -> OverlapRecord {
    try await OverlapDriver(script: script, location: OverlappingMemoryLocation(scheme), triesAgain: triesAgain).run()
  }

  private static let crossed = OverlapScript(
    plans: [OverlapPlan(operations: [.put("x"), .put("y")]), OverlapPlan(operations: [.put("y"), .put("x")])],
    turns: [0, 0, 1, 1, 0, 1])

  @Test func stepsAreTakenAsTheScriptSays() async throws {
    let script = OverlapScript(
      plans: [OverlapPlan(operations: [.get("x"), .put("x")]), OverlapPlan(operations: [.scan(.all)])],
      turns: [0, 1, 0, 0, 0, 1])
    let record = try await run(script, .validating)
    #expect(record.problem == nil)
    let lanes = OverlapLanes(record: record, sessionCount: 2).description
    #expect(
      lanes == """
        at first: x = 1, y = 2
            T1          T2
        1   begins
        2               begins to read
        3   get x → 1
        4   put x = 12
        5   commits
        6               scan all → x = 1, y = 2
        7               commits
        at last: x = 12, y = 2
        """, "\(lanes)")
  }

  @Test func aStepThatWaitsIsCollectedLater() async throws {
    let script = OverlapScript(
      plans: [OverlapPlan(operations: [.put("x")]), OverlapPlan(operations: [.get("x"), .put("y")])],
      turns: [0, 0, 1, 1, 0, 1, 1, 1])
    let record = try await run(script, .locking)
    #expect(record.problem == nil)
    #expect(record.events.contains { $0.kind == .waits("get x") })
    #expect(record.events.contains { $0.kind == .did(.get("x", 11)) })
    #expect(record.history.transactions.map(\.outcome) == Array(repeating: .committed, count: 4))
  }

  @Test func aDeadlockHasAVictimThatCanBeTriedAgain() async throws {
    let record = try await run(Self.crossed, .locking, triesAgain: true)
    #expect(record.problem == nil)
    let outcomes = record.history.transactions.map(\.outcome)
    #expect(outcomes.count { $0 == .committed } == 4)
    #expect(outcomes.count { if case .conflict = $0 { true } else { false } } == 1)
    #expect(OverlapJudge(record.history).anomaly(excludedBy: .strictSerializable) == nil)
  }

  @Test func aDeadlockThatNobodyEndsIsAHang() async throws {
    let record = try await run(Self.crossed, .deadlocking)
    #expect(record.problem?.kind == .hang)
    #expect(
      record.problem?.explanation
        == """
        T1 in its step “put y” and T2 in its step “put x” wait, the others have ended, and for 0.3 seconds nothing has \
        happened; a deadlock has to end in StoreError.conflict
        """)
    #expect(record.lastRead == nil)
  }

  /// A store may run a closure more than once, as database clients do on a serialization failure.
  @Test func aStoreMayRunTheClosureAgain() async throws {
    let script = OverlapScript(
      plans: [OverlapPlan(operations: [.update("x")]), OverlapPlan(operations: [.update("x")])],
      turns: [0, 1, 0, 1, 0, 1])
    let base = OverlappingMemoryLocation(.validating)
    let location = base.interposed(.retrying)
    let record = try await OverlapDriver(script: script, location: location).run()
    #expect(record.problem == nil)
    #expect(record.events.contains { $0.kind == .startsAnew })
    #expect(record.lastRead?.first == OverlapEntry(key: "x", value: 121))
    #expect(OverlapJudge(record.history).anomaly(excludedBy: .strictSerializable) == nil)
  }

  @Test func aLocationThatTakesOneStoreIsNamed() async throws {
    let location = try await MemoryBackend().makeLocation()
    let record = try await OverlapDriver(script: Self.crossed, location: location).run()
    #expect(record.problem?.kind == .wrongError)
    #expect(record.problem?.explanation.contains("could not be opened") == true)
  }
}

extension StoreHooks {
  /// Tries a transaction again, by itself, as long as there is a conflict.
  fileprivate static var retrying: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      while true {
        do { return try await store.write(body) } catch StoreError.conflict { continue }
      }
    }
    return hooks
  }
}
