/// One call as its process sees it: behind the acknowledged calls that the process made before, at whatever time.
struct SessionCall: Sendable, Hashable {
  /// The number of the process.
  var process: Int
  /// How many calls of its process were acknowledged before it.
  var turn: Int
  /// Whether it must have a place. Otherwise it may take effect at any time behind those before it, or never.
  var isAcknowledged: Bool
  /// The number of what the call does, output included.
  var kind: Int32
}

/// The search for an order of calls that has the order of each process and explains all outputs, whatever the times: sequential consistency
/// (Lamport, 1979). Depth first, with memory of where it has been: how many calls of each process are placed, which calls of unknown
/// outcome, and the state.
///
/// A call that changes no state is placed as soon as its process has come to it and its output fits.
struct ProcessOrderSearch {
  /// What an order has come to.
  private struct Configuration: Hashable {
    /// By process: how many of its acknowledged calls are placed.
    var placed: [Int32]
    var state: Int32
  }

  private struct Node {
    var configuration: Configuration
    /// By group of ``ProcessOrderSearch/unknown``: how many of its calls are placed.
    var used: [Int32]
    var parent: Int
    /// The calls placed since the parent.
    var calls: [Int32]
    var count: Int
  }

  /// Placements tried so far.
  private(set) var steps = 0
  private let calls: [SessionCall]
  private let table: TransitionTable
  /// By process: its acknowledged calls.
  private var turns: [[Int32]] = []
  /// The calls of unknown outcome that may change a state; those of a group are alike but for their names.
  private var unknown: [[Int32]] = []
  private var nodes: [Node] = []
  /// By configuration: the nodes that had it.
  private var memory: [Configuration: [Int]] = [:]

  /// - Parameter calls: in the order of their invocations, which is the order in which they are tried.
  init(_ calls: [SessionCall], _ table: TransitionTable) {
    self.calls = calls
    self.table = table
    turns = Array(repeating: [], count: (calls.map(\.process).max() ?? -1) + 1)
    var groups: [SessionCall: Int] = [:]
    for (index, call) in calls.enumerated() {
      if call.isAcknowledged { turns[call.process].append(Int32(index)) }
      if call.isAcknowledged || table.observes[Int(call.kind)] { continue }
      var alike = call
      // Behind nothing, it does not matter whose it is.
      if call.turn == 0 { alike.process = -1 }
      let group = groups[alike, default: unknown.count]
      if group == unknown.count { unknown.append([]) }
      groups[alike] = group
      unknown[group].append(Int32(index))
    }
  }

  /// The most placements that are tried: each is remembered, in some hundred bytes.
  static let most = 2_000_000

  /// - Parameters:
  ///   - limit: the most placements to try, and no more than ``most``.
  ///   - deadline: when to give up at the latest.
  mutating func run(limit: Int, deadline: ContinuousClock.Instant? = nil) -> JustInTimeSearch.Outcome {
    let limit = min(limit, Self.most)
    let acknowledged = turns.reduce(0) { $0 + $1.count }
    var furthest = 0
    var stack: [Int] = []
    let root = Configuration(placed: Array(repeating: 0, count: turns.count), state: 0)
    if let node = keep(root, used: Array(repeating: 0, count: unknown.count), parent: -1, calls: []) { stack.append(node) }
    while let top = stack.popLast() {
      if nodes[top].count > nodes[furthest].count { furthest = top }
      if nodes[top].count == acknowledged { return .order(order(to: top)) }
      if steps > limit || (stack.count & 0xFF == 0 && deadline.map { $0 < .now } ?? false) {
        return .limit(explained: nodes[furthest].count, completions: acknowledged)
      }
      // Those that began first are tried first, and those that need not have happened last.
      let node = nodes[top]
      let open = unknown.indices.filter { isOpen($0, node) }
      for group in open.reversed() { stack += follow(top, by: unknown[group][Int(node.used[group])], of: group) }
      for call in candidates(node).reversed() { stack += follow(top, by: call, of: nil) }
    }
    let last = nodes[furthest]
    // Every head that is left changes nothing or fits nowhere: else the order would be longer.
    return .none(stuck: Int(candidates(last).first ?? 0), order: order(to: furthest), lastState: last.configuration.state)
  }

  /// The calls to which the processes have come, by their invocations.
  private func candidates(_ node: Node) -> [Int32] {
    turns.indices.compactMap { process in
      let place = Int(node.configuration.placed[process])
      return place < turns[process].count ? turns[process][place] : nil
    }.sorted()
  }

  private func isOpen(_ group: Int, _ node: Node) -> Bool {
    let first = calls[Int(unknown[group][0])]
    return node.configuration.placed[first.process] >= first.turn && Int(node.used[group]) < unknown[group].count
  }

  /// - Parameter group: the call's, if its outcome is not known.
  private mutating func follow(_ node: Int, by call: Int32, of group: Int?) -> [Int] {
    steps += 1
    var found: [Int] = []
    let code = table.next(nodes[node].configuration.state, calls[Int(call)].kind)
    for state in table.states(code) {
      var next = nodes[node].configuration
      var used = nodes[node].used
      if let group {
        // Whoever need not be placed and changes nothing is not missed.
        if state == next.state { continue }
        used[group] += 1
      } else {
        next.placed[calls[Int(call)].process] += 1
      }
      next.state = state
      if let kept = keep(next, used: used, parent: node, calls: [call]) { found.append(kept) }
    }
    return found
  }

  /// Places what fits and changes nothing, and remembers the configuration.
  /// - Returns: its node; nil if it was there before with no more calls of unknown outcome.
  private mutating func keep(_ configuration: Configuration, used: [Int32], parent: Int, calls placed: [Int32]) -> Int? {
    var configuration = configuration
    var placed = placed
    for process in turns.indices {
      while Int(configuration.placed[process]) < turns[process].count {
        let call = turns[process][Int(configuration.placed[process])]
        let kind = calls[Int(call)].kind
        guard table.observes[Int(kind)], table.next(configuration.state, kind) == configuration.state else { break }
        configuration.placed[process] += 1
        placed.append(call)
      }
    }
    let earlier = memory[configuration, default: []]
    steps += earlier.count
    if earlier.contains(where: { zip(nodes[$0].used, used).allSatisfy(<=) }) { return nil }
    memory[configuration, default: []].append(nodes.count)
    let count = configuration.placed.reduce(0) { $0 + Int($1) }
    nodes.append(Node(configuration: configuration, used: used, parent: parent, calls: placed, count: count))
    return nodes.count - 1
  }

  private func order(to node: Int) -> [Int] {
    var parts: [[Int32]] = []
    var current = node
    while current >= 0 {
      parts.append(nodes[current].calls)
      current = nodes[current].parent
    }
    return parts.reversed().joined().map(Int.init)
  }
}
