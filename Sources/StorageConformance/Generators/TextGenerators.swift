import PropertyTesting

extension Generator where Value == String {
  /// Text with what breaks programs: either normal form, joiners, right to left, astral, U+0000, line ends, white space
  /// at the ends, what looks like JSON or SQL, U+FFFD, byte order marks.
  static let troublesomeText: Generator = .frequency(
    (3, .text(count: 0...12)),
    (2, .element(of: troublesomeTexts)),
    (3, Generator<[String]>.array(of: .element(of: troublesomePieces), count: 1...5).map { $0.joined() }))

  private static let troublesomePieces = [
    "a", " ", "\n", "\r\n", "\t", "\u{0}", "é", "e\u{301}", "Å", "\u{212B}", "\u{1112}\u{1161}\u{11AB}", "한", "ﬁ",
    "İ", "\u{200D}", "\u{200F}", "\u{202E}", "אב", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "😀", "👩‍👩‍👧‍👦", "\u{10FFFF}",
    "\"", "'", "\\", "\\u0000", "%", "{", "\u{85}", "\u{2028}", "\u{A0}", "\u{7F}", "\u{1B}[0m", "\u{AD}",
  ]

  private static let troublesomeTexts = [
    "", " ", " a ", "\n", "a\n", "\u{FEFF}a", "a\u{0}b", "null", "NULL", "{\"int64\":\"1\"}", "[]", "\"",
    "'; DROP TABLE records;--", "\\x00", "%s%n", "1e5", "0x1F", "true", "$1", "?1", ":name", "\\N", "a,b;c\td",
    "<![CDATA[", "\u{1}\u{1F}",
  ]
}
