/// The search for an order of calls: Wing and Gong's (1993), with Lowe's (2017) memory of the configurations that led
/// to nothing.
///
/// Calls and returns stand in a list by time. A call can be the next of the order if no return stands before it, since
/// whoever returned before it was called must precede it. It is then taken out together with its return; when a return
/// is met, its call should have been placed by now, and the last placement is taken back.
///
/// Two ways to the same set of placed calls and the same state have the same future: the second is not followed.
struct LinearizationSearch<State: Hashable & Sendable, Operation: Sendable, Output: Sendable> {
  enum Outcome {
    case found([Int])
    case none(LinearizabilityViolation)
    case limitReached
  }

  private struct Configuration: Hashable {
    let placed: PlacedCalls
    let state: State
  }

  /// A placement that can be taken back.
  private struct Frame {
    let call: Int
    /// Before the placement.
    let state: State
    /// Other states that the call may lead to.
    var alternatives: ArraySlice<State>
  }

  /// Placements tried.
  private(set) var steps = 0

  private let history: History<Operation, Output>
  private let model: SequentialModel<State, Operation, Output>
  private let limit: Int
  /// By time of call: what the search calls a call is its place here.
  private let calls: [Int]
  /// By call; nil where the outcome is unknown.
  private let outputs: [Output?]
  /// Of the returns of calls that were done, by time: the order in which they can be met.
  private let ranks: [Int]

  // Nodes of the list: n calls, n returns, the head, the tail. An unknown call's return is not in it: it is never met.
  private var next: [Int]
  private var previous: [Int]
  private let head: Int
  private let tail: Int

  private var state: State
  private var placed: PlacedCalls
  private var stack: [Frame] = []
  private var seen: Set<Configuration> = []
  /// Calls with a known outcome that are not placed.
  private var owed: Int
  /// The latest return that was met, and the longest order with which it was.
  private var furthest: (call: Int, order: [Int])?

  /// - Parameter part: the calls to be ordered, as indices; none that failed.
  init(
    _ part: [Int], in history: History<Operation, Output>, by model: SequentialModel<State, Operation, Output>,
    limit: Int
  ) {
    let calls = part.sorted { (history.calls[$0].called, $0) < (history.calls[$1].called, $1) }
    let count = calls.count
    var outputs: [Output?] = []
    var events: [(time: Int, isReturn: Int, node: Int)] = []
    for (call, index) in calls.enumerated() {
      events.append((history.calls[index].called, 0, call))
      if case .done(let output) = history.calls[index].outcome {
        outputs.append(output)
        events.append((history.calls[index].returned, 1, count + call))
      } else {
        outputs.append(nil)
      }
    }
    events.sort { $0 < $1 }

    head = 2 * count
    tail = 2 * count + 1
    next = Array(repeating: 0, count: 2 * count + 2)
    previous = next
    var ranks = Array(repeating: 0, count: count)
    var last = head
    for (rank, event) in events.enumerated() {
      next[last] = event.node
      previous[event.node] = last
      last = event.node
      if event.isReturn == 1 { ranks[event.node - count] = rank }
    }
    next[last] = tail
    previous[tail] = last

    self.history = history
    self.model = model
    self.limit = limit
    self.calls = calls
    self.outputs = outputs
    self.ranks = ranks
    state = model.initial
    placed = PlacedCalls(count: count)
    owed = events.count - count
  }

  mutating func run() -> Outcome {
    var node = next[head]
    // Calls that must be placed are tried before those that need not be.
    var triesUnknown = false
    while owed > 0 {
      if node < calls.count {
        if (outputs[node] == nil) == triesUnknown {
          guard steps < limit else { return .limitReached }
          steps += 1
          let call = node
          let states = model.step(state, history.calls[calls[call]].operation, outputs[call])
          if place(call, states[...]) {
            node = next[head]
            triesUnknown = false
            continue
          }
        }
        node = next[node]
        continue
      }
      // A return, and its call is not placed.
      if !triesUnknown {
        noteStuck(at: node - calls.count)
        triesUnknown = true
        node = next[head]
        continue
      }
      guard let frame = takeBack() else { return .none(violation()) }
      if place(frame.call, frame.alternatives) {
        node = next[head]
        triesUnknown = false
      } else {
        triesUnknown = outputs[frame.call] == nil
        node = next[frame.call]
      }
    }
    return .found(stack.map { calls[$0.call] })
  }

  /// Puts the call next into the order, with the first of the states that leads to something new.
  private mutating func place(_ call: Int, _ states: ArraySlice<State>) -> Bool {
    placed.insert(call)
    let key = placed.trimmed
    for (position, next) in zip(states.indices, states) {
      // Whoever need not be placed and changes nothing is not missed.
      if outputs[call] == nil && next == state { continue }
      guard seen.insert(Configuration(placed: key, state: next)).inserted else { continue }
      stack.append(Frame(call: call, state: state, alternatives: states[(position + 1)...]))
      state = next
      takeOut(call)
      return true
    }
    placed.remove(call)
    return false
  }

  private mutating func takeBack() -> Frame? {
    guard let frame = stack.popLast() else { return nil }
    state = frame.state
    placed.remove(frame.call)
    putBack(frame.call)
    return frame
  }

  private mutating func takeOut(_ call: Int) {
    unlink(call)
    guard outputs[call] != nil else { return }
    unlink(calls.count + call)
    owed -= 1
  }

  /// In the reverse order of taking out, so that each node finds its neighbours as they were.
  private mutating func putBack(_ call: Int) {
    if outputs[call] != nil {
      relink(calls.count + call)
      owed += 1
    }
    relink(call)
  }

  private mutating func unlink(_ node: Int) {
    next[previous[node]] = next[node]
    previous[next[node]] = previous[node]
  }

  private mutating func relink(_ node: Int) {
    next[previous[node]] = node
    previous[next[node]] = node
  }

  private mutating func noteStuck(at call: Int) {
    if let furthest {
      let (rank, best) = (ranks[call], ranks[furthest.call])
      guard rank > best || (rank == best && stack.count > furthest.order.count) else { return }
    }
    furthest = (call, stack.map(\.call))
  }

  private func violation() -> LinearizabilityViolation {
    // Something is owed, so a return was met.
    let (stuck, order) = furthest ?? (0, [])
    let end = history.calls[calls[stuck]].returned
    return LinearizabilityViolation(
      stuck: calls[stuck], prefix: calls.filter { history.calls[$0].called <= end }, order: order.map { calls[$0] })
  }
}
