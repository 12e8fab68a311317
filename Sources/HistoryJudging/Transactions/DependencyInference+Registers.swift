/// Registers: a value says which write it came from, and little about the order of writes. What is known: nothing is before the initial
/// state; who reads a value and then writes the key comes behind that value; where transactions are atomic, who saw one write of a key and
/// read another saw the older; and, where real time counts, a write that ended before another began comes first.
extension DependencyInference {
  /// A read of what another transaction wrote, or of the initial state: −1.
  private struct RegisterRead {
    var transaction: Int
    var key: Int
    var write: Int
    var isByPredicate: Bool
    var step: UInt32
    var antidependency: DependencyGraph.Kind { isByPredicate ? .predicate : .rw }
  }

  mutating func inferRegisters() {
    for value in 0..<log.actions.count where log.actions[value].kind == .read { markWriter(log.actions[value]) }
    var finals: [[Int]] = Array(repeating: [], count: log.keys.count)
    for (number, write) in log.writes.enumerated() where isCommitted[write.transaction] && !write.isIntermediate {
      finals[write.key].append(number)
    }
    // By write: those that are known to come directly behind it. Initial: by key.
    var behind: [Int: [Int]] = [:]
    var hasPredecessor: Set<Int> = []
    var reads: [RegisterRead] = []
    var updates: [(key: Int, version: Int, transaction: Int)] = []
    for (number, transaction) in log.transactions.enumerated() where transaction.outcome == .ok {
      var written: Set<Int> = []
      for index in transaction.actions {
        let action = log.actions[index]
        if action.kind == .write { written.insert(action.key) }
        guard action.kind == .read || action.kind == .absentRead, let write = source(of: action, reader: number) else { continue }
        guard !written.contains(action.key) else {
          // It should have read its own write, and yet it read another's.
          if write >= 0 { addEdge(log.writes[write].transaction, number, .wr, key: action.key, write: write, before: write) }
          continue
        }
        reads.append(
          RegisterRead(transaction: number, key: action.key, write: write, isByPredicate: action.kind == .absentRead, step: action.step))
        // Who found nothing in a scan has read no version of the key.
        if action.kind == .absentRead { continue }
        guard let own = finalWrite(transaction, of: action.key, behind: index) else { continue }
        updates.append((action.key, write, number))
        if write >= 0 {
          behind[write, default: []].append(own)
          hasPredecessor.insert(own)
          addEdge(log.writes[write].transaction, number, .ww, key: action.key, write: own, before: write)
        }
      }
    }
    for read in reads {
      let (transaction, key, write) = (read.transaction, read.key, read.write)
      if write >= 0 {
        addEdge(log.writes[write].transaction, transaction, .wr, key: key, write: write, before: write)
        for next in behind[write] ?? [] { addEdge(transaction, log.writes[next].transaction, .rw, key: key, write: next, before: write) }
      } else {
        for next in finals[key] where !hasPredecessor.contains(next) {
          addEdge(transaction, log.writes[next].transaction, read.antidependency, key: key, write: next, before: -1)
        }
      }
    }
    findLostUpdates(updates)
    orderByReads(reads)
    orderByTime(finals, reads)
  }

  private mutating func markWriter(_ action: TransactionLog.Action) {
    guard action.number >= 0, let write = write(action.key, log.readValues[action.number]) else { return }
    markCommitted(log.writes[write].transaction)
  }

  /// The write that a read saw, −1 for the initial state; nil if nobody wrote it, or the transaction itself did.
  private mutating func source(of action: TransactionLog.Action, reader: Int) -> Int? {
    guard action.number >= 0 else { return -1 }
    let value = log.readValues[action.number]
    guard let write = write(action.key, value) else {
      note("garbage-read", [reader], "{1} read \(name(action.key)) = \(value), which nobody wrote.")
      return nil
    }
    checkSource(of: write, reader: reader, isLast: true)
    return log.writes[write].transaction == reader || log.transactions[log.writes[write].transaction].outcome == .fail ? nil : write
  }

  private func finalWrite(_ transaction: TransactionLog.Transaction, of key: Int, behind index: Int) -> Int? {
    log.actions[index..<transaction.actions.upperBound].last { $0.kind == .write && $0.key == key }?.number
  }

  /// Who read one of the writes of a transaction, and of another key what a second transaction wrote, though the first wrote that key, too:
  /// the first wrote it before the second.
  private mutating func orderByReads(_ reads: [RegisterRead]) {
    var start = 0
    while start < reads.count {
      let end = reads[start...].firstIndex { $0.transaction != reads[start].transaction } ?? reads.count
      let own = reads[start..<end]
      start = end
      // By transaction: the step that saw it first.
      var firstSeen: [Int: UInt32] = [:]
      for read in own where read.write >= 0 {
        let source = log.writes[read.write].transaction
        firstSeen[source] = min(firstSeen[source] ?? read.step, read.step)
      }
      for (source, step) in firstSeen {
        for read in own {
          let (reader, key, write) = (read.transaction, read.key, read.write)
          let actions = log.transactions[source].actions
          guard let other = finalWrite(log.transactions[source], of: key, behind: actions.lowerBound) else { continue }
          guard write >= 0 else {
            addEdge(reader, source, read.antidependency, key: key, write: other, before: -1)
            if step < read.step, source != reader { noteVanished(source, other, reader, isByPredicate: read.isByPredicate) }
            continue
          }
          let kind: DependencyGraph.Kind = step < read.step ? .observed : .visible
          addEdge(source, log.writes[write].transaction, kind, key: key, write: write, before: other)
        }
      }
    }
  }

  /// Real time: for each read, the first writes that began after the write it saw had ended (they overwrite it), and the last that ended
  /// before the read began (it overwrites them). All others follow from these.
  private mutating func orderByTime(_ finals: [[Int]], _ reads: [RegisterRead]) {
    let byInvocation = finals.map { $0.sorted { time($0).invoked < time($1).invoked } }
    let byCompletion = finals.map { $0.filter { time($0).completed != Int.max }.sorted { time($0).completed < time($1).completed } }
    for read in reads {
      let (transaction, key, write) = (read.transaction, read.key, read.write)
      if write >= 0, time(write).completed != Int.max {
        let writes = byInvocation[key]
        var index = Self.firstIndex(writes.count) { time(writes[$0]).invoked > time(write).completed }
        var end = Int.max
        while index < writes.count, time(writes[index]).invoked <= end {
          addEdge(transaction, log.writes[writes[index]].transaction, .rw, key: key, write: writes[index], before: write, level: .realtime)
          end = min(end, time(writes[index]).completed)
          index += 1
        }
      }
      let writes = byCompletion[key]
      var index = Self.firstIndex(writes.count) { time(writes[$0]).completed >= log.transactions[transaction].invoked } - 1
      var start = Int.min
      while index >= 0, time(writes[index]).completed >= start {
        if write >= 0, writes[index] != write {
          addEdge(
            log.writes[writes[index]].transaction, log.writes[write].transaction, .observed, key: key, write: write, before: writes[index],
            level: .realtime)
        }
        start = max(start, time(writes[index]).invoked)
        index -= 1
      }
    }
  }

  private func time(_ write: Int) -> TransactionLog.Transaction { log.transactions[log.writes[write].transaction] }

  /// The first index for which `isBehind` holds, if it holds for all behind it.
  private static func firstIndex(_ count: Int, where isBehind: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
