import Testing

@testable import HistoryJudging

/// Every model and consistency but those of transactions (`AllOrdersTests`), on random histories as a recorder writes them: the verdict is
/// that of a second implementation, which tries all orders of up to eight calls.
@Suite struct EveryModelTests {
  private static let objectConsistencies = ["linearizable", "sequential"]
  private static let sessionModels: [PlainModel] = [.register, .register.keyed, .set("set"), .set("set-full").keyed]

  @Test(arguments: PlainModel.objects.indices) func `An object is judged as by all orders`(_ index: Int) throws {
    let plain = PlainModel.objects[index]
    for consistency in Self.objectConsistencies {
      try compare(plain, consistency, histories: 60, most: 8) { plain.holds(consistency, $0) }
    }
  }

  @Test(arguments: sessionModels.indices, SessionGuarantees.named.map(\.name))
  func `Sessions are judged as by their definition`(_ index: Int, _ consistency: String) throws {
    let plain = Self.sessionModels[index]
    let guarantees = try #require(SessionGuarantees.named.first { $0.name == consistency }).guarantees
    try compare(plain, consistency, histories: 60, most: 6) { history in
      let calls = plain.calls(of: history).map { call in
        let (key, view) = plain.sessionView(call.operation)
        return SessionOracle.Call(key: key, process: call.process, start: call.start, end: call.end, view: view)
      }
      if calls.contains(where: \.view.isAmbiguous) { return nil }
      let writes = calls.filter { $0.view.writes != nil }.map { [$0.key, $0.view.writes ?? 0] }
      if Set(writes).count < writes.count { return nil }
      return SessionOracle(calls: calls, guarantees: guarantees).holds
    }
  }

  @Test(arguments: PlainCheck.all.indices) func `A check decides as by its definition`(_ index: Int) throws {
    let plain = PlainCheck.all[index]
    try compare(plain.model, plain.consistency, histories: 300, most: 8) { plain.holds($0.operations) }
  }

  @Test func `No model or consistency is left out`() {
    var compared: Set<[String]> = []
    for plain in PlainModel.objects { compared.formUnion(Self.objectConsistencies.map { [plain.name, $0] }) }
    for plain in Self.sessionModels { compared.formUnion(SessionGuarantees.named.map { [plain.name, $0.name] }) }
    compared.formUnion(PlainCheck.all.map { [$0.model.name, $0.consistency] })
    #expect(compared == Set(HistoryModels.sequential.flatMap { model in model.consistencies.map { [model.name, $0] } }))
  }

  /// - Parameter oracle: whether the history holds; nil: the judge says that it does not know.
  private func compare(
    _ plain: PlainModel, _ consistency: String, histories: Int, most: Int, _ oracle: (HistoryJudging.History) -> Bool?
  ) throws {
    let model = try #require(HistoryModels.named(plain.name))
    var (held, broken) = (0, 0)
    for seed in seeds(histories) {
      var random = SplitMix(state: seed)
      let history = try plain.history(&random, most: most)
      let verdict = try model.judge(history, consistency: consistency, limits: JudgingLimits()).verdict
      let expected = oracle(history)
      if expected == true { held += 1 } else if expected == false { broken += 1 }
      guard verdict != (expected.map { $0 ? .valid : .invalid } ?? .unknown) else { continue }
      let calls = history.operations.map { call in
        "\n\(call.process): \(call.function) \(call.argument) → \(call.outcome) \(call.result) \(call.invoked)–\(call.completed)"
      }
      let wanted = expected.map { $0 ? "valid" : "invalid" } ?? "unknown"
      Issue.record("\(plain.name), \(consistency), seed \(seed) is \(verdict), not \(wanted): \(calls.joined())")
    }
    // A comparison in which all fall on one side says nothing.
    #expect(seeds(histories).count < 60 || held > 0 && broken > 0, "\(plain.name), \(consistency): \(held) held, \(broken) did not")
  }
}

extension PlainModel {
  /// What a call of a register or of a set says to the oracle of sessions, and its key.
  fileprivate func sessionView(_ call: Operation) -> (key: Int, view: SessionView) {
    let key = hasKeys ? call.argument.elements?[0].int ?? 0 : 0
    let argument = hasKeys ? call.argument.elements?[1] ?? .null : call.argument
    let answer = call.answer.map { hasKeys ? $0.elements?[1] ?? .null : $0 } ?? .null
    return switch call.function {
    case "read" where name == "cas-register": (key, SessionView(reads: .last(answer.int)))
    case "read": (key, SessionView(reads: .all(Set((answer.elements ?? []).compactMap(\.int)))))
    case "write", "add": (key, SessionView(writes: argument.int))
    case "contains": (key, SessionView(reads: .one(argument.int ?? 0, answer == .bool(true))))
    case "cas" where call.isRefused: (key, SessionView(reads: .unclear))
    case "cas": (key, SessionView(reads: .last(argument.elements?[0].int), writes: argument.elements?[1].int))
    default: (key, SessionView(isAmbiguous: true))
    }
  }
}
