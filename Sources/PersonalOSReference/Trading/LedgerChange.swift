import Foundation
import StorageContract

/// A change to the ledger. It is checked against the stored data and then written in the same transaction.
struct LedgerChange {
  /// The trades to write at their ids.
  var saved: [TradeRecord] = []
  /// The trades to delete or to replace.
  var removed: [TradeRecord] = []

  /// The symbols whose history changes, sorted.
  var symbols: [String] {
    Set((saved + removed).map { TradeSymbol.normalized($0.symbol) }).sorted()
  }

  /// Checks the new trades and the history that the change would make.
  /// - Parameter isLocked: whether one of the symbols is read-only.
  /// - Throws: the same errors as ``TradeBook/append(_:)``.
  func validate(against contents: LedgerContents, isLocked: Bool, now: Date) throws {
    for trade in saved { try PortfolioCalculator().validateInput(of: trade, now: now) }
    if isLocked { throw DatabaseError.corruptedData }
    for symbol in symbols where try TradeReplay(history(of: symbol, after: contents)).firstOversold() != nil {
      throw ValidationError.negativePosition(symbol: symbol)
    }
  }

  func write(over contents: LedgerContents, in scope: DataScope, now: Date) throws {
    let kept = Set(saved.map(\.id))
    for trade in removed {
      let key = contents.keys[trade.id] ?? trade.storageKey
      if key != trade.storageKey || !kept.contains(trade.id) { try scope.delete(TradeRecord.self, key: key) }
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

  /// Writes the asset that results from the trades, or deletes it if nothing is held. The price is the one shown
  /// before, or else that of the latest trade.
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
