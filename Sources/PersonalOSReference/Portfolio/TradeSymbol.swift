import Foundation

/// Normalizes the symbols by which trades are grouped: " aapl" and "AAPL" are one symbol.
public enum TradeSymbol {
  /// Removes Unicode white space at both ends, converts to upper case, and composes (NFC), so that equal symbols have
  /// equal bytes. It also composes before the conversion, because the order of combining marks affects it: U+0345
  /// becomes a letter.
  public static func normalized(_ symbol: String) -> String {
    if symbol.utf8.allSatisfy(isPlain) { return symbol }
    let scalars = Substring(symbol).unicodeScalars
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:)) ?? start
    return String(scalars[start..<end]).precomposedStringWithCanonicalMapping.uppercased()
      .precomposedStringWithCanonicalMapping
  }

  /// Whether the byte is visible ASCII, and not a lower-case letter.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
