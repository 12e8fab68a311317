/// The least cycle of a kind, by trying all cycles: of a history of lists whose last transaction reads all keys, so that every order is
/// known.
struct LeastCycle {
  /// Edges between two transactions, as bits.
  struct Edges: OptionSet {
    let rawValue: Int
    static let ww = Edges(rawValue: 1)
    static let wr = Edges(rawValue: 2)
    static let rw = Edges(rawValue: 4)
    static let time = Edges(rawValue: 8)
    /// To a version behind the next.
    static let later = Edges(rawValue: 16)
    /// Of keys that a scan did not find, to the first version and to those behind it.
    static let predicate = Edges(rawValue: 32)
    static let laterPredicate = Edges(rawValue: 64)
  }

  private let members: [Int]
  private var edges: [[Edges]]

  /// - Parameter level: 0: dependencies alone; 1: with the order of processes; 2: with real time.
  init(_ drawn: DrawnTransactions, level: Int) {
    let all = drawn.all.map(\.readingSingly)
    members = all.indices.filter { all[$0].outcome == .ok }
    edges = Array(repeating: Array(repeating: [], count: all.count), count: all.count)
    var writers: [Int: Int] = [:]
    for (number, transaction) in all.enumerated() {
      for case .write(_, let value) in transaction.steps { writers[value] = number }
    }
    for case .read(let key, let values) in all.last?.steps ?? [] {
      let order = values.compactMap { writers[$0] }.filter { all[$0].outcome == .ok }
      for (one, other) in zip(order, order.dropFirst()) where one != other { edges[one][other].insert(.ww) }
      for number in members {
        for case .read(key, let read) in all[number].steps {
          let others = read.compactMap { writers[$0] }.filter { $0 != number }
          if let last = others.last { edges[last][number].insert(.wr) }
          let behind = order.dropFirst(read.count { writers[$0].map { all[$0].outcome == .ok } ?? false })
          if let next = behind.first, next != number { edges[number][next].insert(.rw) }
          for later in behind where later != number { edges[number][later].insert(.later) }
        }
        for case .absent(key) in all[number].steps {
          if let next = order.first, next != number { edges[number][next].insert(.predicate) }
          for later in order where later != number { edges[number][later].insert(.laterPredicate) }
        }
      }
    }
    for one in members {
      for other in members where one != other && all[one].completed < all[other].invoked {
        if level == 2 || level == 1 && all[one].process == all[other].process { edges[one][other].insert(.time) }
      }
    }
  }

  /// What a cycle of a kind is made of.
  private func isOf(_ kind: String, _ cycle: [Edges]) -> Bool {
    // One edge of those between each two transactions is enough.
    func some(_ rest: ArraySlice<Edges>, _ chosen: [Edges]) -> Bool {
      guard let next = rest.first else { return Self.matches(kind, chosen) }
      let kinds: [Edges] = [.ww, .wr, .rw, .time, .later, .predicate, .laterPredicate]
      return kinds.contains { next.contains($0) && some(rest.dropFirst(), chosen + [$0]) }
    }
    return some(cycle[...], [])
  }

  private static func matches(_ kind: String, _ all: [Edges]) -> Bool {
    let isByPredicate = all.contains { $0 == .predicate || $0 == .laterPredicate }
    guard isByPredicate == (kind == "G2" || kind.hasSuffix("-predicate")) else { return false }
    let cycle = all.map { $0 == .predicate ? Edges.rw : $0 == .laterPredicate ? .later : $0 }
    let kind = kind.replacing("-predicate", with: "")
    let rw = cycle.count { $0 == .rw }
    let isAdjacent = cycle.indices.contains { cycle[$0] == .rw && cycle[($0 + 1) % cycle.count] == .rw }
    switch kind {
    case "fractured-read":
      return cycle.count == 2 && cycle.contains { $0 == .rw || $0 == .later } && cycle.contains { $0 == .wr || $0 == .time }
    case "G0": return cycle.contains(.ww) && cycle.allSatisfy { $0 == .ww || $0 == .time }
    case "G1c": return cycle.contains(.wr) && rw == 0 && !cycle.contains(.later)
    case "G-single": return rw == 1 && !cycle.contains(.later)
    case "G-nonadjacent": return rw > 1 && !isAdjacent && !cycle.contains(.later)
    default: return isAdjacent && !cycle.contains(.later)
    }
  }

  /// How many transactions the least cycle of a kind has; nil if none has at most `most`.
  func length(_ kind: String, most: Int) -> Int? {
    (2...most).first { length in
      members.contains { start in
        func extend(_ path: [Int]) -> Bool {
          guard let last = path.last else { return false }
          if path.count == length {
            guard !edges[last][start].isEmpty else { return false }
            return isOf(kind, path.indices.map { edges[path[$0]][path[($0 + 1) % length]] })
          }
          return members.contains { $0 > start && !edges[last][$0].isEmpty && !path.contains($0) && extend(path + [$0]) }
        }
        return extend([start])
      }
    }
  }
}
