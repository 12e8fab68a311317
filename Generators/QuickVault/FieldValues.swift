import PropertyTesting

extension Generator where Value == String {
  /// A field's value: any text, sometimes one that careless code changes, sometimes a long one.
  public static let fieldValue = Generator.frequency(
    (5, .text()),
    (
      3,
      .element(of: [
        "", "\0", "before\0after", "e\u{301}", "\u{E9}", "\u{301}", "line\r\nline\rline\nline\u{2028}line", "  blanks  ", "\n\n",
        "\u{FEFF}text", "科技园 1 号", "👨‍👩‍👧‍👦", "a value of more than one block of sixteen bytes",
      ])
    ),
    (1, Generator.text(count: 16...64).map { String(repeating: $0, count: 8) }))

  /// Like ``fieldValue``, but one in 41 values is a text of 61,897 bytes.
  public static let fieldValueOfAnySize = Generator.frequency(
    (40, .fieldValue), (1, .constant(String(repeating: "64 KiB of 文字 ", count: 3_856))))

  /// A password to derive a key from: any text, short or long, also the empty one.
  public static let derivationPassword = Generator.frequency(
    (3, .masterPassword), (2, .text(count: 0...12)), (1, .text(count: 60...90)),
    (1, .element(of: ["", "\0", "pass\0word", "caf\u{E9} 1234", "\u{1E69}\u{1E69}\u{1E69}", "password", "Password"])))
}
