import Foundation

/// Every type of this module that holds money.
enum FinancialValues {
  /// Makes one value of each type, and adds the values that they consist of: see ``MoneySystem/financialValues``.
  static func made(of trade: TradeRecord, at price: PriceData) throws -> [any Sendable] {
    var sale = trade
    sale.type = .sell
    let prices = [trade.symbol: price]
    let asset = AssetItem(
      symbol: trade.symbol, quantity: trade.quantity, avgCost: trade.price, currentPrice: price.price,
      lastUpdated: price.timestamp)
    return [
      trade, asset, price, PriceUpdate(symbol: trade.symbol, data: price),
      try StoredAmount(name: trade.symbol, amount: trade.price),
      try PortfolioSummary(of: [trade], prices: prices),
      try PortfolioSummary(of: [trade, sale], prices: prices),
      ValidationError.insufficientQuantity(
        symbol: trade.symbol, available: trade.quantity, requested: trade.price),
    ] + (try PortfolioStatistic.all(of: [trade], prices: prices))
  }
}
