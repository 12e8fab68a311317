import Foundation

/// Symbols as trades are grouped by them: " aapl" and "AAPL" are one.
public enum TradeSymbol {
  /// Trimmed of Unicode's white space, upper-cased, and composed (NFC), so that equal symbols are equal
  /// bytes. Composed first too: in which order marks stand decides what their capitals are (U+0345 becomes a letter).
  public static func normalized(_ symbol: String) -> String {
    if symbol.utf8.allSatisfy(isPlain) { return symbol }
    let scalars = Substring(symbol).unicodeScalars
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:)) ?? start
    return String(scalars[start..<end]).precomposedStringWithCanonicalMapping.uppercased()
      .precomposedStringWithCanonicalMapping
  }

  /// ASCII that is neither white nor a lower-case letter.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
