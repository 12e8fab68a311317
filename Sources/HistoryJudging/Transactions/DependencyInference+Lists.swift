/// List-append: a list is the history of its key. The longest list that was read is the order of the versions; appends that were
/// acknowledged and never read stand behind it, since lists only grow.
extension DependencyInference {
  mutating func inferLists() {
    for key in log.longest.indices { orders.append(order(of: key)) }
    var agreed = orders.map(\.count)
    for branch in log.branches {
      checkBranch(branch)
      let common = zip(branch.list, log.longest[branch.key]).prefix { $0 == $1 }.count
      agreed[branch.key] = min(agreed[branch.key], common)
    }
    // Transactions of failed outcome have no place: the versions beside theirs are neighbours.
    var tails: [[Int]] = Array(repeating: [], count: log.keys.count)
    let isRead = Set(orders.joined())
    for (number, write) in log.writes.enumerated() where isCommitted[write.transaction] && !isRead.contains(number) {
      tails[write.key].append(number)
    }
    for key in orders.indices {
      // Where lists contradict each other, only what all say is an order.
      let rest = orders[key][agreed[key]...].filter { $0 >= 0 && isCommitted[log.writes[$0].transaction] }
      connectVersions(key, orders[key].prefix(agreed[key]), rest + tails[key])
    }
    findVanished()
    hasUnreadNeighbours = tails.contains { tail in tail.contains { log.writes[$0].transaction != log.writes[tail[0]].transaction } }
    connectReads(tails)
  }

  /// The writes of the longest list of a key, with what is wrong in it; −1 for what nobody wrote.
  private mutating func order(of key: Int) -> [Int] {
    var seen: Set<Int> = []
    var aborted: Int?
    var order: [Int] = []
    for value in log.longest[key] {
      guard let write = write(key, value) else {
        note("garbage-read", toldReaders("garbage-read", of: key, order.count), "{1} read \(value) of \(name(key)), which nobody wrote.")
        order.append(-1)
        continue
      }
      if !seen.insert(write).inserted {
        note("duplicate-elements", toldReaders("duplicate-elements", of: key, order.count), "{1} read \(value) of \(name(key)) twice in one list.")
        order.append(-1)
        continue
      }
      let writer = log.writes[write].transaction
      if let first = earlierAppend(write), !seen.contains(first) {
        note(
          "incompatible-order", [writer] + toldReaders("incompatible-order", of: key, order.count),
          "{2} read \(value) of \(name(key)) and not \(log.writes[first].value) before it, which {1} appended first.")
      }
      if log.transactions[writer].outcome == .fail {
        aborted = write
      } else {
        markCommitted(writer)
        if let earlier = aborted {
          let other = log.writes[earlier].transaction
          note(
            "dirty-update", [other, writer],
            "{1} failed, yet {2} appended \(value) to \(name(key)) behind its \(log.writes[earlier].value).")
          aborted = nil
        }
      }
      order.append(write)
    }
    return order
  }

  /// The append that the same transaction made to the same key before this one.
  private func earlierAppend(_ write: Int) -> Int? {
    let own = log.writes[write]
    let actions = log.actions[log.transactions[own.transaction].actions.lowerBound..<own.action]
    return actions.last { $0.kind == .write && $0.key == own.key }?.number
  }

  /// One transaction that read this much of a key, if there is one.
  private func readers(of key: Int, longerThan length: Int) -> [Int] {
    for (number, transaction) in log.transactions.enumerated() where transaction.outcome == .ok {
      for action in log.actions[transaction.actions] where action.key == key && action.kind == .read && action.number > length {
        return [number]
      }
    }
    return []
  }

  /// The same, if it is needed: of many mistakes of one name, the first is told.
  private func toldReaders(_ name: String, of key: Int, _ length: Int) -> [Int] { isNoted(name) ? [] : readers(of: key, longerThan: length) }

  private mutating func checkBranch(_ branch: (key: Int, list: [HistoryValue])) {
    for value in branch.list {
      if let write = write(branch.key, value) { markCommitted(log.writes[write].transaction) }
    }
  }

  private mutating func connectVersions(_ key: Int, _ order: ArraySlice<Int>, _ tail: [Int]) {
    var before = -1
    for write in order where write >= 0 && isCommitted[log.writes[write].transaction] {
      let writer = log.writes[write].transaction
      if before >= 0 { addEdge(log.writes[before].transaction, writer, .ww, key: key, write: write, before: before) }
      before = write
    }
    guard before >= 0 else { return }
    let last = log.writes[before].transaction
    for write in tail { addEdge(last, log.writes[write].transaction, .ww, key: key, write: write, before: before) }
  }

  private mutating func connectReads(_ tails: [[Int]]) {
    var updates: [(key: Int, version: Int, transaction: Int)] = []
    var overtaken: [(update: (key: Int, version: Int, transaction: Int), by: Int)] = []
    var lastUpdates: [Int: [Int]] = [:]
    for (number, transaction) in log.transactions.enumerated() where transaction.outcome == .ok {
      for index in transaction.actions {
        let action = log.actions[index]
        let key = action.key
        switch action.kind {
        case .write, .unknownRead, .scan: continue
        case .branchRead: noteBranch(number, action)
        case .read, .absentRead:
          let order = orders[key]
          let antidependency: DependencyGraph.Kind = action.kind == .read ? .rw : .predicate
          // What the transaction itself appended before is not what it read of others.
          var length = action.number
          while length > 0, order[length - 1] >= 0, isOwn(order[length - 1], number, before: index) { length -= 1 }
          for write in order[..<length] where write >= 0 && log.transactions[log.writes[write].transaction].outcome == .fail {
            checkSource(of: write, reader: number, isLast: false)
            break
          }
          if length > 0, order[length - 1] >= 0 {
            let write = order[length - 1]
            checkSource(of: write, reader: number, isLast: true)
            addEdge(log.writes[write].transaction, number, .wr, key: key, write: write, before: write)
          }
          let seen = length > 0 ? order[length - 1] : -1
          let next = order[action.number...].first { $0 >= 0 && isCommitted[log.writes[$0].transaction] }
          if let next {
            addEdge(number, log.writes[next].transaction, antidependency, key: key, write: next, before: seen)
          } else {
            for write in tails[key] { addEdge(number, log.writes[write].transaction, antidependency, key: key, write: write, before: seen) }
          }
          let isWrite = { (other: TransactionLog.Action) in other.kind == .write && other.key == key }
          // Who found nothing in a scan has read no version of the key.
          if action.kind == .read, log.actions[index..<transaction.actions.upperBound].contains(where: isWrite),
            !log.actions[transaction.actions.lowerBound..<index].contains(where: isWrite)
          {
            updates.append((key, length, number))
            if let next, log.writes[next].transaction != number { overtaken.append((updates[updates.count - 1], next)) }
            if next == nil { lastUpdates[key, default: []].append(number) }
          }
        }
      }
    }
    findLostUpdates(updates, overtaken)
    // Of two, either may be first: that is a lost update, and told as one.
    for (key, transactions) in lastUpdates where Set(transactions).count == 1 { putFirst(transactions[0], in: tails[key], key) }
  }

  /// Who read all that is known of a key and then appended is before all others that are behind it: else it would have read them.
  private mutating func putFirst(_ transaction: Int, in tail: [Int], _ key: Int) {
    guard let own = tail.first(where: { log.writes[$0].transaction == transaction }) else { return }
    for write in tail { addEdge(transaction, log.writes[write].transaction, .cursor, key: key, write: write, before: own) }
  }

  private func isOwn(_ write: Int, _ transaction: Int, before index: Int) -> Bool {
    log.writes[write].transaction == transaction && log.writes[write].action < index
  }

  private mutating func noteBranch(_ number: Int, _ action: TransactionLog.Action) {
    let list = log.branches[action.number].list
    let key = action.key
    var others = toldReaders("incompatible-order", of: key, log.longest[key].count - 1)
    others = others.isEmpty ? [number] : [others[0], number]
    note(
      "incompatible-order", others,
      "{1} read \(name(key)) = \(TransactionLog.listText(log.longest[key])), {\(others.count)} read "
        + "\(TransactionLog.listText(list)): neither list is a beginning of the other.")
    if Set(list).count < list.count { note("duplicate-elements", [number], "{1} read one value of \(name(key)) twice in one list.") }
    for value in list {
      guard let write = write(key, value) else {
        note("garbage-read", [number], "{1} read \(value) of \(name(key)), which nobody wrote.")
        continue
      }
      checkSource(of: write, reader: number, isLast: value == list.last)
    }
    if let last = list.last, let write = write(key, last) {
      addEdge(log.writes[write].transaction, number, .wr, key: key, write: write, before: write)
    }
  }
}
