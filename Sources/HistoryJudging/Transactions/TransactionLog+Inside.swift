/// What a transaction must see of itself, whatever others do.
extension TransactionLog {
  /// What a transaction knows of a key.
  private enum Knowledge {
    case all([HistoryValue])
    /// The end of the list: what the transaction appended.
    case end([HistoryValue])
  }

  /// Looks for `internal` (a read that contradicts the transaction's own reads and writes before it), `internal-predicate` (the same, but
  /// for what a scan did not find) and `future-read` (a read of what the transaction writes only afterwards).
  mutating func checkInside(_ number: Int, _ steps: [HistoryValue]) {
    var known: [HistoryValue: Knowledge] = [:]
    // The same, with what scans did not find.
    var scanned: [HistoryValue: Knowledge] = [:]
    var written: Set<HistoryValue> = []
    for (position, step) in steps.enumerated() {
      guard let parts = step.elements, parts.count >= 2, let word = parts[0].word else { continue }
      let key = parts[1]
      let value = parts.count == 3 ? parts[2] : .null
      switch word {
      case "r", "read":
        checkRead(number, key, value, steps[(position + 1)...], known[key], scanned[key])
        known[key] = .all(content(value))
        scanned[key] = known[key]
      case "scan":
        let found = (value.found ?? []).filter { !$0.value.isNull && $0.value != .list([]) }
        for (key, value) in found {
          checkRead(number, key, value, steps[(position + 1)...], known[key], scanned[key])
          known[key] = .all(content(value))
          scanned[key] = known[key]
        }
        guard let range = KeyRange(key) else { continue }
        let touched = Set(steps.compactMap { $0.elements.flatMap { $0[0].word == "scan" ? nil : $0[1] } })
        for key in touched where range.contains(key) && !found.contains(where: { $0.key == key }) {
          checkAbsence(number, key, isWritten: written.contains(key), scanned[key])
          if !written.contains(key) { scanned[key] = .all(content(.null)) }
        }
      default:
        written.insert(key)
        known[key] = flavor == .register ? .all([value]) : Self.appending(value, to: known[key])
        scanned[key] = flavor == .register ? .all([value]) : Self.appending(value, to: scanned[key])
      }
    }
  }

  /// What a read returned, as what it may have read: of a register, one value or nothing.
  private func content(_ value: HistoryValue) -> [HistoryValue] { flavor == .register ? [value] : value.elements ?? [] }

  private mutating func checkRead(
    _ number: Int, _ key: HistoryValue, _ value: HistoryValue, _ rest: ArraySlice<HistoryValue>, _ known: Knowledge?, _ scanned: Knowledge?
  ) {
    let list = content(value)
    let later = rest.compactMap { later -> HistoryValue? in
      guard let parts = later.elements, parts.count == 3, parts[1] == key, let word = parts[0].word else { return nil }
      return word == "append" || word.hasPrefix("w") ? parts[2] : nil
    }
    let found = flavor == .register ? "\(value)" : Self.listText(list)
    if let early = later.first(where: list.contains) {
      mistakes.append(("future-read", number, "{T} read \(early) of \(key) before it wrote it itself."))
    } else if let expected = Self.contradiction(list, known) {
      mistakes.append(("internal", number, "{T} read \(key) = \(found), though its own reads and writes before that say \(expected)."))
    } else if let expected = Self.contradiction(list, scanned) {
      mistakes.append(("internal-predicate", number, "{T} read \(key) = \(found), though its own scan before that says \(expected)."))
    }
  }

  /// A scan did not find a key that is in its range.
  private mutating func checkAbsence(_ number: Int, _ key: HistoryValue, isWritten: Bool, _ known: Knowledge?) {
    if isWritten {
      mistakes.append(("internal", number, "{T} scanned a range without \(key), which is in it and which it wrote itself."))
    } else if let expected = Self.contradiction(content(.null), known) {
      let sentence = "{T} scanned a range without \(key), though its own reads before that say \(expected)."
      mistakes.append(("internal-predicate", number, sentence))
    }
  }

  private static func appending(_ value: HistoryValue, to known: Knowledge?) -> Knowledge {
    switch known {
    case .all(let list): .all(list + [value])
    case .end(let list): .end(list + [value])
    case nil: .end([value])
    }
  }

  /// What the list should have been; nil if it is that.
  private static func contradiction(_ list: [HistoryValue], _ known: Knowledge?) -> String? {
    switch known {
    case nil: nil
    case .all(let expected): expected == list ? nil : listText(expected)
    case .end(let end): list.suffix(end.count).elementsEqual(end) ? nil : "that the list ends with \(listText(end))"
    }
  }

  /// A list as text, only its end if it is long.
  static func listText(_ list: some Collection<HistoryValue>) -> String {
    let end = list.suffix(6).map(\.description).joined(separator: " ")
    return list.count > 6 ? "[… \(end)]" : "[\(end)]"
  }
}
