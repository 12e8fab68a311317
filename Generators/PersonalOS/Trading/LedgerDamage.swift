import PersonalOSReference
import PropertyTesting

/// A way in which stored trades or assets can be wrong.
public enum LedgerDamage: Sendable, CaseIterable {
  /// The first purchase has a later date than all sales of the symbol.
  case soldBeforeItWasBought
  case storesATradeTwice
  /// Two records of a trade, neither at the key of its id.
  case storesATradeTwiceElsewhere
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

extension Generator where Value == (history: [TradeRecord], damages: [LedgerDamage?]) {
  /// A history, and one kind of damage for each of its symbols, in their order. About two symbols in seven are sound.
  public static var damagedLedger: Generator {
    let damage = Generator<LedgerDamage?>.frequency(
      (4, .constant(nil)), (3, .constant(.soldBeforeItWasBought)), (1, .constant(.storesATradeTwice)),
      (1, .constant(.assetWithoutTrades)), (5, .element(of: LedgerDamage.allCases)))
    return Generator { source in
      let history = try source(.storableHistory(symbols: 2...5, trades: 2...16))
      return (history, try source.array(of: damage, count: Set(history.map(\.meaning)).count))
    }
  }
}
