import Testing

@testable import HistoryJudging

/// Small random histories, judged a second time by trying every order of their transactions.
@Suite struct AllOrdersTests {
  @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
  func `Every model is judged as by all orders`(lists: Bool, scans: Bool) throws {
    let model = TransactionalModel(flavor: lists ? .listAppend : .register)
    let names = model.consistencies
    var differences: [String: (count: Int, least: String, length: Int)] = [:]
    var holding: [String: Int] = [:]
    let range = seeds(250)
    for seed in range {
      let drawn = DrawnTransactions(seed: seed, lists: lists, scans: scans)
      let holds = ArbitrationOrders(drawn).models()
      let history = try drawn.history()
      let wanted = names[Int(seed % UInt64(names.count))]
      let judgement = try model.judge(history, consistency: wanted, limits: JudgingLimits())
      #expect((judgement.verdict == .valid) == holds.contains(wanted) && judgement.verdict != .unknown, "\(wanted), seed \(seed)")
      for name in names {
        if holds.contains(name) { holding[name, default: 0] += 1 }
        guard judgement.excluded.contains(name) == holds.contains(name) else { continue }
        let kind = name + (holds.contains(name) ? ": wrongly accused" : ": missed")
        let text = "seed \(seed)\n\(drawn)\n\(judgement.lines.joined(separator: "\n"))"
        let length = drawn.all.reduce(0) { $0 + 1 + $1.steps.count }
        let earlier = differences[kind]
        differences[kind] =
          if let earlier, earlier.length <= length { (earlier.count + 1, earlier.least, earlier.length) } else {
            ((earlier?.count ?? 0) + 1, text, length)
          }
      }
    }
    for (kind, found) in differences.sorted(by: { $0.key < $1.key }) { Issue.record("\(kind) \(found.count) times: \(found.least)") }
    // A comparison in which all fall on one side says nothing.
    if range.count > 200 {
      for name in names where !name.hasSuffix("read-uncommitted") {
        #expect((1..<range.count).contains(holding[name, default: 0]), "\(name)")
      }
      let (repeatable, serializable) = (holding["repeatable-read", default: 0], holding["serializable", default: 0])
      #expect(scans ? repeatable > serializable : repeatable == serializable)
    }
  }

  /// The search that is meant for long histories.
  @Test func `An order of registers is found if there is one`() throws {
    for seed in seeds(300) {
      let drawn = DrawnTransactions(seed: seed, lists: false, scans: seed % 2 == 1)
      let holds = ArbitrationOrders(drawn).models()
      var log = TransactionLog(.register, file: "")
      for operation in try drawn.history().operations { try log.add(operation) }
      log.resolveScans()
      for (level, name) in [
        (DependencyGraph.Level.plain, "serializable"), (.process, "strong-session-serializable"), (.realtime, "strict-serializable"),
      ] {
        let found = try #require(RegisterOrders(log, level).search(limit: 1_000_000))
        #expect(found.hasOrder == holds.contains(name), "\(name), seed \(seed)\n\(drawn)")
      }
    }
  }
}
