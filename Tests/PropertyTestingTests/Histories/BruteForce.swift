import PropertyTesting

/// The definition of linearizability, tried out: every order of the calls, one after the other.
struct BruteForce {
  let history: CellHistory
  /// Those that must stand in the order: by default all that were done.
  var required: Set<Int>
  /// Those that may stand in it: by default those whose outcome is unknown.
  var optional: Set<Int>

  init(_ history: CellHistory) {
    self.history = history
    required = []
    optional = []
    for (index, call) in history.calls.enumerated() {
      switch call.outcome {
      case .done: required.insert(index)
      case .unknown: optional.insert(index)
      case .failed: break
      }
    }
  }

  var isLinearizable: Bool { canFinish([], [[:]]) }

  private func canFinish(_ order: [Int], _ states: Set<[Int: Int]>) -> Bool {
    if states.isEmpty { return false }
    if required.isSubset(of: order) { return true }
    return required.union(optional).subtracting(order).contains { call in
      guard agreesWithTime(call, after: order) else { return false }
      return canFinish(order + [call], step(states, call))
    }
  }

  /// Whether the order is what makes a history linearizable.
  func isExplained(by order: [Int]) -> Bool {
    var states: Set<[Int: Int]> = [[:]]
    for (position, call) in order.enumerated() {
      guard required.contains(call) || optional.contains(call), !order[..<position].contains(call),
        agreesWithTime(call, after: Array(order[..<position]))
      else { return false }
      states = step(states, call)
    }
    return !states.isEmpty && required.isSubset(of: order)
  }

  private func agreesWithTime(_ call: Int, after order: [Int]) -> Bool {
    !order.contains { history.calls[call].precedes(history.calls[$0]) }
  }

  private func step(_ states: Set<[Int: Int]>, _ call: Int) -> Set<[Int: Int]> {
    var output: Int?
    if case .done(let value) = history.calls[call].outcome { output = value }
    return Set(states.flatMap { CellModel.cells.step($0, history.calls[call].operation, output) })
  }
}
