/// A sequential object as a model of histories: linearizable or not, key by key.
struct ObjectModel<Object: SequentialObject>: HistoryModel {
  typealias Finding = ObjectHistory<Object>.Finding

  let name: String
  var aliases: [String] = []
  let summary: String
  var keys: KeyedCalls.Keys = .detected
  var consistencies: [String] { ["linearizable"] }

  /// The object, once all values have numbers.
  let object: @Sendable (ValueNumbers) -> Object
  /// What a call did, output included; nil if the call says nothing. What failed had no effect: the default is to leave it out.
  let read: @Sendable (CallReader) throws -> Object.Operation?
  /// A faster way than the search, for histories that allow it.
  var shortcut: @Sendable (ObjectHistory<Object>) -> Finding? = { _ in nil }

  func judge(_ history: History, consistency: String, limits: JudgingLimits) throws -> Judgement {
    let numbers = ValueNumbers()
    let parts = try KeyedCalls(history, keys).parts
    let read = try parts.map { try calls(of: $0, in: history, numbers) }
    let object = self.object(numbers)
    var budget = limits.placements
    let deadline = limits.time.map { ContinuousClock.now + $0 }
    var undecided: [String] = []
    var judgement = Judgement(
      .valid, model: name, consistency: consistency,
      lookedAt: history.summary + (parts.first?.key == nil ? "" : ", " + counted(parts.count, "key", "keys")))
    for (part, (indices, calls)) in zip(parts, read) {
      let sub = ObjectHistory(object: object, calls: calls)
      let place = part.key.map { " of key \($0)" } ?? ""
      let tried = budget
      switch shortcut(sub) ?? sub.decide(&budget, deadline: deadline) {
      case .linearizable: continue
      case .undecided(let explained, let completions):
        undecided.append(
          "\(counted(tried - budget, "placement", "placements")) tried for the \(counted(calls.count, "call", "calls"))\(place): the "
            + "longest order explains \(explained) of \(counted(completions, "completion", "completions"))")
      case .refused(let refusal):
        judgement.verdict = .invalid
        let story = RefusalStory(sub.least(refusal), of: sub, operations: indices.map { history.operations[$0] })
        judgement.anomalies = [story.anomaly(place: place)]
        return judgement
      }
    }
    if let first = undecided.first {
      judgement.verdict = .unknown
      judgement.undecided =
        first + (undecided.count > 1 ? "; \(undecided.count - 1) more keys are undecided" : "")
        + ". A greater limit, fewer open calls at a time, or values that are written once would decide it."
    }
    return judgement
  }

  /// The calls of a part that say something, and where they stand in the history.
  func calls(
    of part: (key: HistoryValue?, calls: [Int]), in history: History, _ numbers: ValueNumbers
  ) throws -> (indices: [Int], calls: [ObjectCall<Object.Operation>]) {
    var indices: [Int] = []
    var calls: [ObjectCall<Object.Operation>] = []
    for index in part.calls {
      let operation = history.operations[index]
      let reader = CallReader(
        file: history.name, operation: operation, argument: KeyedCalls.withoutKey(operation.argument, key: part.key),
        result: operation.outcome == .ok ? KeyedCalls.withoutKey(operation.result, key: part.key) : .null, numbers: numbers)
      guard let effect = try read(reader) else { continue }
      indices.append(index)
      calls.append(
        ObjectCall(
          start: operation.invoked, end: operation.outcome == .info ? nil : operation.completed, operation: effect))
    }
    return (indices, calls)
  }
}
