extension ObjectHistory {
  /// The refusal with as few calls as can be: none of them can be left out.
  ///
  /// To leave a call out is to free it, not to forget it: it may then take effect at any moment, once or never. So what remains has no
  /// order whatever the other calls did, which makes the refusal true of the whole history, for every object. (Forgetting a write would
  /// make each read of its value a contradiction.)
  /// - Parameter work: bounds the search; when it is used up, the refusal is as small as it got.
  func least(_ refusal: Refusal, work: Int = 4_000_000) -> Refusal {
    var budget = work
    var core = refusal.core
    let pool = refusal.core + refusal.others
    let numbered = numbered()
    func isRefused(_ core: [Int], of pool: [Int], _ budget: inout Int) -> Bool {
      self.isRefused(core, of: pool, numbered.kinds, numbered.table, &budget)
    }
    guard isRefused(core, of: pool, &budget) else { return refusal }
    // What contradicts is mostly near the end.
    let byEnd = core.sorted { (calls[$0].end ?? Int.max, $0) < (calls[$1].end ?? Int.max, $1) }
    let ended = byEnd.filter { calls[$0].end != nil }
    var window = 4
    while window < ended.count {
      let last = Array(ended.suffix(window))
      if isRefused(last, of: pool, &budget) {
        core = last
        break
      }
      window *= 4
    }
    var chunk = max(1, core.count / 2)
    while budget > 0 {
      var changed = false
      var place = 0
      while place < core.count && budget > 0 {
        var fewer = core
        fewer.removeSubrange(place..<min(place + chunk, core.count))
        if !fewer.isEmpty && isRefused(fewer, of: pool, &budget) {
          core = fewer
          changed = true
        } else {
          place += chunk
        }
      }
      if chunk == 1 && !changed { break }
      if chunk > 1 { chunk /= 2 }
    }
    let kept = Set(core)
    let freed = pool.filter { !kept.contains($0) && !object.observes(calls[$0].operation) }
    return Refusal(core: core.sorted { calls[$0].start < calls[$1].start }, others: freed, rule: refusal.rule)
  }

  /// Whether `core` has no order even if the rest of the pool is free.
  private func isRefused(
    _ core: [Int], of pool: [Int], _ kinds: [Int32], _ table: TransitionTable, _ budget: inout Int
  ) -> Bool {
    guard budget > 0 else { return false }
    let kept = Set(core)
    let used = pool.filter { kept.contains($0) || !table.observes[Int(kinds[$0])] }
    let trial = used.map { index in
      kept.contains(index) ? calls[index] : ObjectCall(start: Int.min, end: nil, operation: calls[index].operation)
    }
    let (outcome, steps) = ObjectHistory(object: object, calls: trial, order: order)
      .search(used.map { kinds[$0] }, table, limit: min(budget, 100_000))
    budget -= min(budget, steps + 4 * trial.count)
    if case .none = outcome { return true }
    return false
  }

  /// Of the calls that may serve to explain the core, those that matter: some order of the core without one of its calls makes use of them.
  /// Without them, fewer calls than the core would contradict each other.
  func othersInUse(_ refusal: Refusal) -> [Int] {
    var used: Set<Int> = []
    for left in refusal.core {
      let trial = (refusal.core + refusal.others).filter { $0 != left || !object.observes(calls[left].operation) }
      let free = Set(refusal.others + [left])
      let (outcome, _, _) = ObjectHistory(
        object: object,
        calls: trial.map { free.contains($0) ? ObjectCall(start: Int.min, end: nil, operation: calls[$0].operation) : calls[$0] },
        order: order
      ).search(limit: 100_000)
      // If the limit ends the search, the calls of this order are not known; others show most of them.
      if case .order(let order) = outcome { used.formUnion(order.map { trial[$0] }) }
    }
    return refusal.others.filter(used.contains)
  }
}
