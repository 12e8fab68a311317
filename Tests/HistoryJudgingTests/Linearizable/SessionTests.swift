import PropertyTesting
import Testing

@testable import HistoryJudging

/// Sequential consistency and guarantees for sessions: against all orders, and by design.
@Suite struct SessionTests {
  @Test func `A register is judged sequentially consistent as by all orders`() {
    compare(RegisterObject(initial: 0)) { random in
      let (a, b) = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
      return [.read(a), .read(a), .read(b), .write(a), .compareAndSet(a, b), .compareFailed(a)].randomElement(using: &random) ?? .read(a)
    }
  }

  @Test func `A queue is judged sequentially consistent as by all orders`() {
    compare(ContainerObject(discipline: .queue)) { random in
      let value = Int.random(in: 0...2, using: &random)
      return [.put(value), .put(value), .take(value), .take(value), .takeNothing, .takeUnknown].randomElement(using: &random) ?? .put(value)
    }
  }

  @Test func `Registers under keys are judged together as by all orders`() {
    compare(KeyedObject(object: RegisterObject(initial: 0)) { "\($0)" }) { random in
      let value = Int.random(in: 0...2, using: &random)
      let operation = Bool.random(using: &random) ? RegisterObject.Operation.read(value) : .write(value)
      return KeyedObject.Operation(key: Int.random(in: 0...1, using: &random), operation: operation)
    }
  }

  private func compare<Object: SequentialObject>(_ object: Object, _ operation: (inout SplitMix) -> Object.Operation) {
    var (held, refused) = (0, 0)
    for seed in seeds(600) {
      var random = SplitMix(state: seed)
      let calls = randomCalls(Int.random(in: 1...8, using: &random), clients: 4, &random, operation)
      let history = ObjectHistory(object: object, calls: calls, order: .process)
      let expected = someSessionOrderExplains(calls, object)
      if expected { held += 1 } else { refused += 1 }
      var budget = 1_000_000
      switch history.decide(&budget) {
      case .linearizable(let order):
        if !expected { Issue.record("seed \(seed), called sequential: \(calls)") }
        if let order, !explainsSessions(order, calls, object) { Issue.record("seed \(seed), order \(order) does not explain \(calls)") }
      case .refused(let refusal):
        if expected { Issue.record("seed \(seed), refused: \(calls)") }
        if refused % 8 == 0 { expectLeast(history, history.least(refusal)) }
      case .undecided: Issue.record("seed \(seed), undecided: \(calls)")
      }
    }
    #expect(held + refused < 600 || held > 50 && refused > 50, "\(held) held, \(refused) refused")
  }

  private func expectLeast<Object: SequentialObject>(_ history: ObjectHistory<Object>, _ least: ObjectHistory<Object>.Refusal) {
    func freed(_ core: [Int]) -> [ObjectCall<Object.Operation>] {
      (least.core + least.others).map { index in
        core.contains(index) ? history.calls[index] : ObjectCall(start: Int.min, end: nil, operation: history.calls[index].operation)
      }
    }
    if someSessionOrderExplains(freed(least.core), history.object) { Issue.record("\(least.core) has an order in \(history.calls)") }
    for call in least.core where !someSessionOrderExplains(freed(least.core.filter { $0 != call }), history.object) {
      Issue.record("\(call) of \(least.core) can be left out of \(history.calls)")
    }
  }

  /// Each guarantee by its definition: all orders of the writes, all sets of writes that reads may have seen.
  @Test(arguments: [false, true]) func `Each guarantee is judged as by its definition`(isSet: Bool) {
    var broken: [String: Int] = [:]
    let range = seeds(250)
    for seed in range {
      let (calls, sessions) = Self.drawn(seed, isSet: isSet)
      for (name, guarantees, _) in SessionGuarantees.named {
        let expected = SessionOracle(calls: calls, guarantees: guarantees).holds
        if !expected { broken[name, default: 0] += 1 }
        let found = sessions.garbage == nil ? sessions.contradiction(of: guarantees) : [0]
        if (found == nil) != expected { Issue.record("seed \(seed), \(name) \(expected ? "holds" : "is broken"): \(calls)") }
      }
    }
    // A register shows no write without those before it: monotonic writes alone are broken by sets.
    for (name, _, _) in SessionGuarantees.named where range.count > 200 {
      #expect(broken[name, default: 0] > 0 && broken[name, default: 0] < range.count, "\(name): \(broken)")
    }
  }

  /// Up to three writes and up to four reads of two keys by three processes.
  private static func drawn(_ seed: UInt64, isSet: Bool) -> (calls: [SessionOracle.Call], sessions: Sessions) {
    var random = SplitMix(state: seed)
    var written = [0, 0]
    var writes = 0
    let raw = randomCalls(Int.random(in: 2...6, using: &random), clients: 3, &random) { random -> Int in
      let key = Int.random(in: 0...1, using: &random)
      if writes < 3, Bool.random(using: &random) {
        writes += 1
        written[key] += 1
        return key + 2 * written[key] + 100
      }
      return key
    }
    var parts: [[ObjectCall<Int>]] = [[], []]
    var views: [[SessionView]] = [[], []]
    var calls: [[SessionOracle.Call]] = [[], []]
    for call in raw {
      let key = call.operation % 2
      var view = SessionView()
      if call.operation >= 100 {
        view.writes = (call.operation - 100) / 2
        // A compare-and-set, now and then.
        if !isSet, Int.random(in: 0..<4, using: &random) == 0 { view.reads = .last(Int.random(in: 0...1, using: &random) == 0 ? nil : 1) }
        if case .last(1) = view.reads, view.writes == 1 { view.reads = .nothing }
      } else if isSet {
        let value = Int.random(in: 1...3, using: &random)
        let whole = Set((1...2).filter { $0 <= written[key] && Bool.random(using: &random) })
        view.reads = Int.random(in: 0..<3, using: &random) == 0 ? .one(value, Bool.random(using: &random)) : .all(whole)
      } else {
        let value = Int.random(in: 0...max(1, written[key]), using: &random)
        view.reads = .last(value == 0 ? nil : value)
      }
      parts[key].append(call)
      views[key].append(view)
      calls[key].append(SessionOracle.Call(key: key, process: call.process, start: call.start, end: call.end, view: view))
    }
    return (calls[0] + calls[1], Sessions(parts, views))
  }

  /// Process, function, value, each acknowledged before the next begins.
  private func history(_ calls: [(Int, String, String)]) -> String {
    calls.map { process, function, value in
      let entry = "{:process \(process), :f :\(function), :value"
      return "\(entry) \(function == "read" ? "nil" : value), :type :invoke}\n\(entry) \(value), :type :ok}\n"
    }.joined()
  }

  @Test(arguments: [
    ("register", "read-your-writes", [(0, "write", "1"), (0, "read", "nil")]),
    ("register", "monotonic-reads", [(0, "write", "1"), (1, "read", "1"), (1, "read", "nil")]),
    ("set", "monotonic-writes", [(0, "add", "1"), (0, "add", "2"), (1, "read", "[2]")]),
    ("set", "writes-follow-reads", [(0, "add", "1"), (1, "read", "[1]"), (1, "add", "2"), (2, "read", "[2]")]),
  ])
  func `A broken guarantee is named`(_ model: String, _ broken: String, _ calls: [(Int, String, String)]) throws {
    let text = history(calls)
    for (name, _, _) in SessionGuarantees.named {
      let judgement = try judge(model, text, consistency: name)
      #expect((judgement.verdict == .invalid) == (name == broken || name == "causal"), "\(name)")
      if judgement.verdict == .invalid { #expect(judgement.anomalies.map(\.name) == ["not-\(broken)"]) }
    }
    #expect(try judge(model, text, consistency: "sequential").verdict == .invalid)
  }

  /// Whoever sees the 1 sees the 2 that the compare-and-set found, and the 2 was written later.
  @Test func `Nobody sees what has not begun, not even along with another write`() throws {
    let text = """
      {:process 0, :type :invoke, :f :read}
      {:process 1, :type :invoke, :f :cas, :value [2 1]}
      {:process 0, :type :ok, :f :read, :value 1}
      {:process 2, :type :invoke, :f :write, :value 2}
      {:process 1, :type :ok, :f :cas, :value [2 1]}
      """
    let judgement = try judge("register", text, consistency: "causal")
    #expect(judgement.verdict == .invalid)
    #expect(judgement.anomalies.map(\.name) == ["not-writes-follow-reads"])
    #expect(try judge("register", text, consistency: "monotonic-reads").verdict == .valid)
  }

  @Test func `A stale read of another process is sequentially consistent`() throws {
    let text = history([(0, "write", "1"), (1, "read", "nil")])
    #expect(try judge("register", text).verdict == .invalid)
    for name in ["sequential", "causal"] { #expect(try judge("register", text, consistency: name).verdict == .valid) }
  }

  /// Herlihy and Wing's example: each key alone has an order, both together have none.
  @Test func `Sequential consistency is judged over all keys`() throws {
    let text = history([
      (0, "write", "[:x 1]"), (1, "write", "[:y 1]"), (0, "read", "[:y nil]"), (1, "read", "[:x nil]"),
    ]).replacing("{:process 0, :f :read, :value nil", with: "{:process 0, :f :read, :value [:y nil]")
      .replacing("{:process 1, :f :read, :value nil", with: "{:process 1, :f :read, :value [:x nil]")
    let judgement = try judge("register", text, consistency: "sequential")
    #expect(judgement.verdict == .invalid)
    #expect(judgement.anomalies.first?.name == "not-sequential")
    #expect(judgement.anomalies.first?.story.first == "no order explains these 4 calls of all keys together")
    #expect(try judge("register", text, consistency: "causal").verdict == .valid)
  }

  @Test func `What cannot be told of sessions is unknown`() throws {
    let judgement = try judge("register", history([(0, "write", "1"), (1, "write", "1")]), consistency: "causal")
    #expect(judgement.verdict == .unknown)
    #expect(judgement.undecided?.contains("written twice") == true)
  }

  @Test func `A specification in Swift judges histories`() throws {
    let tank = SequentialModel<Int, Int, Int>(initial: 0) { (state: inout Int, change: Int) in
      state = max(0, state + change)
      return state
    }
    let model = HistoryModels.model("tank", summary: "fill n, drain n → the level", of: tank) { call in
      guard let amount = call.argument.int else {
        throw HistoryError(file: "tank", line: call.line, what: "\(call.argument)", hint: "a whole number")
      }
      return (call.function == "fill" ? amount : -amount, call.outcome == .ok ? call.result.int : nil)
    }
    func verdict(_ levels: [Int], _ consistency: String) throws -> Judgement.Verdict {
      let text = """
        {:process 0, :type :invoke, :f :fill, :value 3}
        {:process 0, :type :ok, :f :fill, :value \(levels[0])}
        {:process 1, :type :invoke, :f :drain, :value 2}
        {:process 1, :type :ok, :f :drain, :value \(levels[1])}
        """
      return try model.judge(HistorySource(text.utf8).history(), consistency: consistency, limits: JudgingLimits()).verdict
    }
    #expect(try verdict([3, 1], "linearizable") == .valid)
    #expect(try verdict([3, 0], "linearizable") == .invalid)
    // The drain found nothing: so it came first.
    #expect(try verdict([3, 0], "sequential") == .valid)
    #expect(try verdict([3, 2], "sequential") == .invalid)
  }
}
