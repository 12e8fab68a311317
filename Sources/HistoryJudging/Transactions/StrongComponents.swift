/// The strongly connected components of a dependency graph (Tarjan, 1972), without recursion.
///
/// Real time is an edge from each transaction to all that began after its end: too many to write down. So it goes through a chain of
/// moments, one for each completion: a transaction leads to the moment of its completion, a moment to the next one and to the
/// transactions that begin before the next.
///
/// Cycles without two antidependencies in a row: a transaction is two vertices, and an antidependency leads to the second one, which no
/// antidependency leaves.
struct StrongComponents {
  /// The component of each transaction; −1 if it is no node. A component's number is smaller than those of the components that lead to it.
  private(set) var numbers: [Int]
  /// The components with two transactions or more.
  private(set) var cycles: [[Int]] = []

  private let graph: DependencyGraph
  private let kinds: EdgeKinds
  private let level: DependencyGraph.Level
  private var moments: [Int] = []
  /// For each moment, the first transaction of `byInvocation` that begins after it.
  private var firstAfter: [Int] = []
  /// For each transaction, the moment of its completion, or −1.
  private var momentOf: [Int]
  private let nodes: [Int]
  private let isNode: [Bool]
  private let nonadjacent: Bool

  /// - Parameters:
  ///   - nodes: the transactions to look at, in the order of their invocations.
  ///   - nonadjacent: whether only paths count on which no antidependency follows another. A transaction may then be in several cycles.
  init(_ graph: DependencyGraph, kinds: EdgeKinds, level: DependencyGraph.Level, nodes: [Int], nonadjacent: Bool = false) {
    self.graph = graph
    self.kinds = kinds
    self.level = level
    self.nodes = nodes
    self.nonadjacent = nonadjacent
    numbers = Array(repeating: -1, count: graph.count)
    momentOf = Array(repeating: -1, count: graph.count)
    var isNode = Array(repeating: false, count: graph.count)
    for node in nodes { isNode[node] = true }
    self.isNode = isNode
    if level == .realtime { makeMoments() }
    run()
  }

  private mutating func makeMoments() {
    let completed = nodes.filter { graph.completed[$0] != Int.max }.sorted { graph.completed[$0] < graph.completed[$1] }
    var position = 0
    for node in completed {
      momentOf[node] = moments.count
      moments.append(graph.completed[node])
      while position < nodes.count, graph.invoked[nodes[position]] < graph.completed[node] { position += 1 }
      firstAfter.append(position)
    }
  }

  /// The first of the second vertices, behind transactions and moments.
  private var firstTwin: Int { graph.count + moments.count }

  /// The successor number `index` of a vertex; nil behind the last, −1 for one that does not count.
  private func successor(_ vertex: Int, _ index: Int) -> Int? {
    let isTwin = vertex >= firstTwin
    let vertex = isTwin ? vertex - firstTwin : vertex
    if vertex >= graph.count {
      let moment = vertex - graph.count
      if index == 0 { return moment + 1 < moments.count ? vertex + 1 : -1 }
      let position = firstAfter[moment] + index - 1
      let end = moment + 1 < moments.count ? firstAfter[moment + 1] : nodes.count
      return position < end ? nodes[position] : nil
    }
    let edges = graph.outgoing(vertex)
    if index < edges.count {
      let edge = graph.edges[edges.lowerBound + index]
      let target = Int(edge.target)
      guard kinds.contains(edge.kind), edge.level <= level, isNode[target] else { return -1 }
      guard nonadjacent, edge.kind == .rw || edge.kind == .predicate else { return target }
      return isTwin ? -1 : firstTwin + target
    }
    guard index == edges.count else { return nil }
    switch level {
    case .plain: return nil
    case .process:
      let next = graph.nextOfProcess[vertex]
      return next >= 0 && isNode[next] ? next : -1
    case .realtime: return momentOf[vertex] >= 0 ? graph.count + momentOf[vertex] : -1
    }
  }

  private mutating func run() {
    let total = firstTwin + (nonadjacent ? graph.count : 0)
    var order = Array(repeating: -1, count: total)
    var low = Array(repeating: 0, count: total)
    var isOnStack = Array(repeating: false, count: total)
    var stack: [Int] = []
    var path: [(vertex: Int, next: Int)] = []
    var time = 0
    var components = 0
    for root in nodes where order[root] < 0 {
      path.append((root, 0))
      order[root] = time
      low[root] = time
      time += 1
      stack.append(root)
      isOnStack[root] = true
      while let (vertex, index) = path.last {
        if let successor = successor(vertex, index) {
          path[path.count - 1].next += 1
          if successor < 0 { continue }
          if order[successor] < 0 {
            order[successor] = time
            low[successor] = time
            time += 1
            stack.append(successor)
            isOnStack[successor] = true
            path.append((successor, 0))
          } else if isOnStack[successor] {
            low[vertex] = min(low[vertex], order[successor])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { low[parent.vertex] = min(low[parent.vertex], low[vertex]) }
        guard low[vertex] == order[vertex] else { continue }
        var members: Set<Int> = []
        while let member = stack.popLast() {
          isOnStack[member] = false
          if member < graph.count {
            numbers[member] = components
            members.insert(member)
          } else if member >= firstTwin {
            members.insert(member - firstTwin)
          }
          if member == vertex { break }
        }
        components += 1
        if members.count > 1 { cycles.append(members.sorted { graph.invoked[$0] < graph.invoked[$1] }) }
      }
    }
  }
}
