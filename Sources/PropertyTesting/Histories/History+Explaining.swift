extension History {
  /// The history as lanes. For a violation, only the calls that contradict each other.
  ///
  /// A call that has a place in the longest order found is marked with its number there (#1); the call that no order can place, with ✗.
  /// - Parameters:
  ///   - violation: what to explain. Nil: the lanes show all calls, without marks.
  ///   - limit: the most calls to show. If there are more, the lanes show those that returned last.
  ///   - operation: the text of an operation.
  ///   - output: the text of an output.
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
    if violation != nil { lines.append("#1, #2 …: the longest order found; ✗: this call fits no order") }
    return lines
  }

  /// The same, to be drawn: a call of the longest order takes effect at the earliest moment that the order leaves it.
  package func drawing(
    explaining violation: LinearizabilityViolation, limit: Int = 40, operation: (Operation) -> String = { describe($0) },
    output: (Output) -> String = { describe($0) }
  ) -> TraceFigure {
    var latest = -Double.infinity
    var moments: [Int: Double] = [:]
    for index in violation.order {
      // After the one before it, though both may have been called at the same time.
      latest = max(latest + 0.01, Double(calls[index].called))
      moments[index] = latest
    }
    let shown = violation.prefix.sorted { (calls[$0].returned, $0) < (calls[$1].returned, $1) }.suffix(limit)
    let names = Set(shown.map { calls[$0].client }).sorted()
    return .lanes(
      TraceFigure.Lanes(
        kind: .history, names: names,
        bars: shown.sorted { (calls[$0].called, $0) < (calls[$1].called, $1) }.map { index in
          let call = calls[index]
          return TraceFigure.Bar(
            lane: names.firstIndex(of: call.client) ?? 0, start: call.called, end: call.returned,
            text: operation(call.operation), outcome: text(of: call.outcome, output), effect: moments[index],
            isStuck: index == violation.stuck)
        }, omitted: violation.prefix.count - shown.count))
  }

  private func text(of outcome: CallOutcome<Output>, _ output: (Output) -> String) -> String {
    switch outcome {
    case .done(let value): output(value)
    case .failed(let reason): "failed: \(reason)"
    case .unknown(let reason): "unknown: \(reason)"
    }
  }

  /// Fails the case if the history is not linearizable. The lanes become notes of `trial`, if there is one.
  /// - Throws: ``ExpectationFailure`` if the history is not linearizable; ``UndecidedHistory`` if the judge reaches its limit. The
  ///   property is then errored.
  public func expectLinearizable<State>(
    by model: SequentialModel<State, Operation, Output>, limit: Int = 1_000_000, notingIn trial: Trial? = nil,
    operation: (Operation) -> String = { describe($0) }, output: (Output) -> String = { describe($0) },
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    noteClaim(fileID: fileID, line: line)
    switch linearizability(by: model, limit: limit) {
    case .linearizable: return
    case .undecided(let limit): throw UndecidedHistory(limit: limit, calls: calls.count)
    case .violated(let violation):
      for line in lanes(explaining: violation, operation: operation, output: output) { trial?.note(line) }
      let stuck = calls[violation.stuck]
      var failure = ExpectationFailure(
        claim: "an order of \(violation.prefix.count) calls in which \(operation(stuck.operation)) gives "
          + "\(text(of: stuck.outcome, output)) to \(stuck.client)",
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
      failure.drawings = [drawing(explaining: violation, operation: operation, output: output)]
      throw failure
    }
  }
}

extension LinearizabilityViolation {
  fileprivate func mark(of index: Int) -> String {
    if index == stuck { return "✗" }
    return order.firstIndex(of: index).map { "#\($0 + 1)" } ?? ""
  }
}

/// The error for a history that the judge could not decide within its limit: see ``History/linearizability(by:limit:)``.
public struct UndecidedHistory: Error, Sendable, CustomStringConvertible {
  /// How many placements the judge was allowed to try.
  public let limit: Int
  /// How many calls the history has.
  public let calls: Int

  public var description: String {
    "whether \(calls) calls are linearizable is undecided after \(limit) steps: allow more, or let fewer calls overlap"
  }
}
