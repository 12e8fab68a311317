import PropertyTesting
import Testing

@Suite("Judging histories")
struct LinearizabilityTests {
  /// Both verdicts are frequent: see the required classes.
  static let agreesWithBruteForce = Requirement<HistoryJudge>(
    "LIN-1", "The judge agrees with every order tried out"
  ).holds(
    forAll: .oneOf(
      .alteredCellHistory(calls: 1...6, clients: 3, cells: 1), .alteredCellHistory(calls: 1...6, clients: 3, cells: 2),
      .cellHistory(calls: 1...6, clients: 3, cells: 2)),
    requiring: [
      "linearizable": 0.3, "not linearizable": 0.15, "not linearizable, of several cells": 0.04, "unknown": 0.2,
      "failed": 0.2, "needs an unknown call": 0.02, "overlaps": 0.5, "stuck after a longer order": 0.015,
    ]
  ) { history, system, trial in
    let truth = BruteForce(history)
    let isLinearizable = truth.isLinearizable
    trial.label("linearizable", if: isLinearizable)
    trial.label("not linearizable", if: !isLinearizable)
    trial.label(
      "not linearizable, of several cells",
      if: !isLinearizable && Set(history.calls.map(\.operation.cell)).count > 1)
    trial.label("unknown", if: !truth.optional.isEmpty)
    trial.label("failed", if: truth.required.count + truth.optional.count < history.calls.count)
    if isLinearizable, !truth.optional.isEmpty {
      var without = truth
      without.optional = []
      trial.label("needs an unknown call", if: !without.isLinearizable)
    }
    trial.label(
      "overlaps",
      if: history.calls.contains { call in
        history.calls.contains { $0.client != call.client && !$0.precedes(call) && !call.precedes($0) }
      })
    for line in history.lanes() { trial.note(line) }

    for (name, verdict) in [("whole", system.judge(history)), ("parts", system.judgeParts(history))] {
      switch verdict {
      case .linearizable(let order):
        try expect("\(name): linearizable", true, equals: isLinearizable)
        try expect("\(name): \(order) explains it", truth.isExplained(by: order))
      case .violated(let violation):
        try expect("\(name): linearizable", false, equals: isLinearizable)
        try expectShortest(violation, of: history)
        trial.label("stuck after a longer order", if: violation.order.count > 2)
      case .undecided: try expect("\(name): decided", false)
      }
    }
  }

  /// What a violation says of itself.
  private static func expectShortest(_ violation: LinearizabilityViolation, of history: CellHistory) throws {
    let stuck = history.calls[violation.stuck]
    var prefix = BruteForce(history)
    let owed = prefix.required.filter { violation.prefix.contains($0) && history.calls[$0].returned <= stuck.returned }
    prefix.optional = Set(violation.prefix).subtracting(owed)
    prefix.required = owed
    try expect("the prefix has no order", !prefix.isLinearizable)
    // Without the last return. What returned at the same time is owed or not, as it was met.
    prefix.required = owed.filter { history.calls[$0].returned < stuck.returned }
    prefix.optional.formUnion(owed)
    try expect("a shorter one has one", prefix.isExplained(by: violation.order))
    try expect("the prefix is sorted", violation.prefix.map { history.calls[$0].called }.isSorted)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func agreesWithBruteForce(seed: UInt64) async throws {
    let runner = Runner(settings: RunSettings(cases: 2_000, seed: seed))
    let result = await runner.run(Self.agreesWithBruteForce, on: Fixture { HistoryJudge() })
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
  }

  @Test(arguments: Fault.allWrongJudges.indices, [1, 2, 3] as [UInt64])
  func wrongJudgesAreCaught(_ index: Int, seed: UInt64) async throws {
    let fault = Fault.allWrongJudges[index]
    let runner = Runner(settings: RunSettings(cases: 2_000, seed: seed, shrinks: false))
    let result = await runner.run(Self.agreesWithBruteForce, on: Fixture { HistoryJudge() }.with(fault))
    guard case .falsified = result.verdict else {
      Issue.record("not caught: a judge that \(fault.fact), seed \(seed): \(result.verdict.name)")
      return
    }
  }

  @Test func anEmptyHistoryIsLinearizable() {
    #expect(CellHistory().linearizability(by: .cells) == .linearizable(order: []))
    let failed = CellHistory([CellCall(client: "a", .read(0), .failed("no"), called: 1, returned: 2)])
    #expect(failed.linearizability(by: .cells) == .linearizable(order: []))
  }

  @Test func whatTakesMoreThanTheLimitIsUndecided() {
    let history = CellHistory(
      (0..<30).map { CellCall(client: "\($0)", .write(0, $0 % 3), .done(0), called: 0, returned: 100) }
        + [CellCall(client: "r", .read(0), .done(7), called: 0, returned: 100)])
    #expect(history.linearizability(by: .cells, limit: 1_000) == .undecided(limit: 1_000))
    #expect(CellHistory(Array(history.calls.prefix(30))).linearizability(by: .cells, limit: 1_000).isLinearizable)
    #expect(throws: UndecidedHistory.self) { try history.expectLinearizable(by: .cells, limit: 1_000) }
  }

  /// A part that cannot be decided hides no violation in another.
  @Test func aViolationIsFoundBesideWhatIsUndecided() {
    var history = CellHistory(
      (0..<30).map { CellCall(client: "\($0)", .write(0, $0 % 3), .done(0), called: 0, returned: 100) })
    history.calls.append(CellCall(client: "r", .read(0), .done(7), called: 0, returned: 100))
    history.calls.append(CellCall(client: "s", .read(1), .done(1), called: 0, returned: 100))
    let verdict = history.linearizability(by: .cells.partitioned(by: \.cell), limit: 1_000)
    #expect(
      verdict == .violated(LinearizabilityViolation(stuck: 31, prefix: [31], order: [])))
  }
}

extension [Int] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
