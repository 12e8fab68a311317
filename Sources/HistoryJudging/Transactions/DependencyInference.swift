/// What the values that were read say about the order of versions, and so about the order of transactions (Kingsbury and Alvaro, 2020).
struct DependencyInference {
  let log: TransactionLog
  /// Whether a transaction took effect, as far as anyone can know: it was acknowledged, or somebody read what it wrote.
  private(set) var isCommitted: [Bool]
  private(set) var edges: [DependencyGraph.Edge] = []
  /// By key: the writes of the longest list, −1 for what nobody wrote. Empty for registers.
  var orders: [[Int]] = []
  /// Whether a list has two appends that nobody read, so that either may be first.
  var hasUnreadNeighbours = false
  /// What is wrong with single values: each name once, how often, and of the first the transactions and the sentence that tells it.
  private(set) var mistakes: [(name: String, count: Int, transactions: [Int], sentence: String)] = []

  init(_ log: TransactionLog) {
    self.log = log
    isCommitted = log.transactions.map { $0.outcome == .ok }
    switch log.flavor {
    case .listAppend: inferLists()
    case .register: inferRegisters()
    }
  }

  /// The write that a value of a key came from.
  func write(_ key: Int, _ value: HistoryValue) -> Int? { log.writeNumbers[TransactionLog.KeyedValue(key: key, value: value)] }

  func name(_ key: Int) -> String { if case .name(let name) = log.keys[key] { name } else { "\(log.keys[key])" } }

  mutating func markCommitted(_ transaction: Int) {
    if log.transactions[transaction].outcome != .fail { isCommitted[transaction] = true }
  }

  mutating func note(_ name: String, _ transactions: [Int], _ sentence: String) {
    if let place = place(of: name) { mistakes[place].count += 1 } else { mistakes.append((name, 1, transactions, sentence)) }
  }

  func isNoted(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> Int? { mistakes.firstIndex { $0.name == name } }

  mutating func addEdge(
    _ source: Int, _ target: Int, _ kind: DependencyGraph.Kind, key: Int, write: Int, before: Int,
    level: DependencyGraph.Level = .plain
  ) {
    guard source != target, isCommitted[source], isCommitted[target] else { return }
    edges.append(
      DependencyGraph.Edge(
        source: Int32(source), target: Int32(target), kind: kind, level: level, key: Int32(key), write: Int32(write),
        before: Int32(before)))
  }

  /// Reads and writes of acknowledged transactions, with the transaction.
  func forEachAction(_ body: (_ transaction: Int, _ index: Int, TransactionLog.Action) -> Void) {
    for (number, transaction) in log.transactions.enumerated() where transaction.outcome == .ok {
      for index in transaction.actions { body(number, index, log.actions[index]) }
    }
  }

  /// The same mistake of a read, whether of a list or of a register: what was read was aborted, or is no final write.
  mutating func checkSource(of write: Int, reader: Int, isLast: Bool) {
    let source = log.writes[write].transaction
    guard source != reader else { return }
    let value = log.writes[write].value
    let key = name(log.writes[write].key)
    if log.transactions[source].outcome == .fail {
      note("G1a", [source, reader], "{1} failed, yet {2} read its \(value) of \(key).")
    } else if isLast, log.writes[write].isIntermediate {
      note("G1b", [source, reader], "{2} read \(value) of \(key), which {1} itself overwrote: nobody else may see it.")
    }
  }

  /// A read misses a write of a transaction that an earlier step of the reader saw.
  mutating func noteVanished(_ source: Int, _ write: Int, _ reader: Int, isByPredicate: Bool) {
    let (key, value) = (name(log.writes[write].key), log.writes[write].value)
    note(
      isByPredicate ? "OTV-predicate" : "OTV", [source, reader],
      "{2} saw what {1} wrote, and afterwards read \(key) without the \(value) of {1}.")
  }

  /// Two transactions read the same version of a key and both wrote the key: one of the two did not see the other.
  ///
  /// - Parameter overtaken: updates with a write of another transaction between the version that was read and their own (Adya's G-cursor).
  mutating func findLostUpdates(
    _ versions: [(key: Int, version: Int, transaction: Int)],
    _ overtaken: [(update: (key: Int, version: Int, transaction: Int), by: Int)] = []
  ) {
    struct Version: Hashable {
      var key: Int
      var version: Int
    }
    struct Update: Hashable {
      var key: Int
      var transaction: Int
    }
    var first: [Version: Int] = [:]
    var shared: Set<Version> = []
    var versionOf: [Update: Int] = [:]
    for (key, version, transaction) in versions {
      if let other = versionOf.updateValue(version, forKey: Update(key: key, transaction: transaction)), other != version {
        note("lost-update", [transaction], "{1} read two versions of \(name(key)) and then wrote it: it is not directly behind both.")
      }
      let place = Version(key: key, version: version)
      guard let earlier = first[place] else {
        first[place] = transaction
        continue
      }
      guard earlier != transaction else { continue }
      shared.insert(place)
      note(
        "lost-update", [earlier, transaction],
        "{1} and {2} both read the same version of \(name(key)), and both wrote it: whichever came second did not see the other.")
    }
    for (update, write) in overtaken where !shared.contains(Version(key: update.key, version: update.version)) {
      note(
        "lost-update", [log.writes[write].transaction, update.transaction],
        "{2} read \(name(update.key)) without {1}'s \(log.writes[write].value), and wrote it behind that.")
    }
  }
}
