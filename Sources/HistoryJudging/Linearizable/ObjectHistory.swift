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
  /// By their invocations.
  let calls: [ObjectCall<Object.Operation>]
  var order = CallOrder.time

  /// Searches for an order.
  /// - Parameters:
  ///   - limit: the most placements to try.
  ///   - deadline: when to give up at the latest.
  func search(
    limit: Int, deadline: ContinuousClock.Instant? = nil
  ) -> (outcome: JustInTimeSearch.Outcome, steps: Int, state: String) {
    let (kinds, table) = numbered()
    let (outcome, steps) = search(kinds, table, limit: limit, deadline: deadline)
    var state = ""
    if case .none(_, _, let last) = outcome { state = table.text(ofState: last) }
    return (outcome, steps, state)
  }

  /// The number of what each call does, and the moves of the object by these numbers.
  func numbered() -> (kinds: [Int32], table: TransitionTable) {
    var numbers: [Object.Operation: Int32] = [:]
    var kinds: [Object.Operation] = []
    let numbered = calls.map { call in
      if let number = numbers[call.operation] { return number }
      let number = Int32(kinds.count)
      kinds.append(call.operation)
      numbers[call.operation] = number
      return number
    }
    return (numbered, TransitionTable(object, kinds: kinds))
  }

  /// - Parameters:
  ///   - kinds: the number of what each call does.
  ///   - table: knows these numbers; searches of parts of one history share it.
  func search(
    _ kinds: [Int32], _ table: TransitionTable, limit: Int, deadline: ContinuousClock.Instant? = nil
  ) -> (outcome: JustInTimeSearch.Outcome, steps: Int) {
    switch order {
    case .time: inTime(kinds, table, limit, deadline)
    case .process: inSessions(kinds, table, limit, deadline)
    }
  }

  private func inTime(
    _ kinds: [Int32], _ table: TransitionTable, _ limit: Int, _ deadline: ContinuousClock.Instant?
  ) -> (JustInTimeSearch.Outcome, Int) {
    let timed = zip(calls, kinds).map { TimedCall(start: $0.start, end: $0.end, kind: $1) }
    var search = JustInTimeSearch(timed, table)
    return (search.run(limit: limit, deadline: deadline), search.steps)
  }

  private func inSessions(
    _ kinds: [Int32], _ table: TransitionTable, _ limit: Int, _ deadline: ContinuousClock.Instant?
  ) -> (JustInTimeSearch.Outcome, Int) {
    var turns: [Int: Int] = [:]
    var processes: [Int: Int] = [:]
    let order = calls.indices.sorted { (calls[$0].start, $0) < (calls[$1].start, $1) }
    let sessions = order.map { index in
      let call = calls[index]
      let process = processes[call.process, default: processes.count]
      processes[call.process] = process
      defer { if call.end != nil { turns[process, default: 0] += 1 } }
      return SessionCall(process: process, turn: turns[process, default: 0], isAcknowledged: call.end != nil, kind: kinds[index])
    }
    var search = ProcessOrderSearch(sessions, table)
    let outcome = search.run(limit: limit, deadline: deadline)
    switch outcome {
    case .order(let found): return (.order(found.map { order[$0] }), search.steps)
    case .none(let stuck, let found, let state):
      return (.none(stuck: order[stuck], order: found.map { order[$0] }, lastState: state), search.steps)
    case .limit: return (outcome, search.steps)
    }
  }

  /// Decides by search, and takes `steps` off the placements that are left.
  func decide(_ budget: inout Int, deadline: ContinuousClock.Instant? = nil) -> Finding {
    let (outcome, steps, _) = search(limit: budget, deadline: deadline)
    budget -= min(budget, steps)
    switch outcome {
    case .order(let order): return .linearizable(order: order)
    case .limit(let explained, let completions): return .undecided(explained: explained, completions: completions)
    case .none(let stuck, _, _):
      // In time: the shortest beginning that has no order, as calls that began later cannot have helped.
      let end = order == .time ? calls[stuck].end ?? Int.max : Int.max
      return .refused(Refusal(core: calls.indices.filter { calls[$0].start <= end }, others: [], rule: nil))
    }
  }
}
