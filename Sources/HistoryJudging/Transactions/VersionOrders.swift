/// What is not known of a small history: in which order the versions of each key came. Decides for each consistency model whether some
/// order of versions explains what was read.
///
/// Monotonic atomic view, read atomic and causal consistency need no search: of two versions that a transaction sees, the one that it reads
/// is the newer, and all that must hold follows from that (Biswas and Enea, OOPSLA 2019). For cursor stability and all above it, versions
/// that must be neighbours are one block, and ``VersionOrderSearch`` tries the orders of the blocks.
struct VersionOrders {
  /// A read of what another transaction left; transactions by their numbers here.
  struct Read {
    var reader: Int
    var key: Int
    /// −1: the initial state.
    var source: Int
    /// A scan found nothing: repeatable read does not hold it.
    var isByPredicate = false
  }

  /// The most transactions: a row of bits each.
  static let most = 64

  /// The transactions that took effect, by their numbers in the log.
  let transactions: [Int]
  /// The first read of each key by each transaction.
  private var reads: [Read] = []
  /// All reads, with the transactions that earlier steps of the reader saw, as bits.
  private var observations: [(read: Read, seen: UInt64)] = []
  /// The reads of a key that their transaction wrote afterwards.
  private var updates: [Read] = []
  /// By transaction: those that it read.
  private var sources: [UInt64]
  /// By level and transaction: those that ended before it, as processes and clocks tell.
  private var earlier: [[UInt64]] = []
  /// By key: its writers, and those whose order lists show.
  private var writers: [[Int]]
  private var known: [[Int]]

  /// - Returns: nil for more than ``most`` transactions.
  init?(_ inference: DependencyInference) {
    let log = inference.log
    transactions = log.transactions.indices.filter { inference.isCommitted[$0] }
    guard transactions.count <= Self.most else { return nil }
    sources = Array(repeating: 0, count: transactions.count)
    writers = Array(repeating: [], count: log.keys.count)
    known = writers
    var numbers = Array(repeating: -1, count: log.transactions.count)
    for (number, transaction) in transactions.enumerated() { numbers[transaction] = number }
    for (key, order) in inference.orders.enumerated() {
      for write in order where write >= 0 {
        let writer = numbers[log.writes[write].transaction]
        if writer >= 0, writer != known[key].last { known[key].append(writer) }
      }
    }
    for (number, transaction) in transactions.enumerated() { take(log.transactions[transaction], number, log, numbers) }
    for level in DependencyGraph.Level.allCases {
      earlier.append(
        transactions.map { later in
          transactions.indices.reduce(0) { bits, index in
            let one = log.transactions[transactions[index]]
            let other = log.transactions[later]
            let counts = level == .realtime || level == .process && one.process == other.process
            return counts && one.outcome == .ok && one.completed < other.invoked ? bits | 1 << index : bits
          }
        })
    }
  }

  private mutating func take(_ transaction: TransactionLog.Transaction, _ number: Int, _ log: TransactionLog, _ numbers: [Int]) {
    var written: Set<Int> = []
    var hasRead: Set<Int> = []
    var hasScanned: Set<Int> = []
    // What earlier steps saw, and what those up to this one did.
    var (seen, seenNow, step) = (UInt64(0), UInt64(0), UInt32(0))
    let finals = Set(log.actions[transaction.actions].filter { $0.kind == .write }.map(\.key))
    for key in finals { writers[key].append(number) }
    for index in transaction.actions {
      let action = log.actions[index]
      guard action.kind == .read || action.kind == .absentRead else {
        if action.kind == .write { written.insert(action.key) }
        continue
      }
      var source = -1
      if log.flavor == .listAppend {
        var length = action.number
        while length > 0, let write = write(action.key, length, log), numbers[log.writes[write].transaction] == number,
          log.writes[write].action < index
        {
          length -= 1
        }
        if length > 0 { source = write(action.key, length, log).map { numbers[log.writes[$0].transaction] } ?? -1 }
      } else if action.number >= 0 {
        let value = TransactionLog.KeyedValue(key: action.key, value: log.readValues[action.number])
        source = log.writeNumbers[value].map { numbers[log.writes[$0].transaction] } ?? -1
        if source == number { continue }
      }
      if source >= 0, source != number { sources[number] |= 1 << source }
      let read = Read(reader: number, key: action.key, source: source, isByPredicate: action.kind == .absentRead)
      if log.flavor == .listAppend || !written.contains(action.key) {
        if action.step != step { (seen, step) = (seenNow, action.step) }
        observations.append((read, seen))
        if source >= 0, source != number { seenNow |= 1 << source }
      }
      let isFirst = read.isByPredicate ? hasScanned.insert(action.key).inserted : hasRead.insert(action.key).inserted
      if log.flavor == .listAppend || !written.contains(action.key), isFirst { reads.append(read) }
      if action.kind == .read, !written.contains(action.key), finals.contains(action.key) { updates.append(read) }
    }
  }

  private func write(_ key: Int, _ length: Int, _ log: TransactionLog) -> Int? {
    log.writeNumbers[TransactionLog.KeyedValue(key: key, value: log.longest[key][length - 1])]
  }
}

extension VersionOrders {
  /// Whether some order of versions satisfies the model, for a history that is read committed.
  /// - Parameters:
  ///   - members: the transactions that count, as bits. Of the others, only the versions count that these read.
  ///   - limit: how many orders of two blocks may still be tried.
  /// - Returns: nil if the limit ended the search.
  func satisfy(_ model: TransactionConsistency, members: UInt64, limit: inout Int) -> Bool? {
    let level = model.base == .causal ? max(model.level, .process) : model.level
    let rule: VersionOrderSearch.Rule
    switch model.base {
    case .readUncommitted, .readCommitted: return true
    case .monotonicAtomicView, .readAtomic, .causal: return isSaturated(model.base, level, members)
    case .cursorStability: rule = .cursor
    case .parallelSnapshot: rule = .parallel
    case .snapshot: rule = .snapshot
    case .repeatableRead, .serializable: rule = .serial
    }
    guard let blocks = blocks(members) else { return false }
    let held = reads(members).filter { model.base != .repeatableRead || !$0.isByPredicate }
    var search = VersionOrderSearch(rule, count: transactions.count)
    for number in BitPlaces(members) {
      for other in BitPlaces(sources[number] | earlier[level.rawValue][number] & members) {
        guard search.addDependency(other, number) else { return false }
      }
    }
    for key in blocks.indices {
      for read in held where read.key == key {
        for block in blocks[key] {
          guard let place = block.firstIndex(of: read.source), place + 1 < block.count else { continue }
          guard search.addAntidependency(read.reader, block[place + 1]) else { return false }
        }
      }
      for block in blocks[key] {
        for (one, other) in zip(block, block.dropFirst()) where one >= 0 && !search.addDependency(one, other) { return false }
      }
    }
    return search.run(pairs(blocks, held), limit: &limit)
  }

  /// With those that they read.
  func withSources(_ members: UInt64) -> UInt64 { BitPlaces(members).reduce(members) { $0 | sources[$1] } }

  private func reads(_ members: UInt64) -> [Read] { reads.filter { members & 1 << $0.reader != 0 } }

  /// By key: versions that must be neighbours, since a transaction that reads one and writes the key comes directly behind it. The first
  /// block begins with the initial state, −1.
  /// - Returns: nil if a version would have two such neighbours.
  private func blocks(_ members: UInt64) -> [[[Int]]]? {
    var all: [[[Int]]] = []
    for key in writers.indices {
      let wanted = writers[key].filter { writer in
        members & 1 << writer != 0 || reads(members).contains { $0.key == key && $0.source == writer }
      }
      var next: [Int: Int] = [:]
      var hasPredecessor: Set<Int> = []
      func join(_ one: Int, _ other: Int) -> Bool {
        if let present = next[one] { return present == other }
        guard one != other, hasPredecessor.insert(other).inserted else { return false }
        next[one] = other
        return true
      }
      let order = [-1] + known[key].filter(wanted.contains)
      for (one, other) in zip(order, order.dropFirst()) where !join(one, other) { return nil }
      for read in updates where read.key == key && members & 1 << read.reader != 0 && !join(read.source, read.reader) { return nil }
      var blocks: [[Int]] = []
      for start in [-1] + wanted.filter({ !hasPredecessor.contains($0) }) {
        var block = [start]
        while let last = block.last, let following = next[last] { block.append(following) }
        blocks.append(block)
      }
      // Those of a ring have no start.
      guard blocks.reduce(0, { $0 + $1.count }) == wanted.count + 1 else { return nil }
      all.append(blocks)
    }
    return all
  }

  private func pairs(_ blocks: [[[Int]]], _ held: [Read]) -> [VersionOrderSearch.Pair] {
    var pairs: [VersionOrderSearch.Pair] = []
    for key in blocks.indices {
      let ends = blocks[key].map { block -> VersionOrderSearch.Block in
        let last = block.last ?? -1
        let readers = held.reduce(UInt64(0)) { $1.key == key && $1.source == last ? $0 | 1 << $1.reader : $0 }
        return VersionOrderSearch.Block(first: block.first ?? -1, last: last, readers: readers)
      }
      for one in ends.indices {
        for other in ends.indices.dropFirst(one + 1) { pairs.append(VersionOrderSearch.Pair(one: ends[one], other: ends[other])) }
      }
    }
    return pairs
  }

  private func isSaturated(_ base: TransactionConsistency.Base, _ level: DependencyGraph.Level, _ members: UInt64) -> Bool {
    var order = TransactionClosure(count: transactions.count)
    var visible = sources.indices.map { members & 1 << $0 != 0 ? sources[$0] | earlier[level.rawValue][$0] & members : 0 }
    for (number, seen) in visible.enumerated() {
      for other in BitPlaces(seen) where !order.add(other, number) { return false }
    }
    if base == .causal { visible = order.before }
    for key in known.indices {
      for (one, other) in zip(known[key], known[key].dropFirst()) where !order.add(one, other) { return false }
      for other in writers[key] where !known[key].contains(other) {
        if let last = known[key].last, !order.add(last, other) { return false }
      }
    }
    let held =
      base == .monotonicAtomicView
      ? observations.filter { members & 1 << $0.read.reader != 0 }
        .map { ($0.read, $0.seen | earlier[level.rawValue][$0.read.reader] & members) }
      : reads(members).map { ($0, visible[$0.reader]) }
    for (read, seen) in held {
      for writer in writers[read.key] where writer != read.source && writer != read.reader && seen & 1 << writer != 0 {
        guard read.source >= 0, order.add(writer, read.source) else { return false }
      }
    }
    return true
  }
}
