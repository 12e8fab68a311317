import PropertyTesting

/// Decides which scalars are blank to a reader, by Unicode's own property, with four more that have no width. It is
/// independent of the core's table, because it judges that table.
public enum SpecifiedBlanks {
  /// Whether the scalar is white space to Unicode, or U+180E, U+200B, U+2060 or U+FEFF.
  public static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || ["\u{180E}", "\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
  }

  /// Whether all scalars of the text are blank. This is true for the empty text.
  public static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isBlank) }

  /// The text without the blank scalars at both ends.
  public static func trimmed(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension String {
  /// Whether this text contains another, byte for byte. Foundation's `contains` traps on Linux for some texts in which
  /// combining marks and U+0000 follow each other.
  public func hasBytes(of other: String) -> Bool {
    let (whole, part) = ([UInt8](utf8), [UInt8](other.utf8))
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
  }
}

extension Generator where Value == String {
  /// A text that is not blank, in Chinese or other letters: plain, with blanks around it, with line ends, with "label:
  /// value" inside, or written in another way that looks the same. The simplest is "a".
  public static var contentfulText: Generator {
    .frequency(
      (2, .constant("a")), (5, .element(of: words)), (3, .marker), (2, .element(of: oddTexts)),
      (2, .element(of: composedAndNot)), (3, .multilineText), (3, .paddedText))
  }

  /// A text that is empty or has only blank characters, of all kinds. The simplest is "".
  public static var blankText: Generator {
    .frequency(
      (3, .constant("")), (2, .constant(" ")),
      (8, .element(of: blanks)),
      (2, .text(.of(" \n\u{3000}\u{200B}"), count: 2...3)))
  }

  /// A value for an optional field, which may be blank.
  public static var optionalText: Generator { .frequency((2, .constant("")), (1, .blankText), (5, .contentfulText)) }

  /// A text of 20 bytes that occurs nowhere by chance. If a property finds it, somebody wrote it there.
  public static var marker: Generator {
    Generator<Int>.int(in: 0...0xFFFF_FFFF).map { number in
      let digits = String(number, radix: 16)
      return "leak-marker-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }

  /// Line ends of every kind, words and control characters in any order. The last character is an "a".
  public static var multilineText: Generator {
    Generator<[String]>.array(of: .element(of: linePieces), count: 1...7).map { $0.joined() + "a" }
  }

  private static var paddedText: Generator {
    Generator { source in
      let blank = Generator<String>.element(of: ["", " ", "\n", "\u{3000}", "\u{200B}"])
      let before = try source(blank)
      return before + (try source(.element(of: words))) + (try source(blank))
    }
  }
}

/// Pieces of texts with several lines. One of them is U+0000.
let linePieces = ["a", "\n", "\r", "\r\n", "\u{2028}", "\t", "\0", "行", "🏠", ": ", "  "]

private let words = [
  "张三", "b", "北京市", "Main Street 5", "朝阳区建国路 88 号", "12", "Q: A", "备注: x", "Äpfel", "ẞ", "李 Li", "ÉCOLE", "Привет",
]

/// Each scalar that is blank to a reader, the most frequent first.
private let blanks = [
  "\n", "\u{3000}", "\u{200B}", "\t", "\r\n", "\u{A0}", "\u{FEFF}", "\u{2060}", "\u{2028}", "\u{85}", "\u{1680}",
  "\u{180E}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{B}", "\u{C}",
] + (0x2000...0x200A).compactMap { Unicode.Scalar($0).map { String(Character($0)) } }

/// Texts that are not blank, though they look like it.
private let oddTexts = [
  "\u{301}", " \u{301}", "\0", "\u{200C}", "\u{200D}", "\u{200E}", "\u{AD}", "\u{2061}", "\u{2800}", "👨‍👩‍👧‍👦", "\"", "\\", ",", "{}"]

/// Groups of texts that look the same and differ in their bytes.
public let composedAndNot = ["é", "e\u{301}", "Å", "A\u{30A}", "\u{212B}", "가", "\u{1100}\u{1161}", "\u{FB01}"]
