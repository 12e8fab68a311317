/// Reads by predicate (Adya, 1999, section 4.2.1): a scan reads the keys of a range that have a value, as single reads do, and says of all
/// others that they had none. Those others are known when the whole history is.
extension TransactionLog {
  /// A scan that was acknowledged.
  struct Scan {
    var range: KeyRange
    /// The numbers of the keys that it found.
    var found: Set<Int>
  }

  /// Adds the reads of what was found, and the place of what was not.
  mutating func addScan(_ range: HistoryValue, _ value: HistoryValue, _ number: Int, _ operation: HistoryOperation) throws {
    guard let keys = KeyRange(range) else {
      throw error(operation, "a scan of \(short(range))", hint: "a scan is [:scan nil {…}] of all keys, or [:scan [lower upper] {…}]")
    }
    guard operation.outcome == .ok else { return }
    guard let found = value.found else {
      throw error(operation, "a scan that found \(short(value))", hint: "what it found is a map of keys, or a list of pairs [key value]")
    }
    var scan = Scan(range: keys, found: [])
    for (key, value) in found where !value.isNull && value != .list([]) {
      let place = keyNumber(key)
      if !keys.contains(key) { mistakes.append(("garbage-read", number, "{T} scanned \(range) and found \(key), which is not in it.")) }
      if !scan.found.insert(place).inserted { mistakes.append(("duplicate-elements", number, "{T} found \(key) twice in one scan.")) }
      try addRead(place, value, operation)
    }
    actions.append(Action(kind: .scan, key: -1, number: scans.count))
    scans.append(scan)
  }

  /// Puts reads by predicate in the place of each scan: one for each key of its range that has writes and was not found. To be called once,
  /// when all transactions are there. Takes the time of all these reads.
  mutating func resolveScans() {
    guard !scans.isEmpty else { return }
    let written = Set(writes.map(\.key)).sorted()
    var resolved: [Action] = []
    for number in transactions.indices {
      let first = resolved.count
      for action in actions[transactions[number].actions] {
        switch action.kind {
        case .scan:
          let scan = scans[action.number]
          for key in written where !scan.found.contains(key) && scan.range.contains(keys[key]) {
            resolved.append(Action(kind: .absentRead, step: action.step, key: key, number: flavor == .listAppend ? 0 : -1))
          }
        case .write:
          writes[action.number].action = resolved.count
          resolved.append(action)
        case .read, .branchRead, .unknownRead, .absentRead: resolved.append(action)
        }
      }
      transactions[number].actions = first..<resolved.count
    }
    actions = resolved
  }
}
