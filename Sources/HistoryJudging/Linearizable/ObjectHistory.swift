/// The calls of one object, to be put into an order.
struct ObjectHistory<Object: SequentialObject>: Sendable {
  enum Finding: Sendable {
    /// An order explains the calls. Nil: a theorem says that there is one, without naming it.
    case linearizable(order: [Int]?)
    case refused(Refusal)
    case undecided(explained: Int, completions: Int)
  }

  /// Calls that contradict each other.
  struct Refusal: Sendable {
    /// The calls, as indices.
    var core: [Int]
    /// Calls that may serve to explain the core, at whatever time: it has no order in spite of them.
    var others: [Int]
    /// What the rule is that the calls break, in words; nil if the search found them.
    var rule: String?
  }

  let object: Object
  let calls: [ObjectCall<Object.Operation>]

  /// Searches for an order.
  /// - Parameters:
  ///   - limit: the most placements to try.
  ///   - deadline: when to give up at the latest.
  func search(
    limit: Int, deadline: ContinuousClock.Instant? = nil
  ) -> (outcome: JustInTimeSearch.Outcome, steps: Int, state: String) {
    var numbers: [Object.Operation: Int32] = [:]
    var kinds: [Object.Operation] = []
    let timed = calls.map { call in
      if let number = numbers[call.operation] { return TimedCall(start: call.start, end: call.end, kind: number) }
      let number = Int32(kinds.count)
      kinds.append(call.operation)
      numbers[call.operation] = number
      return TimedCall(start: call.start, end: call.end, kind: number)
    }
    let table = TransitionTable(object, kinds: kinds)
    var search = JustInTimeSearch(timed, table)
    let outcome = search.run(limit: limit, deadline: deadline)
    var state = ""
    if case .none(_, _, let last) = outcome { state = table.text(ofState: last) }
    return (outcome, search.steps, state)
  }

  /// Decides by search, and takes `steps` off the placements that are left.
  func decide(_ budget: inout Int, deadline: ContinuousClock.Instant? = nil) -> Finding {
    let (outcome, steps, _) = search(limit: budget, deadline: deadline)
    budget -= min(budget, steps)
    switch outcome {
    case .order(let order): return .linearizable(order: order)
    case .limit(let explained, let completions): return .undecided(explained: explained, completions: completions)
    case .none(let stuck, _, _):
      // The shortest beginning that has no order: calls that began later cannot have helped.
      let end = calls[stuck].end ?? Int.max
      return .refused(Refusal(core: calls.indices.filter { calls[$0].start <= end }, others: [], rule: nil))
    }
  }
}
