import PropertyTesting

extension Generator where Value == String {
  /// Text with at least one scalar that is not white space, valid as a name or a unit: plain, padded with white space,
  /// odd, or long. Simplest is "a".
  public static var contentfulText: Generator {
    .frequency(
      (1, .constant("a")), (2, .element(of: oddTexts)), (2, .element(of: nearlyWhite)),
      (3, .longText(scalars: 41...2_000)), (4, .wordAndMore), (3, .paddedText))
  }

  /// Empty text, or only white space. Simplest is "", then " ".
  public static var blankText: Generator {
    .frequency(
      (2, .constant("")), (1, .constant(" ")),
      // U+200B is white space for Foundation, and not for `Character.isWhitespace`.
      (2, .constant("\u{200B}")), (3, .text(.of(white), count: 1...3)))
  }

  private static var wordAndMore: Generator {
    Generator<(Unicode.Scalar, String)>.zip(.scalar(), .text(count: 0...12)).map { first, rest in
      String(SpecifiedLimits.whiteScalars.contains(first) ? "a" : Character(first)) + rest
    }
  }

  private static var paddedText: Generator {
    let padding = Generator.text(.of(white), count: 0...2)
    return Generator<(String, String, String)>.zip(.wordAndMore, padding, padding).map { $1 + $0 + $2 }
  }

  private static func longText(scalars: ClosedRange<Int>) -> Generator {
    Generator<Int>.int(in: scalars).map { String(repeating: "a", count: $0) }
  }

  private static var white: String {
    String(String.UnicodeScalarView(SpecifiedLimits.whiteScalars))
  }
}

/// Texts that have content though they hardly look like it: a decomposed letter, a mark that combines with a space, a
/// mark alone, U+0000.
private let oddTexts = ["e\u{301}", " \u{301}", "\u{301}", "\0"]

/// Scalars that resemble white space and are not in the table.
private let nearlyWhite = ["\u{FEFF}", "\u{2060}", "\u{180E}", "\u{200D}", "\u{AD}", "\u{2800}"]
