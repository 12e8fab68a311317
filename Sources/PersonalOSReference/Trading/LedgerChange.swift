import Foundation
import StorageContract

/// A change of the ledger: checked against what is stored, and then written in the same transaction.
struct LedgerChange {
  /// Trades to be put at their ids.
  var saved: [TradeRecord] = []
  /// Trades that go, or are replaced.
  var removed: [TradeRecord] = []

  /// The symbols whose history changes, in order.
  var symbols: [String] {
    Set((saved + removed).map { TradeSymbol.normalized($0.symbol) }).sorted()
  }

  /// - Parameter isLocked: one of the symbols is read-only.
  /// - Throws: what ``TradeBook/append(_:)`` does.
  func validate(against contents: LedgerContents, isLocked: Bool, now: Date) throws {
    for trade in saved { try PortfolioCalculator().validateInput(of: trade, now: now) }
    if isLocked { throw DatabaseError.corruptedData }
    for symbol in symbols where try TradeReplay(history(of: symbol, after: contents)).firstOversold() != nil {
      throw ValidationError.negativePosition(symbol: symbol)
    }
  }

  func write(over contents: LedgerContents, in scope: DataScope, now: Date) throws {
    let kept = Set(saved.map(\.id))
    for trade in removed where !kept.contains(trade.id) {
      try scope.delete(TradeRecord.self, key: trade.storageKey)
    }
    for trade in saved { try scope.save(trade) }
    for symbol in symbols {
      try Self.writeAsset(
        of: symbol, from: history(of: symbol, after: contents), before: contents.assets[symbol], in: scope,
        now: now)
    }
  }

  private func history(of symbol: String, after contents: LedgerContents) -> [TradeRecord] {
    let gone = Set((saved + removed).map(\.id))
    return contents.trades(of: symbol).filter { !gone.contains($0.id) }
      + saved.filter { TradeSymbol.normalized($0.symbol) == symbol }
  }

  /// The asset as the trades make it: none where nothing is held. The price is the one that was shown before,
  /// or that of the latest trade.
  static func writeAsset(
    of symbol: String, from trades: [TradeRecord], before: AssetItem?, in scope: DataScope, now: Date
  ) throws {
    guard let position = try PortfolioCalculator().calculatePositions(from: trades).first,
      !position.isClosed, let latest = TradeReplay(trades).trades.last
    else {
      try scope.delete(AssetItem.self, key: symbol)
      return
    }
    try scope.save(
      AssetItem(
        symbol: symbol, quantity: position.quantity, avgCost: position.avgCost,
        currentPrice: before?.currentPrice ?? latest.price, lastUpdated: now))
  }
}
