import PropertyTesting
import StorageContract

extension Generator where Value == String {
  /// One of a dozen keys, so that the keys of a history meet; some of them are easily taken for another.
  static let storeKey: Generator = .element(of: [
    "a", "b", "aa", "A", "a\u{0}", "é", "e\u{301}", "a ", "ﬁ", "fi", "\u{FFFD}", "\u{10000}",
  ])

  /// One of a few collection names, of which some differ by case, or begin alike.
  static let storeCollection: Generator = .element(of: ["c", "d", "C", "c_1", "c_2", "cc", "_c"])

  /// One of a few field names, of which some differ by case, or begin alike.
  static let storeFieldName: Generator = .element(of: ["n", "text", "N", "n_1", "_", "null"])

  /// Any key: 1 to 1,024 bytes, mostly a few.
  static let anyStoreKey: Generator = .frequency(
    (3, .storeKey),
    (3, .text(.of("ab\u{0}Aé\u{301}\u{E000}\u{FFFD}\u{10000}~"), count: 1...3)),
    (2, .text(count: 1...8)),
    (1, Generator<String>.element(of: ["a", "é", "\u{0}", "😀"]).flatMap { scalar in
      Generator<Int>.int(in: 240...1_024).map { String(repeating: scalar, count: max(1, $0 / scalar.utf8.count)) }
    }))
}

extension Generator where Value == [String: FieldValue] {
  /// Up to three fields, with any values that are stored exactly.
  static let storeFields: Generator = .dictionary(of: .storeFieldName, .storable, count: 0...3)

  /// One small number: where it matters which record it is, and not what it holds.
  static let numberedFields: Generator = Generator<Int64>.integer(in: 0...99).map { ["n": .int64($0)] }
}
