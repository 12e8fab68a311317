import Foundation
import PersonalOSReference
import PropertyTesting

/// A way in which stored trades or assets can be wrong.
public enum LedgerDamage: String, Sendable, CaseIterable {
  /// The first purchase is dated after all that was sold of it.
  case soldBeforeItWasBought
  case storesATradeTwice
  case assetQuantityIsOff, assetCostIsOff, assetIsMissing
  /// A second record of an asset, under another spelling of its symbol.
  case assetIsStoredTwice
  /// An asset of something that was sold to the last unit.
  case assetOfNothing
  /// An asset of a symbol that was never traded.
  case assetWithoutTrades
  case tradeQuantityIsText, tradeTypeIsUnknown, assetCannotBeRead
  /// A record in which nothing can be read, not even the symbol.
  case recordIsGarbage
}

/// A ledger in which some symbols are damaged, one way each.
public struct DamagedLedger: Sendable {
  public let history: [TradeRecord]
  /// For the symbols of the history, in their order; nil: sound.
  public let damages: [LedgerDamage?]
}

extension Generator where Value == DamagedLedger {
  /// Half of the symbols are sound. Simplest is one trade, and nothing wrong.
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
