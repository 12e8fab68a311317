import Foundation
import PropertyTesting

/// Symbols, and the ways in which people type them.
public enum SymbolSpellings {
  /// The symbols as exchanges list them. Some are prefixes of others, and two are not ASCII. Those come early in the
  /// list, because most histories have few symbols.
  public static let symbols = ["AAPL", "CAF\u{C9}", "AAP", "\u{386}\u{399}X", "MSFT", "AAPL2", "BRK.B", "0700.HK"]

  /// The symbol that a spelling stands for. The table was built from the symbols, so nothing is parsed.
  public static func meaning(of spelling: String) -> String {
    meanings[Array(spelling.utf8)] ?? spelling
  }

  /// The ways to spell `symbol`. The plain spelling is the first.
  public static func spellings(of symbol: String) -> [String] {
    let capital = symbol.prefix(1) + symbol.dropFirst().lowercased()
    // An alpha with two marks, in both orders. In Unicode these are the same letter with the same capital form.
    if symbol.hasPrefix("\u{386}") { return [symbol, "\u{3B1}\u{301}\u{345}x", "\u{3B1}\u{345}\u{301}x", "\u{1FB4}X"] }
    return [
      symbol, symbol.lowercased(), String(capital), " " + symbol, symbol + "\n",
      "\t\(symbol.lowercased()) ", "\u{A0}\(symbol)\u{3000}", symbol.decomposedStringWithCanonicalMapping,
    ]
  }

  private static let meanings: [[UInt8]: String] = Dictionary(
    symbols.flatMap { symbol in spellings(of: symbol).map { (Array($0.utf8), symbol) } }
  ) { first, _ in first }
}

extension Generator where Value == String {
  /// About half of the spellings are the plain one.
  public static func spelling(of symbol: String) -> Generator {
    let spellings = SymbolSpellings.spellings(of: symbol)
    return .frequency((1, .constant(symbol)), (1, .element(of: spellings)))
  }
}
