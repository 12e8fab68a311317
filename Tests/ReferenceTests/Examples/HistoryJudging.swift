import HistoryJudging
import PropertyTesting
import Testing

/// Lists by key, and transactions over them: what is tested.
private actor Lists {
  private var lists: [HistoryValue: [HistoryValue]] = [:]

  func run(_ steps: [TransactionStep]) -> [TransactionStep] {
    steps.map { step in
      if case .append(let key, let value) = step { lists[key, default: []].append(value) }
      guard case .read(let key, _) = step else { return step }
      return .read(key: key, .list(lists[key, default: []]))
    }
  }
}

@Test func transactionsOverListsAreStrictlySerializable() async throws {
  try await check("transactions have an order", forAll: .workload(.listAppend(), clients: 2...4, calls: 0...20)) { workload in
    let lists = Lists()
    let history = try await workload.record { _, call in HistoryValue(await lists.run(call.value.steps)) }
    let judgement = try workload.judge(history, consistency: "strict-serializable")
    try expect(judgement.lines.joined(separator: "\n"), judgement.verdict == .valid)
  }
}

@Test func aStaleReadIsToldInWords() throws {
  let log = """
    {"process": 0, "type": "invoke", "f": "write", "value": 1}
    {"process": 0, "type": "ok", "f": "write", "value": 1}
    {"process": 1, "type": "invoke", "f": "read", "value": null}
    {"process": 1, "type": "ok", "f": "read", "value": null}
    """
  let model = try #require(HistoryModels.named("cas-register"))
  let judgement = try model.judge(HistorySource(log.utf8), consistency: "linearizable", limits: JudgingLimits())
  #expect(judgement.verdict == .invalid)
  print(judgement.lines.joined(separator: "\n"))
}
