/// The calls of clients that work at the same time.
///
/// A ``HistoryRecorder`` makes a history, or you make one by hand. ``linearizability(by:limit:)`` judges it, and
/// ``lanes(explaining:limit:width:operation:output:)`` prints it.
public struct History<Operation: Sendable, Output: Sendable>: Sendable {
  /// The calls, in any order: their times say which came first.
  public var calls: [HistoryCall<Operation, Output>]

  /// A history of these calls.
  public init(_ calls: [HistoryCall<Operation, Output>] = []) {
    self.calls = calls
  }
}

extension History: Equatable where Operation: Equatable, Output: Equatable {}

extension History {
  /// Judges whether the history is linearizable: whether `model` can carry out the calls one after the other, with the outcomes that they
  /// had, each at a moment between its call and its return (Herlihy and Wing, 1990).
  ///
  /// A call that failed has no place in the order. A call with an unknown outcome has a place at any moment after its call, or none. If
  /// the model has parts, the judge takes each part by itself: the answer is the same, and it takes much less time.
  ///
  /// The question is NP-complete. The cost grows with the length of the history, and exponentially with the number of calls of one part
  /// that are open at the same time: see `docs/linearizability.md`.
  /// - Parameters:
  ///   - model: the sequential specification.
  ///   - limit: how many placements of a call the judge tries in all. Then the answer is ``Linearizability/undecided(limit:)``. A
  ///     million take some seconds in a debug build.
  public func linearizability<State>(
    by model: SequentialModel<State, Operation, Output>, limit: Int = 1_000_000
  ) -> Linearizability {
    var left = max(0, limit)
    var placed: [(point: Int, index: Int)] = []
    var undecidedParts = 0
    let parts = parts(of: model)
    for (number, part) in parts.enumerated() {
      // What one part does not need is there for the others.
      var search = LinearizationSearch(part, in: self, by: model, limit: left / (parts.count - number))
      let outcome = search.run()
      left -= search.steps
      switch outcome {
      case .found(let order): placed += points(of: order)
      case .none(let violation): return .violated(violation)
      case .limitReached: undecidedParts += 1
      }
    }
    if undecidedParts > 0 { return .undecided(limit: limit) }
    // Stable: each part's calls stay in their order.
    let order = placed.enumerated().sorted { ($0.element.point, $0.offset) < ($1.element.point, $1.offset) }
    return .linearizable(order: order.map(\.element.index))
  }

  /// The calls that may have had an effect, as indices, part by part.
  private func parts<State>(of model: SequentialModel<State, Operation, Output>) -> [[Int]] {
    let indices = calls.indices.filter { index in
      if case .failed = calls[index].outcome { false } else { true }
    }
    guard let partNumbers = model.partNumbers else { return [indices] }
    var parts: [[Int]] = []
    for (index, part) in zip(indices, partNumbers(indices.map { calls[$0].operation })) {
      while parts.count <= part { parts.append([]) }
      parts[part].append(index)
    }
    return parts
  }

  /// The earliest moments at which calls in this order can have taken effect. No call returns before its moment, since
  /// whatever precedes it in the order was called before it returned: so the orders of several parts, merged by these
  /// moments, agree with time (Herlihy and Wing's locality).
  private func points(of order: [Int]) -> [(point: Int, index: Int)] {
    var latest = Int.min
    return order.map { index in
      latest = max(latest, calls[index].called)
      return (latest, index)
    }
  }
}
