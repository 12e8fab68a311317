/// Lists: what a transaction saw once and later did not (Bailis, Davidson, Fekete, Ghodsi, Hellerstein and Stoica: Highly available
/// transactions, VLDB 2014; OTV, observed transaction vanishes).
extension DependencyInference {
  /// Looks for reads without a write of a transaction that an earlier step of the reader saw. Takes the time of all reads and writes.
  mutating func findVanished() {
    // By write: its place in the list; behind all lists if nobody read it.
    var places = Array(repeating: Int.max, count: log.writes.count)
    for order in orders {
      for (place, write) in order.enumerated() where write >= 0 { places[write] = place }
    }
    for (reader, transaction) in log.transactions.enumerated() where transaction.outcome == .ok {
      let actions = log.actions[transaction.actions]
      guard let last = actions.last, actions.first?.step != last.step else { continue }
      // By key: the last write of those that earlier steps saw.
      var due: [Int: Int] = [:]
      var known: Set<Int> = [reader]
      var fresh: [Int] = []
      var step = last.step
      for action in actions where action.kind == .read || action.kind == .absentRead {
        if action.step != step {
          for source in fresh where known.insert(source).inserted {
            for write in log.actions[log.transactions[source].actions] where write.kind == .write {
              if places[write.number] >= due[write.key].map({ places[$0] }) ?? 0 { due[write.key] = write.number }
            }
          }
          (fresh, step) = ([], action.step)
        }
        if let write = due[action.key], places[write] >= action.number {
          noteVanished(log.writes[write].transaction, write, reader, isByPredicate: action.kind == .absentRead)
        }
        let seen = orders[action.key][..<action.number].last { $0 >= 0 && log.writes[$0].transaction != reader }
        if let seen { fresh.append(log.writes[seen].transaction) }
      }
    }
  }
}
