import Testing

@testable import HistoryJudging

/// The search against all orders, for every object.
@Suite struct ObjectSearchTests {
  @Test func `A register is judged as by all orders`() {
    compare(RegisterObject(initial: 0)) { random in
      let (a, b) = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
      return [.read(a), .read(a), .write(a), .compareAndSet(a, b), .compareFailed(a)].randomElement(using: &random) ?? .read(a)
    }
  }

  @Test func `Several registers are judged as by all orders`() {
    compare(MultiRegisterObject(initialValue: 0)) { random in
      (0...Int.random(in: 0...1, using: &random)).map { _ in
        MultiRegisterObject.Access(
          key: Int.random(in: 0...1, using: &random), writes: Bool.random(using: &random), value: Int.random(in: 0...1, using: &random))
      }
    }
  }

  @Test func `A set is judged as by all orders`() {
    compare(SetObject()) { random in
      let value = Int.random(in: 0...2, using: &random)
      let whole = Set((0...2).filter { _ in Bool.random(using: &random) })
      return [.add(value), .add(value), .remove(value), .contains(value, Bool.random(using: &random)), .read(whole)]
        .randomElement(using: &random) ?? .add(value)
    }
  }

  @Test(arguments: [ContainerObject.Discipline.queue, .stack, .bag])
  func `A container is judged as by all orders`(_ discipline: ContainerObject.Discipline) {
    compare(ContainerObject(discipline: discipline)) { random in
      let value = Int.random(in: 0...2, using: &random)
      return [.put(value), .put(value), .take(value), .take(value), .takeNothing, .takeUnknown].randomElement(using: &random) ?? .put(value)
    }
  }

  @Test func `Locks are judged as by all orders`() {
    for permits in 1...2 {
      compare(PermitObject(permits: permits), count: 700) { random in .init(acquires: Bool.random(using: &random)) }
      compare(PermitObject(permits: permits), count: 700) { random in
        .init(acquires: Bool.random(using: &random), owner: Int.random(in: 0...1, using: &random))
      }
    }
  }

  @Test func `A counter is judged as by all orders`() {
    compare(CounterObject()) { random in
      let value = Int.random(in: 0...4, using: &random)
      return [.add(1), .add(2), .add(-1), .read(value), .read(value), .addAndGet(1, value)].randomElement(using: &random) ?? .add(1)
    }
  }

  @Test func `A bank is judged as by all orders`() {
    compare(BankObject()) { random in
      let amount = Int.random(in: 1...2, using: &random)
      let from = Int.random(in: 0...1, using: &random)
      return [.transfer(from: from, to: 1 - from, amount: amount), .read([0: amount, 1: 4 - amount]), .read([0: 4 - amount, 1: amount])]
        .randomElement(using: &random) ?? .read([:])
    }
  }

  @Test func `A text is judged as by all orders`() {
    compare(TextObject()) { random in
      let text = ["", "a", "b", "ab", "ba", "aa"].randomElement(using: &random) ?? ""
      return [.get(text), .get(text), .put(text), .append(""), .append("a"), .append("b")].randomElement(using: &random) ?? .append("a")
    }
  }

  @Test func `A register of different values is judged by zones as by all orders`() {
    var counts = Counts()
    for seed in seeds(1500) {
      var random = SplitMix(state: seed)
      var written = 0
      let calls = randomCalls(Int.random(in: 1...8, using: &random), clients: 4, &random) { random -> RegisterObject.Operation in
        if Int.random(in: 0..<5, using: &random) < 2 {
          written += 1
          return .write(written)
        }
        return .read(Int.random(in: 0...4, using: &random) == 0 ? 0 : Int.random(in: 0...min(4, written + 1), using: &random))
      }
      let history = ObjectHistory(object: RegisterObject(initial: 0), calls: calls)
      counts.expect(seed, history, history.decideByZones())
    }
    counts.expectBoth()
  }

  @Test func `A queue of different values is judged by patterns as by all orders`() {
    var counts = Counts()
    for seed in seeds(3000) {
      var random = SplitMix(state: seed)
      var written = 0
      var calls = randomCalls(Int.random(in: 1...8, using: &random), clients: 4, &random) { random -> ContainerObject.Operation in
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .takeNothing
        case 1...3:
          written += 1
          return .put(written)
        default: return .take(Int.random(in: 1...max(1, min(4, written)), using: &random))
        }
      }
      for index in calls.indices {
        if case .put = calls[index].operation { continue }
        if calls[index].end == nil { calls[index].end = 100 + index }
      }
      let history = ObjectHistory(object: ContainerObject(discipline: .queue), calls: calls)
      counts.expect(seed, history, history.decideByPatterns())
    }
    counts.expectBoth()
  }

  @Test func `A set that only grows is judged by levels as by all orders`() {
    var counts = Counts()
    for seed in seeds(1500) {
      var random = SplitMix(state: seed)
      var written = 0
      let calls = randomCalls(Int.random(in: 1...8, using: &random), clients: 4, &random) { random -> SetObject.Operation in
        if Int.random(in: 0..<5, using: &random) < 3 {
          written += 1
          return .add(written)
        }
        return .read(Set((1...3).filter { $0 <= written && Int.random(in: 0...2, using: &random) > 0 }))
      }
      let history = ObjectHistory(object: SetObject(), calls: calls)
      counts.expect(seed, history, history.decideByLevels())
    }
    counts.expectBoth()
  }

  /// More than 64 calls open at a time, and a whole that only the widest order explains.
  @Test func `A hundred open calls are judged`() {
    var calls: [ObjectCall<CounterObject.Operation>] = (0..<100).map { ObjectCall(start: $0, end: 1000 + $0, operation: .add($0 % 3 + 1)) }
    calls.append(ObjectCall(start: 500, end: 501, operation: .read(199)))
    guard case .order = ObjectHistory(object: CounterObject(), calls: calls).search(limit: 1_000_000).outcome else {
      Issue.record("no order")
      return
    }
    calls[100].operation = .read(200)
    guard case .none = ObjectHistory(object: CounterObject(), calls: calls).search(limit: 1_000_000).outcome else {
      Issue.record("an order, though all together add 199")
      return
    }
  }

  private func compare<Object: SequentialObject>(
    _ object: Object, count: Int = 1500, _ operation: (inout SplitMix) -> Object.Operation
  ) {
    var counts = Counts()
    for seed in seeds(count) {
      var random = SplitMix(state: seed)
      let calls = randomCalls(Int.random(in: 1...8, using: &random), clients: 4, &random, operation)
      let history = ObjectHistory(object: object, calls: calls)
      var budget = 1_000_000
      counts.expect(seed, history, history.decide(&budget))
    }
    counts.expectBoth()
  }
}

/// How many random histories had an order and how many had none: a comparison in which all fall on one side says little.
private struct Counts {
  var linearizable = 0
  var refused = 0

  mutating func expect<Object: SequentialObject>(
    _ seed: UInt64, _ history: ObjectHistory<Object>, _ finding: ObjectHistory<Object>.Finding?
  ) {
    let expected = someOrderExplains(history.calls, history.object)
    if expected { linearizable += 1 } else { refused += 1 }
    switch finding {
    case .linearizable(let order):
      if !expected { Issue.record("seed \(seed), called linearizable: \(history.calls)") }
      if let order, !explains(order, history.calls, history.object) {
        Issue.record("seed \(seed), order \(order) does not explain \(history.calls)")
      }
    case .refused(let refusal):
      if expected { Issue.record("seed \(seed), refused: \(history.calls)") }
      if refused % 8 == 0 { expectLeast(history, history.least(refusal)) }
    case .undecided, nil: Issue.record("seed \(seed), undecided: \(history.calls)")
    }
  }

  /// The calls that are named have no order, the others being free; and without any one of them there is one.
  private func expectLeast<Object: SequentialObject>(_ history: ObjectHistory<Object>, _ least: ObjectHistory<Object>.Refusal) {
    func freed(_ core: [Int]) -> [ObjectCall<Object.Operation>] {
      (least.core + least.others).map { index in
        core.contains(index)
          ? history.calls[index] : ObjectCall(start: Int.min, end: nil, operation: history.calls[index].operation)
      }
    }
    if someOrderExplains(freed(least.core), history.object) { Issue.record("\(least.core) has an order in \(history.calls)") }
    for call in least.core where !someOrderExplains(freed(least.core.filter { $0 != call }), history.object) {
      Issue.record("\(call) of \(least.core) can be left out of \(history.calls)")
    }
  }

  func expectBoth() {
    #expect(linearizable + refused < 700 || linearizable > 100 && refused > 100, "\(linearizable) linearizable, \(refused) refused")
  }
}
