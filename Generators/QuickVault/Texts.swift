import PropertyTesting

/// Which scalars are nothing to a reader: by Unicode's own property, and the four that take no room. Apart from the table of
/// the core, which it judges.
public enum SpecifiedBlanks {
  public static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || ["\u{180E}", "\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
  }

  public static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isBlank) }

  /// Without what is blank at both ends.
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
  /// Whether another text stands in this one, byte for byte. Foundation's `contains` traps on some texts on Linux, in which
  /// combining marks and U+0000 follow each other.
  public func hasBytes(of other: String) -> Bool {
    let (whole, part) = ([UInt8](utf8), [UInt8](other.utf8))
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
  }
}

extension Generator where Value == String {
  /// Something to read, in Chinese or Latin letters: plain, padded with white, with line ends, "label: value" in itself, or
  /// written in another way that looks the same. Simplest is "a".
  public static var contentfulText: Generator {
    .frequency(
      (2, .constant("a")), (5, .element(of: words)), (3, .marker), (2, .element(of: oddTexts)),
      (2, .element(of: composedAndNot)), (3, .multilineText), (3, .paddedText))
  }

  /// Nothing, or nothing but white, of which a keyboard has several. Simplest is "".
  public static var blankText: Generator {
    .frequency(
      (3, .constant("")), (2, .constant(" ")),
      (8, .element(of: blanks)),
      (2, .text(.of(" \n\u{3000}\u{200B}"), count: 2...3)))
  }

  /// What may stand in a field that may stay empty.
  public static var optionalText: Generator { .frequency((2, .constant("")), (1, .blankText), (5, .contentfulText)) }

  /// A text of 20 bytes that stands nowhere by chance: where it is found, it was written.
  public static var marker: Generator {
    Generator<Int>.int(in: 0...0xFFFF_FFFF).map { number in
      let digits = String(number, radix: 16)
      return "leak-marker-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }

  /// Line ends of every kind, anywhere, between words and controls.
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

/// Pieces of texts of several lines; U+0000 among them.
let linePieces = ["a", "\n", "\r", "\r\n", "\u{2028}", "\t", "\0", "行", "🏠", ": ", "  "]

private let words = [
  "张三", "b", "北京市", "Main Street 5", "朝阳区建国路 88 号", "12", "Q: A", "备注: x", "Äpfel", "ẞ", "李 Li", "ÉCOLE", "Привет",
]

/// Each scalar that is nothing to a reader, the most frequent first.
private let blanks = [
  "\n", "\u{3000}", "\u{200B}", "\t", "\r\n", "\u{A0}", "\u{FEFF}", "\u{2060}", "\u{2028}", "\u{85}", "\u{1680}",
  "\u{180E}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{B}", "\u{C}",
] + (0x2000...0x200A).compactMap { Unicode.Scalar($0).map { String(Character($0)) } }

/// Content, though it hardly looks so.
private let oddTexts = [
  "\u{301}", " \u{301}", "\0", "\u{200C}", "\u{200D}", "\u{200E}", "\u{AD}", "\u{2061}", "\u{2800}", "👨‍👩‍👧‍👦", "\"", "\\", ",", "{}"]

/// Texts that look alike in pairs, and differ in their bytes.
public let composedAndNot = ["é", "e\u{301}", "Å", "A\u{30A}", "\u{212B}", "가", "\u{1100}\u{1161}", "\u{FB01}"]
