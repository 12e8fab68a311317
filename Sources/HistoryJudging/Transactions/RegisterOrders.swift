import PropertyTesting

/// Whether some order of the transactions gives what they read of registers. The dependency graph does not know all orders of versions, so a
/// history without a cycle may still have no order: the engine's search for linearizations finds that out, for short histories.
struct RegisterOrders {
  /// A read or a write, by the number of the write; −1: the initial state.
  private struct Step: Sendable {
    var key: Int
    var write: Int
    var isRead: Bool
  }

  private let calls: [HistoryCall<Int, Bool>]
  private let steps: [[Step]]
  /// The transactions of the calls.
  private let numbers: [Int]

  /// - Parameter inRealTime: whether a transaction that ended before another began comes first.
  init(_ log: TransactionLog, inRealTime: Bool) {
    numbers = log.transactions.indices.filter { log.transactions[$0].outcome != .fail }
    calls = numbers.map { number in
      let transaction = log.transactions[number]
      return HistoryCall(
        client: "\(transaction.process)", number, transaction.outcome == .ok ? .done(true) : .unknown("info"),
        called: inRealTime ? transaction.invoked : 0, returned: inRealTime ? transaction.completed : 1)
    }
    steps = log.transactions.map { transaction in
      log.actions[transaction.actions].compactMap { action in
        switch action.kind {
        case .write: return Step(key: action.key, write: action.number, isRead: false)
        case .read where action.number < 0: return Step(key: action.key, write: -1, isRead: true)
        case .read:
          let value = TransactionLog.KeyedValue(key: action.key, value: log.readValues[action.number])
          return Step(key: action.key, write: log.writeNumbers[value] ?? -2, isRead: true)
        case .branchRead, .unknownRead: return nil
        }
      }
    }
  }

  /// - Parameter limit: how many placements of a transaction the search may try.
  /// - Returns: whether there is an order; nil if the limit ended the search. If there is none, the transactions that contradict each
  ///   other, and the one among them that fits no order.
  func search(limit: Int) -> (hasOrder: Bool, contradiction: [Int], stuck: Int)? {
    let steps = steps
    let model = SequentialModel<[Int: Int], Int, Bool>(initial: [:]) { state, number, _ in
      var next = state
      for step in steps[number] {
        if !step.isRead { next[step.key] = step.write } else if next[step.key, default: -1] != step.write { return [] }
      }
      return [next]
    }
    switch PropertyTesting.History(calls).linearizability(by: model, limit: limit) {
    case .linearizable: return (true, [], -1)
    case .violated(let violation): return (false, violation.prefix.map { numbers[$0] }, numbers[violation.stuck])
    case .undecided: return nil
    }
  }
}
