import Foundation
import PropertyTesting

extension Generator where Value == String {
  /// Text as a user may enter it, with everything that storage tends to change: empty text, white space around a word,
  /// decomposed letters, U+0000, line feeds, quotes. Simplest is "".
  public static var storedText: Generator {
    .frequency(
      (2, .constant("")), (3, .element(of: texts)), (3, .text(.asciiPrintable, count: 0...12)),
      (2, .text(count: 0...8)))
  }
}

private let texts = [
  "a", " padded ", "\tpadded\n", "e\u{301}", "\u{E9}", "A\u{30A}", "\u{212B}", "first\nsecond",
  "end\u{0}more",
  "\u{0}", "\"quoted\" \\ {}", "\u{FEFF}bom", "\u{1F468}\u{200D}\u{1F469}", "\u{1F}\u{7F}", "null",
]

extension Generator where Value == Date {
  /// Moments within 1e9 seconds, about 32 years, of the reference date, every second one with a fraction of a second.
  public static var storedDate: Generator {
    .date(
      in: Date(timeIntervalSinceReferenceDate: -1e9)...Date(timeIntervalSinceReferenceDate: 1e9))
  }
}

extension Generator where Value == Decimal {
  /// Amounts of up to 38 digits, most of which a double cannot hold exactly.
  public static var storedAmount: Generator {
    .frequency(
      (1, .constant(0)), (1, .decimal(digits: 1...4, exponent: -2...2)),
      (3, .decimal(digits: 17...38, exponent: -30...0)))
  }
}
