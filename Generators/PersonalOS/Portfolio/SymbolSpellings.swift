import Foundation
import PropertyTesting

/// Symbols, and the ways in which people type them.
public enum SymbolSpellings {
  /// As they are listed. Some are the beginning of others, two are not ASCII; those are early in the list, as
  /// most histories have few symbols.
  public static let symbols = ["AAPL", "CAF\u{C9}", "AAP", "\u{386}\u{399}X", "MSFT", "AAPL2", "BRK.B", "0700.HK"]

  /// The symbol that a spelling stands for: known because the spelling was made from it.
  public static func meaning(of spelling: String) -> String {
    meanings[Array(spelling.utf8)] ?? spelling
  }

  /// The ways to spell `symbol`, the plain one first.
  public static func spellings(of symbol: String) -> [String] {
    let capital = symbol.prefix(1) + symbol.dropFirst().lowercased()
    // An alpha with two marks, in each of their orders: one letter and one capital, by Unicode.
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
  /// Half of the time the plain spelling of `symbol`.
  public static func spelling(of symbol: String) -> Generator {
    let spellings = SymbolSpellings.spellings(of: symbol)
    return .frequency((1, .constant(symbol)), (1, .element(of: spellings)))
  }
}
