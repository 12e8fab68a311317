/// What a transaction must see of itself, whatever others do.
extension TransactionLog {
  /// What a transaction knows of a key.
  private enum Knowledge {
    case all([HistoryValue])
    /// The end of the list: what the transaction appended.
    case end([HistoryValue])
  }

  /// Looks for `internal` (a read that contradicts the transaction's own reads and writes before it) and `future-read` (a read of what
  /// the transaction writes only afterwards).
  mutating func checkInside(_ number: Int, _ steps: [HistoryValue]) {
    var known: [HistoryValue: Knowledge] = [:]
    for (position, step) in steps.enumerated() {
      guard let parts = step.elements, parts.count >= 2, let word = parts[0].word else { continue }
      let key = parts[1]
      let value = parts.count == 3 ? parts[2] : .null
      guard word.hasPrefix("r") else {
        known[key] = flavor == .register ? .all([value]) : Self.appending(value, to: known[key])
        continue
      }
      let list = flavor == .register ? [value] : value.elements ?? []
      let later = steps[(position + 1)...].compactMap { later -> HistoryValue? in
        guard let parts = later.elements, parts.count == 3, parts[0].word?.hasPrefix("r") == false, parts[1] == key else { return nil }
        return parts[2]
      }
      if let early = later.first(where: list.contains) {
        mistakes.append(("future-read", number, "{T} read \(early) of \(key) before it wrote it itself."))
      } else if let expected = Self.contradiction(list, known[key]) {
        let found = flavor == .register ? "\(value)" : Self.listText(list)
        mistakes.append(("internal", number, "{T} read \(key) = \(found), though its own reads and writes before that say \(expected)."))
      }
      known[key] = .all(list)
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
