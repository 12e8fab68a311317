/// The search for an order of calls: Wing and Gong's (1993), with Lowe's (2017) just-in-time linearization and memory of configurations.
///
/// Three arguments of exchange keep it short beyond that:
/// - an open call that changes no state is placed as soon as its output fits;
/// - of calls with the same effect and output, the one that must complete first goes first;
/// - a configuration that used as many calls of unknown outcome as another, kind by kind, or more, is dropped.
struct JustInTimeSearch {
  enum Outcome: Sendable, Equatable {
    /// An order of calls; those of unknown outcome stand in it only if they had to take effect.
    case order([Int])
    /// There is none: the call at which every order stops, and the longest order up to there.
    case none(stuck: Int, order: [Int], lastState: Int32)
    /// The work allowed is used up: how many completions some order explains, of how many.
    case limit(explained: Int, completions: Int)
  }

  /// What an order has come to: all completions before `position` are explained.
  private struct Configuration {
    var position: Int32
    var state: Int32
    /// The open calls that have their place already.
    var placed: UInt64
    var used: Int32
  }

  private struct Node {
    let configuration: Configuration
    let parent: Int32
    /// The call placed last.
    let call: Int32
    /// The next node with the same position, state and placed calls; -1: none.
    let next: Int32
  }

  /// Placements tried so far.
  private(set) var steps = 0
  /// Configurations kept.
  var configurations: Int { nodes.count }

  private let schedule: CallSchedule
  private let table: TransitionTable
  private var sets: OpenCallSets
  private var use = UnknownCallUse()
  private var nodes: [Node] = []
  private var memory = WordTable()
  private var stack: [(node: Int32, cursor: Int)] = []
  /// While an order is told: the calls placed.
  private var told: [Int32]?

  init(_ calls: [TimedCall], _ table: TransitionTable) {
    schedule = CallSchedule(calls, observes: table.observes)
    self.table = table
    sets = OpenCallSets(slots: schedule.slotCount)
  }

  /// - Parameters:
  ///   - limit: the most placements to try.
  ///   - deadline: when to give up at the latest.
  mutating func run(limit: Int, deadline: ContinuousClock.Instant? = nil) -> Outcome {
    let end = Int32(schedule.completions.count)
    var root = Configuration(position: 0, state: 0, placed: OpenCallSets.empty, used: UnknownCallUse.nothing)
    if end > 0 { settle(&root, moved: true) }
    keep(root, parent: -1, call: -1)
    var furthest: Int32 = 0
    var rounds = 0
    while let top = stack.last {
      let configuration = nodes[Int(top.node)].configuration
      if configuration.position > nodes[Int(furthest)].configuration.position { furthest = top.node }
      if configuration.position == end { return .order(order(to: top.node)) }
      var cursor = top.cursor
      guard let candidate = candidate(of: configuration, &cursor) else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].cursor = cursor
      steps += 1
      rounds += 1
      // The clock is asked now and then.
      if steps > limit || (rounds & 0xFFF == 0 && deadline.map { $0 < .now } ?? false) {
        return .limit(explained: Int(nodes[Int(furthest)].configuration.position), completions: Int(end))
      }
      let code = table.next(configuration.state, schedule.calls[Int(candidate.call)].kind)
      if code == TransitionTable.none { continue }
      if code > TransitionTable.none {
        follow(configuration, to: code, by: candidate, from: top.node)
      } else {
        for state in table.states(code).reversed() { follow(configuration, to: state, by: candidate, from: top.node) }
      }
    }
    let configuration = nodes[Int(furthest)].configuration
    return .none(
      stuck: Int(schedule.completions[Int(configuration.position)]), order: order(to: furthest), lastState: configuration.state)
  }

  private struct Candidate {
    let call: Int32
    /// The place of its kind among the unknown ones; -1: the outcome is known.
    let unknown: Int
  }

  /// The next call to try: open ones by their completion, then those of unknown outcome.
  private func candidate(of configuration: Configuration, _ cursor: inout Int) -> Candidate? {
    let position = configuration.position
    let open = schedule.openCount(at: position)
    while cursor < open {
      let (call, after) = schedule.openCall(cursor, at: position)
      cursor += 1
      if sets.contains(configuration.placed, schedule.slots[Int(call)]) { continue }
      if after >= 0 && !sets.contains(configuration.placed, schedule.slots[Int(after)]) { continue }
      return Candidate(call: call, unknown: -1)
    }
    while cursor - open < schedule.unknownKinds.count {
      let place = cursor - open
      cursor += 1
      let used = use.count(configuration.used, Int32(place))
      guard used < schedule.usableFrom[place].count, schedule.usableFrom[place][used] <= position else { continue }
      return Candidate(call: schedule.unknownCalls[place][used], unknown: place)
    }
    return nil
  }

  private mutating func follow(_ configuration: Configuration, to state: Int32, by candidate: Candidate, from node: Int32) {
    var next = configuration
    next.state = state
    if candidate.unknown >= 0 {
      // Whoever need not be placed and changes nothing is not missed.
      if state == configuration.state { return }
      next.used = use.adding(Int32(candidate.unknown), to: configuration.used)
    } else {
      next.placed = sets.adding(schedule.slots[Int(candidate.call)], to: configuration.placed)
    }
    settle(&next, moved: state != configuration.state)
    keep(next, parent: node, call: candidate.call)
  }

  /// Places the observers that fit, and goes on over the completions whose calls have their place.
  private mutating func settle(_ configuration: inout Configuration, moved: Bool) {
    if moved { observe(schedule.observers(at: configuration.position), &configuration) }
    while true {
      let slot = schedule.slots[Int(schedule.completions[Int(configuration.position)])]
      guard sets.contains(configuration.placed, slot) else { return }
      configuration.placed = sets.removing(slot, from: configuration.placed)
      configuration.position += 1
      if Int(configuration.position) == schedule.completions.count { return }
      observe(schedule.newObservers(at: configuration.position), &configuration)
    }
  }

  private mutating func observe(_ observers: ArraySlice<Int32>, _ configuration: inout Configuration) {
    for call in observers {
      let slot = schedule.slots[Int(call)]
      if sets.contains(configuration.placed, slot) { continue }
      guard table.next(configuration.state, schedule.calls[Int(call)].kind) == configuration.state else { continue }
      configuration.placed = sets.adding(slot, to: configuration.placed)
      told?.append(call)
    }
  }

  /// Remembers the configuration and puts it on the stack, unless another that is as good was there before.
  private mutating func keep(_ configuration: Configuration, parent: Int32, call: Int32) {
    let key = UInt64(UInt32(bitPattern: configuration.position)) << 32 | UInt64(UInt32(bitPattern: configuration.state))
    let first = memory[key, configuration.placed]
    var other = first
    while other >= 0 {
      if use.covers(nodes[Int(other)].configuration.used, configuration.used) { return }
      other = nodes[Int(other)].next
      steps += 1
    }
    let number = Int32(nodes.count)
    nodes.append(Node(configuration: configuration, parent: parent, call: call, next: first))
    memory[key, configuration.placed] = number
    stack.append((number, 0))
  }

  /// The calls placed on the way to a node, observers included: the way is gone once more.
  private mutating func order(to node: Int32) -> [Int] {
    var path: [Int32] = []
    var current = node
    while current >= 0 {
      path.append(current)
      current = nodes[Int(current)].parent
    }
    told = []
    defer { told = nil }
    for (index, number) in path.reversed().enumerated() {
      let node = nodes[Int(number)]
      if index == 0 {
        var root = Configuration(position: 0, state: 0, placed: OpenCallSets.empty, used: UnknownCallUse.nothing)
        if !schedule.completions.isEmpty { settle(&root, moved: true) }
        continue
      }
      var configuration = nodes[Int(node.parent)].configuration
      let moved = node.configuration.state != configuration.state
      configuration.state = node.configuration.state
      told?.append(node.call)
      let slot = schedule.slots[Int(node.call)]
      if slot >= 0 { configuration.placed = sets.adding(slot, to: configuration.placed) }
      settle(&configuration, moved: moved)
    }
    return told?.map(Int.init) ?? []
  }
}
