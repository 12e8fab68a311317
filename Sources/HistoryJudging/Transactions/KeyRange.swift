/// The keys that a scan reads: `nil` for all, or `[lower upper]`, which both belong to it and may be nil for no bound. Whole numbers are in
/// their order, texts and names in that of their UTF-8 bytes; a key of another kind than the bounds is not in the range.
struct KeyRange: Hashable {
  private var lower: HistoryValue
  private var upper: HistoryValue

  /// - Returns: nil if the value is no range.
  init?(_ value: HistoryValue) {
    guard !value.isNull else {
      (lower, upper) = (.null, .null)
      return
    }
    guard let bounds = value.elements, bounds.count == 2 else { return nil }
    guard bounds.allSatisfy({ $0.isNull || $0.int != nil || $0.word != nil }) else { return nil }
    (lower, upper) = (bounds[0], bounds[1])
  }

  func contains(_ key: HistoryValue) -> Bool {
    (lower.isNull || Self.isOrdered(lower, key)) && (upper.isNull || Self.isOrdered(key, upper))
  }

  private static func isOrdered(_ one: HistoryValue, _ other: HistoryValue) -> Bool {
    if let one = one.int, let other = other.int { return one <= other }
    if let one = one.word, let other = other.word { return !other.utf8.lexicographicallyPrecedes(one.utf8) }
    return false
  }
}

extension HistoryValue {
  /// What a scan found, by key: a map, or a list of pairs `[key value]`. Nil: it is neither.
  var found: [(key: HistoryValue, value: HistoryValue)]? {
    switch self {
    case .null: return []
    case .map(let entries): return entries.map { ($0.key, $0.value) }.sorted { "\($0.0)" < "\($1.0)" }
    case .list(let pairs):
      let found = pairs.compactMap { pair in pair.elements.flatMap { $0.count == 2 ? (key: $0[0], value: $0[1]) : nil } }
      return found.count == pairs.count ? found : nil
    default: return nil
    }
  }
}
