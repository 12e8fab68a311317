import PropertyTesting

/// Whether some order of the transactions gives what they read of registers. The dependency graph does not know all orders of versions, so
/// a history without a cycle may still have no order: the engine's search for linearizations finds that out, for histories too long for
/// ``VersionOrders``.
struct RegisterOrders {
  /// A read or a write, by the number of the write; −1: the initial state.
  private struct Step: Sendable {
    var key: Int
    var write: Int
    var isRead: Bool
  }

  /// What the transactions so far have left.
  private struct State: Hashable, Sendable {
    /// By key: the last write.
    var writes: [Int: Int] = [:]
    /// By process: how many of its acknowledged transactions have run. Empty if the order of processes does not count.
    var done: [Int] = []
  }

  /// Where a transaction stands among those of its process.
  private struct Turn: Sendable {
    var process: Int
    /// How many acknowledged ones are before it.
    var place: Int
    var isAcknowledged: Bool
  }

  private let calls: [HistoryCall<Int, Bool>]
  /// By transaction; empty if the order of processes does not count.
  private var turns: [Turn] = []
  private let steps: [[Step]]
  /// The transactions of the calls.
  private let numbers: [Int]

  /// - Parameter level: the order of time that counts.
  init(_ log: TransactionLog, _ level: DependencyGraph.Level) {
    let inRealTime = level == .realtime
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
        case .absentRead: return Step(key: action.key, write: -1, isRead: true)
        case .read where action.number < 0: return Step(key: action.key, write: -1, isRead: true)
        case .read:
          let value = TransactionLog.KeyedValue(key: action.key, value: log.readValues[action.number])
          return Step(key: action.key, write: log.writeNumbers[value] ?? -2, isRead: true)
        case .branchRead, .unknownRead, .scan: return nil
        }
      }
    }
    if level == .process { countTurns(log) }
  }

  private mutating func countTurns(_ log: TransactionLog) {
    var processes: [HistoryProcess: Int] = [:]
    var counts: [Int] = []
    for transaction in log.transactions {
      let process = processes[transaction.process] ?? counts.count
      if process == counts.count {
        processes[transaction.process] = process
        counts.append(0)
      }
      turns.append(Turn(process: process, place: counts[process], isAcknowledged: transaction.outcome == .ok))
      if transaction.outcome == .ok { counts[process] += 1 }
    }
  }

  /// - Parameter limit: how many placements of a transaction the search may try.
  /// - Returns: whether there is an order; nil if the limit ended the search. If there is none, the transactions that contradict each
  ///   other, and the one among them that fits no order.
  func search(limit: Int) -> (hasOrder: Bool, contradiction: [Int], stuck: Int)? {
    let (steps, turns) = (steps, turns)
    let processes = (turns.map(\.process).max() ?? -1) + 1
    let model = SequentialModel<State, Int, Bool>(initial: State(done: Array(repeating: 0, count: processes))) { state, number, _ in
      var next = state
      if !turns.isEmpty {
        let turn = turns[number]
        // One of unknown outcome comes behind those before it, at any time.
        guard turn.isAcknowledged ? state.done[turn.process] == turn.place : state.done[turn.process] >= turn.place else { return [] }
        if turn.isAcknowledged { next.done[turn.process] += 1 }
      }
      for step in steps[number] {
        if !step.isRead { next.writes[step.key] = step.write } else if next.writes[step.key, default: -1] != step.write { return [] }
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
