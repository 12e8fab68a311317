import PropertyTesting
import StorageContract

extension Generator where Value == String {
  /// One of a dozen keys, so that the keys of a history meet; some of them are easily taken for another.
  static let storeKey: Generator = .element(of: [
    "a", "b", "aa", "A", "a\u{0}", "é", "e\u{301}", "a ", "ﬁ", "fi", "\u{FFFD}", "\u{10000}",
  ])

  /// One of a few field names, of which some differ by case, or begin alike.
  static let storeFieldName: Generator = .element(of: ["n", "text", "N", "n_1", "_", "null"])

  /// Keys of one to three pieces, for which the orders of bytes, of UTF-16 and of languages differ, and some of which
  /// are canonical equivalents.
  static let piecedKey: Generator = Generator<[String]>.array(of: .element(of: keyPieces), count: 1...3).map {
    $0.joined()
  }

  private static let keyPieces = [
    "a", "b", "\u{0}", "A", "B", "z", "Z", "_", "é", "e", "\u{301}", "e\u{301}", "\u{212B}", "o\u{308}", "~", "1",
    "10", "2", " ", "\u{7F}", "\u{80}", "ÿ", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
    "ﬀ", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
  ]
}

extension Generator where Value == [String: FieldValue] {
  /// Up to three fields, with any values that are stored exactly.
  static let storeFields: Generator = .dictionary(of: .storeFieldName, .storable, count: 0...3)
}
