/// Who must come before whom (Adya, 1999): transactions as nodes, and an edge for each dependency.
struct DependencyGraph {
  /// Why one transaction comes before another.
  enum Kind: UInt8 {
    /// The second overwrites a version that the first installed.
    case ww
    /// The second reads a version that the first installed.
    case wr
    /// The second overwrites a version that the first read.
    case rw
    /// The same process began the second after the first.
    case process
    /// The first was acknowledged before the second began.
    case realtime
    /// The second overwrites a version that the first installed, as no update may be lost: the first came directly behind what it read.
    case cursor
    /// The second overwrites a version that the first installed, as transactions are atomic: who saw the first read what the second wrote.
    case visible
    /// The same, and who saw the first did so before it read what the second wrote.
    case observed
    /// The second writes a key that the first did not find in a scan of its range: an antidependency by predicate.
    case predicate
  }

  /// Which orders of time count besides the dependencies.
  enum Level: Int, CaseIterable, Comparable {
    case plain, process, realtime
    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    /// The suffix of an anomaly that needs it.
    var suffix: String { ["", "-process", "-realtime"][rawValue] }
  }

  struct Edge {
    var source: Int32
    var target: Int32
    var kind: Kind
    /// From where on it is known.
    var level: Level = .plain
    var key: Int32
    /// The write that the target made (ww, rw) or read (wr).
    var write: Int32
    /// What the source wrote or read: a write; −1 for the initial state.
    var before: Int32
  }

  let count: Int
  let invoked: [Int]
  let completed: [Int]
  private(set) var edges: [Edge] = []
  private(set) var starts: [Int] = []
  /// The transactions by their invocations.
  let byInvocation: [Int]
  /// The next completed transaction of the same process, or −1.
  let nextOfProcess: [Int]

  /// - Parameter edges: in any order; those from a transaction to itself are dropped.
  init(_ log: TransactionLog, isNode: [Bool], edges unsorted: [Edge]) {
    count = log.transactions.count
    invoked = log.transactions.map(\.invoked)
    completed = log.transactions.map(\.completed)
    byInvocation = isNode.indices.filter { isNode[$0] }.sorted { log.transactions[$0].invoked < log.transactions[$1].invoked }
    var last: [HistoryProcess: Int] = [:]
    var next = Array(repeating: -1, count: count)
    var edges = unsorted
    for node in byInvocation {
      let before = last[log.transactions[node].process]
      if log.transactions[node].outcome == .ok {
        if let before { next[before] = node }
        last[log.transactions[node].process] = node
      } else if let before {
        // What may take effect at any later time comes behind those before it, and before nothing.
        edges.append(
          Edge(source: Int32(before), target: Int32(node), kind: .process, level: .process, key: -1, write: -1, before: -1))
      }
    }
    nextOfProcess = next
    sort(edges)
  }

  /// By source, in time proportional to their number.
  private mutating func sort(_ unsorted: [Edge]) {
    starts = Array(repeating: 0, count: count + 1)
    for edge in unsorted where edge.source != edge.target { starts[Int(edge.source) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    guard let any = unsorted.first else { return }
    edges = Array(repeating: any, count: starts[count])
    var places = starts
    for edge in unsorted where edge.source != edge.target {
      edges[places[Int(edge.source)]] = edge
      places[Int(edge.source)] += 1
    }
  }

  /// The edges that leave a transaction, as indices in ``edges``.
  func outgoing(_ node: Int) -> Range<Int> { starts[node]..<starts[node + 1] }
}

/// Kinds of edges, as bits.
struct EdgeKinds: OptionSet {
  let rawValue: UInt16
  static let ww = EdgeKinds(rawValue: 1)
  static let wr = EdgeKinds(rawValue: 2)
  static let rw = EdgeKinds(rawValue: 4)
  static let cursor = EdgeKinds(rawValue: 32)
  static let observed = EdgeKinds(rawValue: 128)
  static let visible = EdgeKinds(rawValue: 64 + 128)
  static let predicate = EdgeKinds(rawValue: 256)
  /// Who comes after whom, for models that forbid lost updates and have atomic transactions.
  static let dependencies: EdgeKinds = [.ww, .wr, .cursor, .visible]
  /// Without scans.
  static let items: EdgeKinds = [.dependencies, .rw]
  static let all: EdgeKinds = [.items, .predicate]

  /// Orders of time are in all of them: an edge's level says whether they count.
  func contains(_ kind: DependencyGraph.Kind) -> Bool { kind == .process || rawValue & (1 << kind.rawValue) != 0 }
}
