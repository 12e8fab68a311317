/// The transactions of a history in little memory: some forty bytes for each read and write. A list that was read is kept as its length,
/// since it is a beginning of the longest list of its key; only one that is not is kept whole.
struct TransactionLog {
  /// Which reads and writes a history has.
  enum Flavor {
    /// `[:append k v]`, `[:r k [v …]]` and `[:scan [lower upper] {k [v …]}]`.
    case listAppend
    /// `[:w k v]`, `[:r k v]` and `[:scan [lower upper] {k v}]`.
    case register
  }

  /// A transaction, without its reads and writes.
  struct Transaction {
    var process: HistoryProcess
    var outcome: HistoryOperation.Outcome
    var invoked: Int
    /// `Int.max` while it may still take effect.
    var completed: Int
    var line: Int
    var completionLine: Int
    /// Where its reads and writes are in ``TransactionLog/actions``.
    var actions: Range<Int>
  }

  /// A read or a write.
  struct Action {
    enum Kind: UInt8 {
      case write
      /// A list that is a beginning of its key's longest: ``number`` is its length. Or a register: ``number`` is that of the value in
      /// ``TransactionLog/readValues``, −1 for nothing.
      case read
      /// A list that is no beginning of its key's longest: ``number`` is that of the list in ``TransactionLog/branches``.
      case branchRead
      /// What it returned is not known.
      case unknownRead
      /// A key that a scan of its range did not find: a read by predicate. ``number`` is that of a read of nothing.
      case absentRead
      /// A scan, as long as not all keys are known: ``number`` is that in ``TransactionLog/scans``.
      case scan
    }

    var kind: Kind
    /// Which step of its transaction: a scan reads many keys in one.
    var step: UInt32 = 0
    var key: Int
    /// For a write, its number in ``TransactionLog/writes``.
    var number: Int
  }

  /// A write of one value: each value is written once to a key.
  struct Write {
    var key: Int
    var value: HistoryValue
    var transaction: Int
    var action: Int
    /// Whether the transaction writes the key again behind it.
    var isIntermediate = false
  }

  /// A value of a key.
  struct KeyedValue: Hashable {
    var key: Int
    var value: HistoryValue
  }

  let flavor: Flavor
  let file: String
  var transactions: [Transaction] = []
  var actions: [Action] = []
  var writes: [Write] = []
  var keys: [HistoryValue] = []
  /// The longest list read, by key.
  var longest: [[HistoryValue]] = []
  var branches: [(key: Int, list: [HistoryValue])] = []
  var readValues: [HistoryValue] = []
  var writeNumbers: [KeyedValue: Int] = [:]
  /// What is wrong inside single transactions: name, transaction, and the sentence that tells it.
  var mistakes: [(name: String, transaction: Int, sentence: String)] = []
  /// Empty: without reads by predicate, repeatable read is serializable.
  var scans: [Scan] = []
  private var keyNumbers: [HistoryValue: Int] = [:]

  init(_ flavor: Flavor, file: String) {
    self.flavor = flavor
    self.file = file
  }

  mutating func keyNumber(_ key: HistoryValue) -> Int {
    if let number = keyNumbers[key] { return number }
    keyNumbers[key] = keys.count
    keys.append(key)
    longest.append([])
    return keys.count - 1
  }
}

extension TransactionLog {
  /// Adds a transaction.
  /// - Throws: ``HistoryError`` for a value that is no list of reads and writes, and for a value written twice to one key.
  mutating func add(_ operation: HistoryOperation) throws {
    guard let steps = operation.value.elements else { throw error(operation, "the value \(short(operation.value)) is no transaction") }
    try checkAsked(operation, steps)
    let number = transactions.count
    let first = actions.count
    for (place, step) in steps.enumerated() {
      let start = actions.count
      defer { for index in start..<actions.count { actions[index].step = UInt32(place) } }
      guard let parts = step.elements, parts.count == 2 || parts.count == 3, let word = parts[0].word else {
        throw error(operation, "\(short(step)) is no read or write")
      }
      let value = parts.count == 3 ? parts[2] : .null
      switch (word, flavor) {
      case ("r", _), ("read", _): try addRead(keyNumber(parts[1]), value, operation)
      case ("scan", _): try addScan(parts[1], value, number, operation)
      case ("append", .listAppend), ("w", .register), ("write", .register):
        try addWrite(keyNumber(parts[1]), value, number, first, operation)
      default: throw error(operation, "\(short(step)) is no read or write")
      }
    }
    transactions.append(
      Transaction(
        process: operation.process, outcome: operation.outcome, invoked: operation.invoked, completed: operation.completed,
        line: operation.line, completionLine: operation.completionLine, actions: first..<actions.count))
    if operation.outcome == .ok { checkInside(number, steps) }
  }

  /// A client that takes the answer of one transaction for that of another would accuse the system of its own mistake.
  /// - Throws: ``HistoryError`` for a completion with other writes than its invocation.
  private func checkAsked(_ operation: HistoryOperation, _ steps: [HistoryValue]) throws {
    guard operation.outcome == .ok, !operation.result.isNull, let asked = operation.argument.elements else { return }
    func isWrite(_ step: HistoryValue) -> Bool { step.elements?.first?.word.map { ["append", "w", "write"].contains($0) } ?? false }
    if steps.lazy.filter(isWrite).elementsEqual(asked.lazy.filter(isWrite)) { return }
    throw HistoryError(
      file: file, line: operation.completionLine,
      what: "\(short(operation.result)) completes \(short(operation.argument)) of line \(operation.line), which writes something else",
      hint: "a completion repeats the steps of its invocation, with what the reads returned")
  }

  /// - Parameter first: where the actions of the transaction begin.
  private mutating func addWrite(
    _ key: Int, _ value: HistoryValue, _ transaction: Int, _ first: Int, _ operation: HistoryOperation
  ) throws {
    if value.isNull { throw error(operation, "a write of nothing to \(keys[key])") }
    let keyed = KeyedValue(key: key, value: value)
    if let earlier = writeNumbers[keyed] {
      let other = writes[earlier].transaction
      let line = other < transactions.count ? transactions[other].line : operation.line
      throw HistoryError(
        file: file, line: operation.line, what: "\(value) is written to \(keys[key]) a second time, after line \(line)",
        hint: "each value is written once to a key: only then a read says which write it saw")
    }
    // A failed transaction wrote nothing, yet whoever reads its value has read it.
    for action in actions[first...].reversed() where action.kind == .write && action.key == key {
      writes[action.number].isIntermediate = true
      break
    }
    writeNumbers[keyed] = writes.count
    actions.append(Action(kind: .write, key: key, number: writes.count))
    writes.append(Write(key: key, value: value, transaction: transaction, action: actions.count - 1))
  }

  mutating func addRead(_ key: Int, _ value: HistoryValue, _ operation: HistoryOperation) throws {
    guard operation.outcome == .ok else {
      actions.append(Action(kind: .unknownRead, key: key, number: 0))
      return
    }
    guard flavor == .listAppend else {
      if value.isNull {
        actions.append(Action(kind: .read, key: key, number: -1))
      } else {
        actions.append(Action(kind: .read, key: key, number: readValues.count))
        readValues.append(value)
      }
      return
    }
    guard let list = value.isNull ? [] : value.elements else {
      throw error(operation, "a read of \(keys[key]) that returned \(short(value)), which is no list")
    }
    let common = Self.commonPrefix(list, longest[key])
    if common == list.count {
      actions.append(Action(kind: .read, key: key, number: list.count))
    } else if common == longest[key].count {
      longest[key] = list
      actions.append(Action(kind: .read, key: key, number: list.count))
    } else {
      actions.append(Action(kind: .branchRead, key: key, number: branches.count))
      branches.append((key, list))
    }
  }

  private static func commonPrefix(_ one: [HistoryValue], _ other: [HistoryValue]) -> Int {
    let count = min(one.count, other.count)
    for index in 0..<count where one[index] != other[index] { return index }
    return count
  }

  func error(_ operation: HistoryOperation, _ what: String, hint: String? = nil) -> HistoryError {
    let example = flavor == .listAppend ? "[[:append 1 10] [:r 1 [10]]]" : "[[:w 1 10] [:r 1 10]]"
    return HistoryError(file: file, line: operation.line, what: what, hint: hint ?? "a transaction is a list such as \(example)")
  }

  func short(_ value: HistoryValue) -> String {
    let text = "\(value.beginning)"
    return text.utf8.count > 60 ? text.prefix(59) + "…" : text
  }
}
