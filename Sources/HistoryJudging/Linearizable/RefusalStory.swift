import PropertyTesting

/// Calls that have no order, told in words.
struct RefusalStory {
  /// The calls that contradict each other, by their invocations; the story calls them A, B, C ….
  private let operations: [HistoryOperation]
  /// How many others there are, whatever they did.
  private let others: Int
  private let rule: String?
  private let name: String
  private let callOrder: CallOrder
  /// The longest order of them, as places in ``operations``, the call that stops it, and the state there.
  private let attempt: (order: [Int], stuck: Int, state: String)?

  /// - Parameter operations: for each call of the history, how it was recorded.
  init<Object: SequentialObject>(
    _ refusal: ObjectHistory<Object>.Refusal, of history: ObjectHistory<Object>, operations: [HistoryOperation]
  ) {
    let core = refusal.core.sorted { history.calls[$0].start < history.calls[$1].start }
    self.operations = core.map { operations[$0] }
    others = history.calls.count - core.count
    rule = refusal.rule
    callOrder = history.order
    name = history.order == .time ? "not-linearizable" : "not-sequential"
    let part = ObjectHistory(object: history.object, calls: core.map { history.calls[$0] }, order: history.order)
    let (outcome, _, state) = part.search(limit: 100_000)
    if case .none(let stuck, let order, _) = outcome { attempt = (order, stuck, state) } else { attempt = nil }
  }

  /// Calls that contradict each other by their processes' orders, as a rule says.
  init(_ name: String, _ operations: [HistoryOperation], others: Int, rule: String) {
    (self.name, self.operations, self.others, self.rule) = (name, operations, others, rule)
    (callOrder, attempt) = (.process, nil)
  }

  /// The anomaly, with its lanes. The story shows at most the last 24 calls.
  func anomaly(place: String) -> HistoryAnomaly {
    let first = max(0, operations.count - 24)
    let whatever = others > 0 ? ", whatever the other \(counted(others, "call", "calls")) did" : ""
    var story = ["no order explains \(operations.count == 1 ? "this call" : "these \(operations.count) calls")\(place)\(whatever)"]
    if let rule { story[0] += ": \(rule)" }
    if first > 0 { story.append("(\(counted(first, "call", "calls")) before these)") }
    for place in first..<operations.count { story.append("\(letter(place))  \(text(operations[place]))") }
    story += times(from: first)
    if let attempt {
      let why = "\(letter(attempt.stuck)) cannot have had its outcome"
      if attempt.order.isEmpty {
        story.append("At the start \(attempt.state), so \(why).")
      } else {
        let order = attempt.order.suffix(12).map(letter).joined(separator: ", ")
        story.append("The longest order is \(attempt.order.count > 12 ? "… " : "")\(order): then \(attempt.state), so \(why).")
        let others = "Every other order stops at \(letter(attempt.stuck)) or before it."
        story.append(callOrder == .time ? others : "No order of the processes' calls explains more of them.")
      }
    }
    return HistoryAnomaly(name, story: story, lanes: lanes(from: first), operations: operations)
  }

  /// "A ended before B began", where no third call says it; without times, of one process alone.
  private func times(from first: Int) -> [String] {
    let shown = Array(first..<operations.count)
    if shown.count > 12 { return [] }
    func precedes(_ one: Int, _ other: Int) -> Bool {
      operations[one].precedes(operations[other]) && (callOrder == .time || operations[one].process == operations[other].process)
    }
    var facts: [String] = []
    for one in shown {
      for other in shown where precedes(one, other) {
        let between = shown.contains { precedes(one, $0) && precedes($0, other) }
        if !between { facts.append("\(letter(one)) ended before \(letter(other)) began") }
      }
    }
    return facts.isEmpty ? [] : [facts.joined(separator: "; ") + "."]
  }

  private func lanes(from first: Int) -> HistoryLanes {
    let latest = operations.map { $0.completed == Int.max ? $0.invoked : $0.completed }.max() ?? 0
    return HistoryLanes(
      (first..<operations.count).map { place in
        let operation = operations[place]
        let mark = attempt.map { $0.stuck == place ? "✗" : $0.order.firstIndex(of: place).map { "#\($0 + 1)" } ?? "" } ?? ""
        return HistoryLanes.Call(
          client: "\(operation.process)", text: "\(letter(place)) \(call(operation))", outcome: outcome(operation),
          called: operation.invoked, returned: operation.completed == Int.max ? latest + 1 : operation.completed, mark: mark)
      })
  }

  private func call(_ operation: HistoryOperation) -> String {
    operation.argument.isNull ? operation.function : "\(operation.function) \(operation.argument)"
  }

  private func text(_ operation: HistoryOperation) -> String {
    var text = "process \(operation.process): \(call(operation)) → \(outcome(operation))"
    if operation.line > 0 {
      text += operation.completionLine > 0 ? " (lines \(operation.line) and \(operation.completionLine))" : " (line \(operation.line))"
    }
    return text
  }

  private func outcome(_ operation: HistoryOperation) -> String {
    switch operation.outcome {
    case .ok:
      if operation.result == operation.argument { operation.result.isNull ? "nil" : "ok" } else { "\(operation.result)" }
    case .fail: "failed"
    case .info: "unknown"
    }
  }

  /// A, B, … Z, A1, B1 …
  private func letter(_ place: Int) -> String {
    let letter = String(Character(UnicodeScalar(UInt8(65 + place % 26))))
    return place < 26 ? letter : "\(letter)\(place / 26)"
  }
}
