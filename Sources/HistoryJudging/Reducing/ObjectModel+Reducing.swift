extension ObjectModel: ReducingHistoryModel {
  /// For an order: the calls that contradict each other, and those that make the contradiction one of all of them: for reads, the
  /// writes of their values.
  func fewestCalls(_ reduction: inout HistoryReduction) -> [HistoryOperation] {
    let order = reduction.consistency == "sequential" ? CallOrder.process : .time
    if order == .time, reduction.consistency != "linearizable" { return reduction.fewestCalls { $0 } }
    let history = reduction.history
    let numbers = ValueNumbers()
    let core = Set(reduction.example.map(\.invoked))
    let latest = reduction.example.map(\.completed).max() ?? Int.max
    // It was judged once without an error.
    guard let parts = try? KeyedCalls(history, keys).parts,
      let read = try? parts.map({ try calls(of: $0, in: history, numbers) })
    else { return history.operations }
    for (part, (indices, calls)) in zip(parts, read) {
      func isCore(_ call: Int) -> Bool { core.contains(history.operations[indices[call]].invoked) }
      guard calls.indices.contains(where: isCore) else { continue }
      let sub = ObjectHistory(object: object(numbers), calls: calls, order: order)
      let refusal = ObjectHistory<Object>.Refusal(
        core: calls.indices.filter(isCore),
        others: calls.indices.filter { call in
          !isCore(call) && (order == .process || calls[call].start <= latest) && !sub.object.observes(calls[call].operation)
        }, rule: nil)
      let initial = part.calls.filter { history.operations[$0].function == "init" }
      let kept = Set((refusal.core + sub.othersInUse(refusal)).map { indices[$0] } + initial).sorted()
      for places in [kept, part.calls] {
        let calls = places.map { history.operations[$0].withoutKey(keys == .detected ? part.key : nil) }
        if reduction.isSame(calls) { return calls }
      }
    }
    return history.operations
  }
}

extension HistoryOperation {
  /// With one key left, a history has none.
  fileprivate func withoutKey(_ key: HistoryValue?) -> HistoryOperation {
    var copy = self
    copy.argument = KeyedCalls.withoutKey(argument, key: key)
    copy.result = KeyedCalls.withoutKey(result, key: key)
    return copy
  }
}
