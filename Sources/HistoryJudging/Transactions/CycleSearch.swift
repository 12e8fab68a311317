/// Searches the least cycle of a kind: breadth first, from each edge that the kind needs.
struct CycleSearch {
  /// What a cycle must be.
  struct Shape {
    /// The kind of the edge from which the search begins.
    var first: DependencyGraph.Kind
    /// The kinds of the others.
    var others: EdgeKinds
    var level: DependencyGraph.Level
    /// Two rw edges at least.
    var needsSecond = false
    /// No two rw edges one after the other.
    var nonadjacent = false
    /// The second edge is rw, too.
    var adjacent = false
    /// An rw edge leads to all later versions of its key, not only to the next: what is needed where versions between need not be visible.
    var overtakes = false
    /// Edges by predicate count as rw.
    var predicates = false
    /// The most edges that it may have.
    var longest = Int.max

    func begins(with kind: DependencyGraph.Kind) -> Bool {
      kind == first || first == .visible && kind == .observed || first == .rw && isAntidependency(kind)
    }

    func isAntidependency(_ kind: DependencyGraph.Kind) -> Bool { kind == .rw || predicates && kind == .predicate }
  }

  /// One step of a cycle.
  struct Step {
    var source: Int
    var target: Int
    var kind: DependencyGraph.Kind
    /// The dependency; nil for an order of time.
    var edge: DependencyGraph.Edge?
  }

  let graph: DependencyGraph
  /// How many edges the search may still look at: breadth first from every edge is quadratic in a large component.
  var budget = 40_000_000
  /// Whether the budget ended a search.
  private(set) var isIncomplete = false
  private var isInside: [Bool]
  private var stamps: [Int32]
  private var parents: [Int32]
  private var via: [Int32]
  private var stamp: Int32 = 0

  init(_ graph: DependencyGraph) {
    self.graph = graph
    isInside = Array(repeating: false, count: graph.count)
    // Four states a transaction: whether the last edge was rw, and whether there was a second one.
    stamps = Array(repeating: 0, count: graph.count * 4)
    parents = Array(repeating: -1, count: graph.count * 4)
    via = Array(repeating: -1, count: graph.count * 4)
  }

  /// The least cycle of this shape within these transactions.
  /// - Parameter nodes: in the order of their invocations.
  mutating func least(_ shape: Shape, in nodes: [Int], rank: [Int]? = nil) -> [Step]? {
    for node in nodes { isInside[node] = true }
    defer { for node in nodes { isInside[node] = false } }
    var best: [Step]?
    for source in nodes {
      for index in graph.outgoing(source) {
        let edge = graph.edges[index]
        let target = Int(edge.target)
        guard shape.begins(with: edge.kind), edge.level <= shape.level, isInside[target] else { continue }
        // Components are numbered against the direction of edges: only a larger number can lead to a smaller one.
        if let rank, rank[target] < rank[source] { continue }
        guard budget > 0 else {
          isIncomplete = true
          return best
        }
        let longest = min(shape.longest, (best?.count ?? Int.max))
        guard let cycle = cycle(by: index, shape, nodes, longest: longest) else { continue }
        guard Set(cycle.map(\.source)).count == cycle.count else { continue }
        if cycle.count < best?.count ?? Int.max { best = cycle }
      }
    }
    return best
  }

  /// The least cycle that begins with this edge, or, if later versions count, with one from the same source to a later version.
  private mutating func cycle(by first: Int, _ shape: Shape, _ nodes: [Int], longest: Int) -> [Step]? {
    stamp += 1
    let start = Int(graph.edges[first].target)
    let end = Int(graph.edges[first].source)
    var level: [Int] = []
    visit(start * 4 + (shape.first == .rw ? 1 : 0), from: -1, via: first, &level)
    if shape.overtakes { visitLater(graph.edges[first].key, except: end, &level) }
    var length = 1
    // By state of the second rw edge: transactions from here on, by invocation, have been reached by time.
    var reached = [nodes.count, nodes.count]
    while !level.isEmpty, length < longest {
      var next: [Int] = []
      length += 1
      for state in level {
        let node = state / 4
        let last = state & 1
        let second = state & 2
        for index in graph.outgoing(node) {
          budget -= 1
          let edge = graph.edges[index]
          guard shape.others.contains(edge.kind), edge.level <= shape.level, isInside[Int(edge.target)] else { continue }
          let rw = shape.isAntidependency(edge.kind) ? 1 : 0
          if shape.adjacent, length == 2 && rw == 0 || Int(edge.target) == start { continue }
          if rw == 1, shape.nonadjacent, last == 1 { continue }
          visit(Int(edge.target) * 4 + rw + (rw == 1 ? 2 : second), from: state, via: index, &next)
        }
        if shape.adjacent, length == 2 { continue }
        switch shape.level {
        case .plain: break
        case .process:
          var following = graph.nextOfProcess[node]
          while following >= 0 {
            budget -= 1
            if isInside[following], !shape.adjacent || following != start { visit(following * 4 + second, from: state, via: -2, &next) }
            following = graph.nextOfProcess[following]
          }
        case .realtime:
          let slot = second / 2
          while reached[slot] > 0, graph.invoked[nodes[reached[slot] - 1]] > graph.completed[node] {
            reached[slot] -= 1
            budget -= 1
            if shape.adjacent, nodes[reached[slot]] == start { continue }
            visit(nodes[reached[slot]] * 4 + second, from: state, via: -1, &next)
          }
        }
      }
      let goals = [end * 4, end * 4 + 1, end * 4 + 2, end * 4 + 3].filter { goal in
        stamps[goal] == stamp && (!shape.needsSecond || goal & 2 != 0) && (!shape.nonadjacent || goal & 1 == 0)
      }
      if let goal = goals.first { return steps(to: goal, first) }
      level = next
    }
    return nil
  }

  /// Those that wrote the key behind the one that is visited.
  private mutating func visitLater(_ key: Int32, except end: Int, _ level: inout [Int]) {
    var place = 0
    while place < level.count {
      for index in graph.outgoing(level[place] / 4) {
        budget -= 1
        let edge = graph.edges[index]
        guard edge.kind == .ww, edge.key == key, edge.target != end, isInside[Int(edge.target)] else { continue }
        visit(Int(edge.target) * 4 + 1, from: -1, via: index, &level)
      }
      place += 1
    }
  }

  private mutating func visit(_ state: Int, from parent: Int, via edge: Int, _ next: inout [Int]) {
    guard stamps[state] != stamp else { return }
    stamps[state] = stamp
    parents[state] = Int32(parent)
    via[state] = Int32(edge)
    next.append(state)
  }

  private func steps(to goal: Int, _ first: Int) -> [Step] {
    var steps: [Step] = []
    var state = goal
    while parents[state] >= 0 {
      let parent = Int(parents[state])
      let edge = Int(via[state])
      let kind: DependencyGraph.Kind = edge == -1 ? .realtime : edge == -2 ? .process : graph.edges[edge].kind
      steps.append(Step(source: parent / 4, target: state / 4, kind: kind, edge: edge >= 0 ? graph.edges[edge] : nil))
      state = parent
    }
    var edge = graph.edges[first]
    let later = graph.edges[Int(via[state])]
    (edge.target, edge.write) = (later.target, later.write)
    steps.append(Step(source: Int(edge.source), target: state / 4, kind: edge.kind, edge: edge))
    return steps.reversed()
  }
}
