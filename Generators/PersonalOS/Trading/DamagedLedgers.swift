import Foundation
import PersonalOSReference
import PropertyTesting

/// A way in which stored trades or assets can be wrong.
public enum LedgerDamage: String, Sendable, CaseIterable {
  /// The first purchase has a later date than all sales of the symbol.
  case soldBeforeItWasBought
  case storesATradeTwice
  case assetQuantityIsOff, assetCostIsOff, assetIsMissing
  /// A second record of an asset, under another spelling of its symbol.
  case assetIsStoredTwice
  /// An asset of a symbol that was sold completely.
  case assetOfNothing
  /// An asset of a symbol that was never traded.
  case assetWithoutTrades
  case tradeQuantityIsText, tradeTypeIsUnknown, assetCannotBeRead
  /// A record in which no field can be read, not even the symbol.
  case recordIsGarbage
}

/// A ledger in which some symbols have one kind of damage each.
public struct DamagedLedger: Sendable {
  /// The trades of the ledger before the damage, in the order of entry.
  public let history: [TradeRecord]
  /// The damage of each symbol of the history, in the order of the symbols. If nil, the symbol is sound.
  public let damages: [LedgerDamage?]
}

extension Generator where Value == DamagedLedger {
  /// About two symbols in seven are sound. Simplest is one trade without damage.
  public static var damagedLedger: Generator {
    let history = Generator<[TradeRecord]>.storableHistory(symbols: 2...5, trades: 2...16)
    let damage = Generator<LedgerDamage?>.frequency(
      (4, .constant(nil)), (3, .constant(.soldBeforeItWasBought)), (1, .constant(.storesATradeTwice)),
      (1, .constant(.assetWithoutTrades)), (5, .element(of: LedgerDamage.allCases)))
    return Generator { source in
      let history = try source(history)
      let symbols = Set(history.map { SymbolSpellings.meaning(of: $0.symbol) })
      return DamagedLedger(history: history, damages: try source.array(of: damage, count: symbols.count))
    }
  }
}
