/// Looks for an order that explains what transactions saw, by trying all of them: with the few transactions of a
/// script that is quick, and complete where a search for cycles has to guess the order of versions.
struct OverlapOrders {
  private let transactions: [OverlapTransaction]
  /// The places of those that have taken effect, or may have.
  private let candidates: [Int]
  private let required: Set<Int>

  /// Whether the first and the last transaction have their places.
  private let pinsEnds: Bool

  init(_ transactions: [OverlapTransaction], pinsEnds: Bool = true) {
    self.transactions = transactions
    self.pinsEnds = pinsEnds
    candidates = transactions.indices.filter { !transactions[$0].isAborted }
    required = Set(candidates.filter { !transactions[$0].isOptional })
  }

  /// An order in which the transactions, one after the other, would have seen what they saw; nil where there is none.
  /// - Parameter inRealTime: of two of which one was answered before the other was asked for, it has to come first.
  func serialOrder(inRealTime: Bool) -> [Int]? {
    var order: [Int] = []
    var deadEnds: Set<Point> = []
    return place(&order, Point(), inRealTime, &deadEnds) ? order : nil
  }

  private func place(_ order: inout [Int], _ point: Point, _ inRealTime: Bool, _ deadEnds: inout Set<Point>) -> Bool {
    if required.isSubset(of: point.committed) { return true }
    if deadEnds.contains(point) { return false }
    for next in candidates where !point.committed.contains(next) {
      if !isInPlace(next, point.committed) || inRealTime && isHeldBack(next, point.committed) { continue }
      var after = point
      guard transactions[next].replay(over: &after.state) else { continue }
      after.committed.insert(next)
      order.append(next)
      if place(&order, after, inRealTime, &deadEnds) { return true }
      order.removeLast()
    }
    deadEnds.insert(point)
    return false
  }

  /// Whether it may begin after those that have committed.
  private func isInPlace(_ next: Int, _ committed: Set<Int>) -> Bool {
    guard pinsEnds else { return true }
    let missing = required.subtracting(committed).subtracting([next])
    return transactions[next].place == .last
      ? missing.isEmpty : !missing.contains { transactions[$0].place == .first }
  }

  /// Whether another one has to come first that has not.
  private func isHeldBack(_ next: Int, _ placed: Set<Int>) -> Bool {
    required.contains { other in
      guard other != next, !placed.contains(other), let ended = transactions[other].ended else { return false }
      return ended < transactions[next].began
    }
  }

  /// The beginnings and ends of transactions that each saw one state, the one at its beginning, and took effect at its
  /// end.
  enum Moment: Equatable {
    case snapshot(Int)
    case commit(Int)
  }

  /// What an order need not explain.
  struct Allowance {
    /// Whether two may overlap and write the same key.
    var overlappingWrites = false
    /// Whose reads may be anything.
    var readsOf: Int?
    /// Which two may overlap and write the same key.
    var overlapOf: Set<Int> = []
  }

  /// An order in which all transactions saw snapshots, and of those that overlap no two wrote the same key; nil where
  /// there is none. That is snapshot isolation, with snapshots of any age (Elnikety and others 2005: generalised).
  func snapshotOrder(_ allowance: Allowance = Allowance()) -> [Moment]? {
    var order: [Moment] = []
    var deadEnds: Set<Point> = []
    return advance(&order, Point(), allowance, &deadEnds) ? order : nil
  }

  private func advance(
    _ order: inout [Moment], _ point: Point, _ allowance: Allowance, _ deadEnds: inout Set<Point>
  ) -> Bool {
    if required.isSubset(of: point.committed) { return true }
    if deadEnds.contains(point) { return false }
    // Ends before beginnings: then the order that is found has the least overlap.
    for next in point.running.sorted() {
      guard let after = commit(next, point, allowance) else { continue }
      order.append(.commit(next))
      if advance(&order, after, allowance, &deadEnds) { return true }
      order.removeLast()
    }
    for next in candidates where !point.committed.contains(next) && !point.running.contains(next) {
      guard isInPlace(next, point.committed) else { continue }
      var seen = point.state
      let isFree = allowance.readsOf == next
      guard transactions[next].replay(over: &seen, checkingReads: !isFree) else { continue }
      var after = point
      after.running.insert(next)
      order.append(.snapshot(next))
      if advance(&order, after, allowance, &deadEnds) { return true }
      order.removeLast()
    }
    deadEnds.insert(point)
    return false
  }

  private func commit(_ next: Int, _ point: Point, _ allowance: Allowance) -> Point? {
    let keys = transactions[next].writtenKeys
    if !allowance.overlappingWrites {
      let isInTheWay = point.running.contains { other in
        other != next && allowance.overlapOf != [other, next] && !keys.isDisjoint(with: transactions[other].writtenKeys)
      }
      // The other one must not commit then, and all that are running have to.
      if isInTheWay { return nil }
    }
    var after = point
    after.running.remove(next)
    after.committed.insert(next)
    // Its reads were compared with its snapshot.
    _ = transactions[next].replay(over: &after.state, checkingReads: false)
    return after
  }

  /// How far a search has come.
  private struct Point: Hashable {
    var running: Set<Int> = []
    var committed: Set<Int> = []
    var state: [String: Int64] = [:]
  }
}
