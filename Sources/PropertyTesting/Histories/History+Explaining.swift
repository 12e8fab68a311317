extension History {
  /// The history as lanes; of a violation, the calls that contradict each other.
  ///
  /// A call that has its place in the longest order found is marked with its number there (#1), the one that cannot be
  /// placed with ✗.
  /// - Parameters:
  ///   - violation: nil: all calls, without marks.
  ///   - limit: of more calls than this, the ones that returned last are shown.
  ///   - operation: what an operation is called.
  ///   - output: what an output is called.
  public func lanes(
    explaining violation: LinearizabilityViolation? = nil, limit: Int = 40, width: Int = 100,
    operation: (Operation) -> String = { describe($0) }, output: (Output) -> String = { describe($0) }
  ) -> [String] {
    var shown = violation?.prefix ?? Array(calls.indices)
    var lines: [String] = []
    if shown.count > limit {
      shown.sort { (calls[$0].returned, $0) < (calls[$1].returned, $1) }
      lines.append("… \(shown.count - limit) calls before these")
      shown.removeFirst(shown.count - limit)
    }
    let lanes = HistoryLanes(
      shown.map { index in
        let call = calls[index]
        return HistoryLanes.Call(
          client: call.client, text: operation(call.operation), outcome: text(of: call.outcome, output),
          called: call.called, returned: call.returned, mark: violation?.mark(of: index) ?? "")
      }, width: width)
    lines += lanes.lines
    if violation != nil { lines.append("#1, #2 …: the longest order found; ✗: no order has room for this one") }
    return lines
  }

  private func text(of outcome: CallOutcome<Output>, _ output: (Output) -> String) -> String {
    switch outcome {
    case .done(let value): output(value)
    case .failed(let reason): "failed: \(reason)"
    case .unknown(let reason): "unknown: \(reason)"
    }
  }

  /// Fails the case where the history is not linearizable. The lanes become notes of `trial`, if there is one.
  /// - Throws: ``ExpectationFailure``; ``UndecidedHistory`` where the limit was reached: the property is then errored.
  public func expectLinearizable<State>(
    by model: SequentialModel<State, Operation, Output>, limit: Int = 1_000_000, notingIn trial: Trial? = nil,
    operation: (Operation) -> String = { describe($0) }, output: (Output) -> String = { describe($0) },
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    switch linearizability(by: model, limit: limit) {
    case .linearizable: return
    case .undecided(let limit): throw UndecidedHistory(limit: limit, calls: calls.count)
    case .violated(let violation):
      for line in lanes(explaining: violation, operation: operation, output: output) { trial?.note(line) }
      let stuck = calls[violation.stuck]
      throw ExpectationFailure(
        claim: "an order of \(violation.prefix.count) calls in which \(operation(stuck.operation)) gives "
          + "\(text(of: stuck.outcome, output)) to \(stuck.client)",
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
    }
  }
}

extension LinearizabilityViolation {
  fileprivate func mark(of index: Int) -> String {
    if index == stuck { return "✗" }
    return order.firstIndex(of: index).map { "#\($0 + 1)" } ?? ""
  }
}

/// A history that was too much for the limit of its judgement: see ``History/linearizability(by:limit:)``.
public struct UndecidedHistory: Error, Sendable, CustomStringConvertible {
  public let limit: Int
  /// How many there are.
  public let calls: Int

  public var description: String {
    "whether \(calls) calls are linearizable is undecided after \(limit) steps: allow more, or let fewer calls overlap"
  }
}
