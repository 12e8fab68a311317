/// What no cycle shows, since the order of some versions is not known: the models that no order of them satisfies.
extension TransactionAnalysis {
  /// The models that the findings contradict, the weakest first.
  var excluded: [TransactionConsistency] {
    TransactionConsistency.all.filter { model in findings.contains { model.forbids($0) } }
  }

  /// Whether a finding is told to who asks for a model: what is a `G-single` besides is told as that.
  func isTold(_ finding: Finding, _ wanted: TransactionConsistency) -> Bool {
    switch finding.kind {
    case "G-causal", "G-causal-predicate": return wanted.base == .causal
    case "OTV", "OTV-predicate": return wanted.base == .monotonicAtomicView
    case let kind where kind.hasPrefix("fractured-read") && finding.level > .plain && wanted.base != .readAtomic && wanted.base != .causal:
      return !findings.contains { $0.kind.hasPrefix("G-single") && $0.level <= finding.level }
    default: return true
    }
  }

  /// Whether the order of versions that nobody read may matter to a model.
  func isOpen(_ model: TransactionConsistency) -> Bool {
    switch model.base {
    case .readUncommitted, .readCommitted: false
    case .monotonicAtomicView, .readAtomic, .causal, .repeatableRead, .serializable: inference.log.flavor == .register
    case .cursorStability, .parallelSnapshot, .snapshot: inference.log.flavor == .register || inference.hasUnreadNeighbours
    }
  }

  /// Tries every order of the versions, if there are at most ``VersionOrders/most`` transactions, and adds a finding for each of the
  /// weakest models that none satisfies.
  /// - Parameter limit: how many orders of two blocks of versions may be tried.
  /// - Returns: whether all models are decided.
  mutating func searchVersionOrders(limit: Int) -> Bool {
    let excluded = excluded
    guard let weakest = TransactionConsistency.named("read-committed"), !excluded.contains(weakest) else { return true }
    if !TransactionConsistency.all.contains(where: isOpen) { return true }
    guard let orders = VersionOrders(inference) else { return false }
    var limit = limit
    var holding: [TransactionConsistency] = []
    var wrong: [TransactionConsistency] = []
    // Without scans, repeatable read is serializable.
    let hasScans = !inference.log.scans.isEmpty
    for model in TransactionConsistency.all.reversed() where (hasScans || model.base != .serializable) && !excluded.contains(model) {
      if holding.contains(where: { $0.implies(model) }) { continue }
      guard let isSatisfied = orders.satisfy(model, members: orders.members, limit: &limit) else { return false }
      if !isSatisfied {
        wrong.append(model)
      } else {
        holding.append(model.base == .repeatableRead && !hasScans ? TransactionConsistency(base: .serializable, level: model.level) : model)
      }
    }
    for model in wrong where !wrong.contains(where: { $0 != model && model.implies($0) }) {
      addNoOrder(orders.least(model), of: model)
    }
    return true
  }
}

extension VersionOrders {
  /// All transactions, as bits.
  var members: UInt64 { transactions.isEmpty ? 0 : UInt64.max >> (64 - transactions.count) }

  /// Transactions, by their numbers in the log, for whose versions no order satisfies a model: so few that all are needed, but for those
  /// that are there because they were read. Of many orders, not all are tried, and more transactions may stay.
  func least(_ model: TransactionConsistency) -> [Int] {
    var members = members
    var limit = 100_000
    for number in transactions.indices {
      let fewer = members & ~(1 << number)
      if satisfy(model, members: fewer, limit: &limit) == false { members = fewer }
    }
    return BitPlaces(withSources(members)).map { transactions[$0] }
  }
}
