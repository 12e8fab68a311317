import PropertyTesting

extension HistoryModels {
  /// A model of histories from a specification in Swift, the same that a linearizability property uses. It is judged `linearizable` and
  /// `sequential`, and its refusals are told and reduced as those of the models that come along.
  ///
  ///     let tank = HistoryModels.model("tank", summary: "fill n, drain n → what came out", of: specification) { call in
  ///       switch call.function {
  ///       case "fill": (.fill(call.argument.int ?? 0), nil)
  ///       case "drain": (.drain(call.argument.int ?? 0), call.outcome == .ok ? call.result.int : nil)
  ///       default: throw HistoryError(
  ///         file: "tank", line: call.line, what: "the function \(call.function)", hint: "the functions are fill and drain")
  ///       }
  ///     }
  ///     let judgement = try tank.judge(HistorySource(path: "history.edn"), consistency: "sequential", limits: JudgingLimits())
  ///
  /// Parts of a model that was `partitioned(by:)` are not judged apart here: give the calls keys instead.
  /// - Parameters:
  ///   - summary: the functions and their values, for a list of models.
  ///   - hasKeys: whether each value is a pair `[key value]` and each key has an object of its own. `read` gets calls without the key.
  ///   - observes: whether an operation never changes any state; the search is shorter if it knows.
  ///   - read: what a call did, and its output; nil for the output: it is not known. Nil: the call says nothing. It is not asked for calls
  ///     that failed, as they had no effect. It throws ``HistoryError`` for a call that the model does not know.
  public static func model<State, Operation: Hashable, Output: Hashable & Sendable>(
    _ name: String, summary: String, hasKeys: Bool = false, of specification: SequentialModel<State, Operation, Output>,
    observes: @escaping @Sendable (Operation) -> Bool = { _ in false },
    read: @escaping @Sendable (HistoryOperation) throws -> (operation: Operation, output: Output?)?
  ) -> any HistoryModel {
    ObjectModel<SpecifiedObject<State, Operation, Output>>(
      name: name, summary: summary, keys: hasKeys ? .always : .never,
      object: { _ in SpecifiedObject(specification: specification, isObserver: observes) },
      read: { call in
        if call.isFailed { return nil }
        var operation = call.operation
        (operation.argument, operation.result) = (call.argument, call.result)
        return try read(operation).map { SpecifiedObject.Operation(operation: $0.operation, output: $0.output) }
      })
  }
}

/// An object by its specification in Swift.
struct SpecifiedObject<State: Hashable & Sendable, Call: Hashable & Sendable, Output: Hashable & Sendable>: SequentialObject {
  struct Operation: Hashable, Sendable {
    var operation: Call
    var output: Output?
  }

  var specification: SequentialModel<State, Call, Output>
  var isObserver: @Sendable (Call) -> Bool
  var initial: State { specification.initial }

  func step(_ state: State, _ operation: Operation) -> [State] { specification.step(state, operation.operation, operation.output) }
  func observes(_ operation: Operation) -> Bool { isObserver(operation.operation) }
  func text(of state: State) -> String { "the state is \(state)" }
}
