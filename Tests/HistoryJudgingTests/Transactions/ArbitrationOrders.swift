/// The oracle: which consistency models a small history has, by their definitions and by trying every order.
///
/// Those of Adya (1999) need a version order for each key; those of Cerone, Bernardi and Gotsman (CONCUR 2015) an arbitration order of the
/// transactions and a visibility relation within it. Both are tried at once: every order of the committed transactions, which orders the
/// versions of each key, with the least visibility that a model allows. In the forms with sessions or real time, a transaction sees those
/// that its process, or anybody, completed before it began. Monotonic atomic view (Bailis and others, VLDB 2014) has no such relation: a
/// read misses nothing of the transactions that earlier steps of its transaction saw. Who was read took effect; any other transaction of
/// unknown outcome may have.
struct ArbitrationOrders {
  private typealias Transactions = UInt8
  private struct Read {
    var reader: Int
    var key: Int
    /// The transaction that was read; −1: the initial state.
    var source: Int
    /// A scan found nothing: repeatable read does not hold it (Adya's PL-2.99).
    var isByPredicate = false
  }

  private let all: [DrawnTransaction]
  private let lists: Bool
  /// By value: its transaction, and where it stands in it.
  private var writers: [Int: (transaction: Int, place: Int)] = [:]
  private var isGarbage = false
  /// Against read committed: a read of an aborted, an intermediate or a later value, or lists that cannot be of one key.
  private var isDirty = false
  /// A transaction did not see its own reads and writes.
  private var isInternal = false
  /// The same, but for what its own scans did not find.
  private var isInternalByPredicate = false
  /// By key: the values whose order every list shows.
  private var known: [Int: [Int]] = [:]
  private var observed: Transactions = 0
  /// By transaction: those that it read.
  private var sources: [Transactions]
  private var snapshotReads: [Read] = []
  /// All reads, with the transactions that earlier steps of the reader saw.
  private var observations: [(read: Read, seen: Transactions)] = []
  /// By transaction and read or write: the step, as a scan is one step.
  private let moments: [[Int]]
  /// Reads of a key that the transaction wrote afterwards.
  private var updates: [Read] = []
  /// By level and transaction: those that ended before, as sessions and as clocks tell.
  private var earlier: [[Transactions]]

  init(_ drawn: DrawnTransactions) {
    all = drawn.all.map(\.readingSingly)
    moments = drawn.all.map { transaction in
      transaction.steps.enumerated().flatMap { moment, step in
        if case .scan(let keys, _) = step { Array(repeating: moment, count: keys.count) } else { [moment] }
      }
    }
    lists = drawn.lists
    sources = Array(repeating: 0, count: all.count)
    earlier = [Array(repeating: 0, count: all.count)]
    for (number, transaction) in all.enumerated() {
      for (place, step) in transaction.steps.enumerated() {
        if case .write(_, let value) = step { writers[value] = (number, place) }
      }
    }
    let before = { (one: DrawnTransaction, other: DrawnTransaction) in one.outcome == .ok && one.completed < other.invoked }
    earlier.append(all.map { other in set { $0.process == other.process && before($0, other) } })
    earlier.append(all.map { other in set { before($0, other) } })
    orderLists()
    for number in all.indices where all[number].outcome == .ok { read(number) }
  }

  private func set(_ isIn: (DrawnTransaction) -> Bool) -> Transactions {
    all.indices.reduce(0) { isIn(all[$1]) ? $0 | 1 << $1 : $0 }
  }

  // MARK: What was read

  private mutating func orderLists() {
    guard lists else { return }
    for transaction in all where transaction.outcome == .ok {
      for case .read(let key, let values) in transaction.steps {
        if Set(values).count < values.count { isGarbage = true }
        guard let agreed = known[key] else {
          known[key] = values
          continue
        }
        let common = zip(agreed, values).prefix { $0 == $1 }.map(\.0)
        // The longer of two lists that agree; of two that do not, what both say.
        known[key] = common.count == agreed.count ? values : common.count == values.count ? agreed : common
      }
    }
    // A second time, since the shorter of two may have hidden that the third contradicts both.
    for transaction in all where transaction.outcome == .ok {
      for case .read(let key, let values) in transaction.steps {
        let common = zip(known[key, default: []], values).prefix { $0 == $1 }.map(\.0)
        guard common.count < values.count else { continue }
        isDirty = true
        known[key] = common
      }
    }
  }

  private mutating func read(_ number: Int) {
    var before: [Int: [Int]] = [:]
    // The same with what scans did not find.
    var scanned: [Int: [Int]] = [:]
    var own: [Int: [Int]] = [:]
    var hasRead: Set<Int> = []
    var hasScanned: Set<Int> = []
    // What earlier steps saw, and what those up to this one did.
    var (seen, seenNow): (Transactions, Transactions) = (0, 0)
    for (place, step) in all[number].steps.enumerated() {
      if place > 0, moments[number][place] != moments[number][place - 1] { seen = seenNow }
      switch step {
      case .write(let key, let value):
        if lists { before[key]?.append(value) } else { before[key] = [value] }
        if lists { scanned[key]?.append(value) } else { scanned[key] = [value] }
        own[key, default: []].append(value)
      case .scan: continue
      case .absent(let key):
        if own[key] != nil { isInternal = true }
        if let expected = scanned[key], !expected.isEmpty { isInternalByPredicate = true }
        if own[key] == nil { scanned[key] = [] }
        if lists || own[key] == nil { observations.append((Read(reader: number, key: key, source: -1, isByPredicate: true), seen)) }
        if hasScanned.insert(key).inserted { snapshotReads.append(Read(reader: number, key: key, source: -1, isByPredicate: true)) }
      case .read(let key, let values):
        if let expected = before[key] { isInternal = isInternal || expected != values }
        if let expected = scanned[key] { isInternalByPredicate = isInternalByPredicate || expected != values }
        if lists, before[key] == nil, let end = own[key] { isInternal = isInternal || Array(values.suffix(end.count)) != end }
        before[key] = values
        scanned[key] = values
        check(values, number, place)
        let others = lists ? Array(values.reversed().drop { isOwn($0, number, place) }.reversed()) : values
        guard others.last.map({ !isOwn($0, number, place) }) ?? true else { continue }
        let source = others.last.flatMap { writers[$0]?.transaction } ?? -1
        if source >= 0, source != number { sources[number] |= 1 << source }
        if lists || own[key] == nil {
          observations.append((Read(reader: number, key: key, source: source), seen))
          if source >= 0, source != number { seenNow |= 1 << source }
        }
        if let last = others.last, let writer = writers[last], writer.transaction != number {
          if all[writer.transaction].finals[key] != last { isDirty = true }
        }
        if hasRead.insert(key).inserted, lists || own[key] == nil {
          snapshotReads.append(Read(reader: number, key: key, source: source))
        }
        if own[key] == nil, all[number].finals[key] != nil { updates.append(Read(reader: number, key: key, source: source)) }
      }
    }
  }

  private func isOwn(_ value: Int, _ number: Int, _ place: Int) -> Bool {
    writers[value].map { $0.transaction == number && $0.place < place } ?? false
  }

  private mutating func check(_ values: [Int], _ reader: Int, _ place: Int) {
    for (index, value) in values.enumerated() {
      guard let writer = writers[value] else {
        isGarbage = true
        continue
      }
      let source = writer.transaction
      observed |= 1 << source
      if all[source].outcome == .fail || source == reader && writer.place > place { isDirty = true }
      if lists, let earlier = earlierAppend(value), !values[..<index].contains(earlier) { isDirty = true }
    }
  }

  /// What the same transaction appended to the same key before.
  private func earlierAppend(_ value: Int) -> Int? {
    guard let (source, place) = writers[value], case .write(let key, _) = all[source].steps[place] else { return nil }
    var last: Int?
    for case .write(key, let earlier) in all[source].steps[..<place] { last = earlier }
    return last
  }

  // MARK: Orders

  /// The models, weakest first, each in its three forms.
  private enum Model: Int, CaseIterable {
    case readUncommitted, readCommitted, monotonicAtomicView, readAtomic, cursorStability
    case causal, parallelSnapshot, snapshot, repeatableRead, serializable

    func bit(_ level: Int) -> Int { 1 << (rawValue * 3 + level) }

    func name(_ level: Int) -> String {
      let names = [
        "read-uncommitted", "read-committed", "monotonic-atomic-view", "read-atomic", "cursor-stability", "causal",
        "parallel-snapshot-isolation", "snapshot-isolation", "repeatable-read", "serializable",
      ]
      return level == 2 && self == .serializable ? "strict-serializable" : ["", "strong-session-", "strong-"][level] + names[rawValue]
    }
  }

  /// The names of the models that some order explains.
  func models() -> Set<String> {
    guard !isGarbage else { return [] }
    var found = 0
    let unread = all.indices.filter { all[$0].outcome == .info && observed & 1 << $0 == 0 }
    let certain = set { $0.outcome == .ok } | (observed & set { $0.outcome == .info })
    for choice in 0..<(1 << unread.count) {
      let committed = unread.indices.reduce(certain) { choice >> $1 & 1 == 1 ? $0 | 1 << unread[$1] : $0 }
      Trial(history: self, committed: committed).run(&found)
    }
    return Set(Model.allCases.flatMap { model in (0...2).filter { found & model.bit($0) != 0 }.map(model.name) })
  }

  /// The orders of one choice of committed transactions.
  private struct Trial {
    let history: ArbitrationOrders
    let committed: Transactions
    private let members: [Int]
    /// By key: who writes it.
    private var writing: [Transactions]
    /// By transaction: the others that write one of its keys.
    private var conflicts: [Transactions]
    /// By transaction: those whose versions are known to be older, of some key.
    private var older: [Transactions]

    init(history: ArbitrationOrders, committed: Transactions) {
      self.history = history
      self.committed = committed
      members = history.all.indices.filter { committed & 1 << $0 != 0 }
      older = Array(repeating: 0, count: history.all.count)
      conflicts = older
      writing = Array(repeating: 0, count: 4)
      for number in members {
        for key in history.all[number].finals.keys { writing[key] |= 1 << number }
      }
      for number in members {
        for key in history.all[number].finals.keys { conflicts[number] |= writing[key] & ~(1 << number) }
      }
      for (key, writing) in writing.enumerated() where history.lists {
        var seen: Transactions = 0
        for value in history.known[key, default: []] {
          guard let writer = history.writers[value]?.transaction, committed & 1 << writer != 0 else { continue }
          older[writer] |= seen & ~(1 << writer)
          seen |= 1 << writer
        }
        for writer in members where writing & 1 << writer != 0 {
          let all = history.all[writer].steps.compactMap { if case .write(key, let value) = $0 { value } else { nil } }
          if all.contains(where: { !history.known[key, default: []].contains($0) }) { older[writer] |= seen & ~(1 << writer) }
        }
      }
    }

    func run(_ found: inout Int) {
      for level in 0...2 where isOrdered({ older[$0] | history.earlier[level][$0] }) { found |= Model.readUncommitted.bit(level) }
      guard !history.isDirty else { return }
      for level in 0...2 where isOrdered({ older[$0] | history.sources[$0] | history.earlier[level][$0] }) {
        found |= Model.readCommitted.bit(level)
      }
      var order: [Int] = []
      var before = older
      extend(&order, 0, &before, &found)
    }

    /// Whether there is an order at all in which each comes behind those that it must.
    private func isOrdered(_ required: (Int) -> Transactions) -> Bool {
      var placed: Transactions = 0
      while let next = members.first(where: { placed & 1 << $0 == 0 && required($0) & committed & ~placed == 0 }) { placed |= 1 << next }
      return placed == committed
    }

    private func extend(_ order: inout [Int], _ placed: Transactions, _ before: inout [Transactions], _ found: inout Int) {
      guard placed != committed else {
        evaluate(order, before, &found)
        return
      }
      for next in members where placed & 1 << next == 0 && (older[next] | history.sources[next]) & committed & ~placed == 0 {
        before[next] = placed
        order.append(next)
        extend(&order, placed | 1 << next, &before, &found)
        order.removeLast()
        if found == 1 << 30 - 1 { return }
      }
    }

    private func evaluate(_ order: [Int], _ before: [Transactions], _ found: inout Int) {
      for level in 0...2 {
        let earlier = history.earlier[level]
        guard members.allSatisfy({ earlier[$0] & ~before[$0] & committed == 0 }) else { break }
        let seen = all(order) { (history.sources[$0] | earlier[$0]) & committed }
        func add(_ model: Model, _ holds: () -> Bool) {
          if found & model.bit(level) == 0, holds() { found |= model.bit(level) }
        }
        add(.monotonicAtomicView) { isMonotonic(earlier, order) }
        add(.cursorStability) { history.updates.allSatisfy { isDirectlyBehind($0, order, before) } }
        guard !history.isInternal else { continue }
        add(.repeatableRead) { explains(before, order, byPredicate: false) }
        guard !history.isInternalByPredicate else { continue }
        add(.readAtomic) { explains(seen, order) }
        add(.parallelSnapshot) {
          explains(closed(all(order) { number in seen[number] | conflicts[number] & before[number] }, order), order)
        }
        add(.snapshot) {
          explains(prefixes(all(order) { number in seen[number] | conflicts[number] & before[number] }, order), order)
        }
        add(.serializable) { explains(before, order) }
      }
      guard !history.isInternal, !history.isInternalByPredicate else { return }
      // Causal consistency has sessions in each form.
      for level in 0...2 {
        let earlier = history.earlier[max(1, level)]
        guard members.allSatisfy({ earlier[$0] & ~before[$0] & committed == 0 }) else { return }
        if found & Model.causal.bit(level) != 0 { continue }
        let seen = closed(all(order) { (history.sources[$0] | earlier[$0]) & committed }, order)
        if explains(seen, order) { found |= Model.causal.bit(level) }
      }
    }

    private func all(_ order: [Int], _ value: (Int) -> Transactions) -> [Transactions] {
      var result = Array(repeating: Transactions(0), count: history.all.count)
      for number in order { result[number] = value(number) }
      return result
    }

    /// Transitive visibility.
    private func closed(_ visible: [Transactions], _ order: [Int]) -> [Transactions] {
      var visible = visible
      for number in order {
        for other in order where visible[number] & 1 << other != 0 { visible[number] |= visible[other] }
      }
      return visible
    }

    /// Who sees a transaction sees all that are before it.
    private func prefixes(_ visible: [Transactions], _ order: [Int]) -> [Transactions] {
      var visible = visible
      for number in order {
        guard let last = order.lastIndex(where: { visible[number] & 1 << $0 != 0 }) else { continue }
        for other in order[...last] { visible[number] |= 1 << other }
      }
      return visible
    }

    /// Each read of a key that its transaction has not touched before returns the last visible version.
    /// - Parameter byPredicate: whether what scans did not find counts.
    private func explains(_ visible: [Transactions], _ order: [Int], byPredicate: Bool = true) -> Bool {
      history.snapshotReads.allSatisfy { read in
        if read.isByPredicate, !byPredicate { return true }
        let seen = visible[read.reader] & writing[read.key] & ~(1 << read.reader)
        return (order.last { seen & 1 << $0 != 0 } ?? -1) == read.source
      }
    }

    /// Each read returns the version of the last one that its transaction had seen and that wrote the key, or a later one.
    private func isMonotonic(_ earlier: [Transactions], _ order: [Int]) -> Bool {
      history.observations.allSatisfy { read, seen in
        let due = (seen | earlier[read.reader]) & writing[read.key] & ~(1 << read.reader)
        guard let last = order.lastIndex(where: { due & 1 << $0 != 0 }) else { return true }
        return order.firstIndex(of: read.source).map { last <= $0 } ?? false
      }
    }

    /// No version lies between the one that was read and the one that its reader installed (no G-cursor).
    private func isDirectlyBehind(_ read: Read, _ order: [Int], _ before: [Transactions]) -> Bool {
      let others = before[read.reader] & writing[read.key]
      return (order.last { others & 1 << $0 != 0 } ?? -1) == read.source
    }
  }
}
