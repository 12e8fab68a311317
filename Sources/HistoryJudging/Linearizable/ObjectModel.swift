/// A sequential object as a model of histories: linearizable, key by key; sequentially consistent, all keys together; or with guarantees
/// for each session.
struct ObjectModel<Object: SequentialObject>: HistoryModel {
  typealias Finding = ObjectHistory<Object>.Finding

  let name: String
  var aliases: [String] = []
  let summary: String
  var keys: KeyedCalls.Keys = .detected
  var consistencies: [String] { ["linearizable", "sequential"] + (sessionView == nil ? [] : SessionGuarantees.named.map(\.name)) }

  /// The object, once all values have numbers.
  let object: @Sendable (ValueNumbers) -> Object
  /// What a call did, output included; nil if the call says nothing. What failed had no effect: the default is to leave it out.
  let read: @Sendable (CallReader) throws -> Object.Operation?
  /// A faster way than the search, for histories that allow it.
  var shortcut: @Sendable (ObjectHistory<Object>) -> Finding? = { _ in nil }
  /// What a call writes, and what its output says of others' writes; nil: guarantees for sessions are not judged.
  var sessionView: (@Sendable (Object, Object.Operation) -> SessionView)?

  func judge(_ history: History, consistency: String, limits: JudgingLimits) throws -> Judgement {
    let numbers = ValueNumbers()
    let parts = try KeyedCalls(history, keys).parts
    let read = try parts.map { try calls(of: $0, in: history, numbers) }
    let object = self.object(numbers)
    var judging = ObjectJudging(
      Judgement(
        .valid, model: name, consistency: consistency,
        lookedAt: history.summary + (parts.first?.key == nil ? "" : ", " + counted(parts.count, "key", "keys"))), limits)
    if let sessionView, let guarantees = SessionGuarantees.named.first(where: { $0.name == consistency })?.guarantees {
      let views = read.map { part in part.calls.map { sessionView(object, $0.operation) } }
      let sessions = Sessions(read.map(\.calls), views)
      judging.judge(sessions, guarantees, operations: read.flatMap(\.indices).map { history.operations[$0] })
      return judging.judgement
    }
    let order = consistency == "sequential" ? CallOrder.process : .time
    let objects = read.map { ObjectHistory(object: object, calls: $0.calls, order: order) }
    // What is linearizable is sequentially consistent, and mostly soon found to be.
    if order == .process, objects.allSatisfy({ judging.isLinearizable($0, shortcut) }) { return judging.judgement }
    for (part, (sub, (indices, _))) in zip(parts, zip(objects, read)) {
      let place = part.key.map { " of key \($0)" } ?? ""
      judging.judge(sub, order == .time ? shortcut(sub) : nil, operations: indices.map { history.operations[$0] }, place: place)
      if judging.judgement.verdict == .invalid { return judging.judgement }
    }
    if order == .process, parts.count > 1, judging.judgement.verdict == .valid {
      let whole = together(parts.map { $0.key ?? .null }, read, object)
      judging.judge(whole.objects, nil, operations: whole.indices.map { history.operations[$0] }, place: " of all keys together")
    }
    return judging.judgement
  }

  /// The calls of all keys, as those of one object.
  func together(
    _ keys: [HistoryValue], _ parts: [(indices: [Int], calls: [ObjectCall<Object.Operation>])], _ object: Object
  ) -> (indices: [Int], objects: ObjectHistory<KeyedObject<Object>>) {
    typealias Operation = KeyedObject<Object>.Operation
    let calls = parts.enumerated().flatMap { key, part in
      zip(part.indices, part.calls).map { index, call in
        let operation = Operation(key: key, operation: call.operation)
        return (index, ObjectCall(start: call.start, end: call.end, operation: operation, process: call.process))
      }
    }.sorted { $0.0 < $1.0 }
    let whole = KeyedObject(object: object) { "\(keys[$0])" }
    return (calls.map(\.0), ObjectHistory(object: whole, calls: calls.map(\.1), order: .process))
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
          start: operation.invoked, end: operation.outcome == .info ? nil : operation.completed, operation: effect,
          process: reader.process))
    }
    return (indices, calls)
  }
}
