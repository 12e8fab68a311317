import Foundation

/// The exact sums of all trades in one symbol. They do not depend on the order of the trades.
struct SymbolTotals: Sendable {
  /// The units bought.
  private(set) var bought = ExactDecimal.zero
  /// The sum of quantity × price over all purchases.
  private(set) var cost = ExactDecimal.zero
  /// The units sold.
  private(set) var sold = ExactDecimal.zero
  /// The sum of quantity × price over all sales.
  private(set) var proceeds = ExactDecimal.zero

  /// The totals by normalized symbol.
  /// - Throws: ``MoneyError/notANumber``.
  static func of(_ trades: [TradeRecord]) throws(MoneyError) -> [String: SymbolTotals] {
    var totals: [String: SymbolTotals] = [:]
    for trade in trades {
      try totals[TradeSymbol.normalized(trade.symbol), default: SymbolTotals()].add(trade)
    }
    return totals
  }

  private mutating func add(_ trade: TradeRecord) throws(MoneyError) {
    let quantity = try ExactDecimal(trade.quantity)
    let amount = quantity * (try ExactDecimal(trade.price))
    switch trade.type {
    case .buy:
      bought += quantity
      cost += amount
    case .sell:
      sold += quantity
      proceeds += amount
    }
  }

  var quantity: ExactDecimal { bought - sold }

  /// The cost of `part` units at the average of all purchases.
  func averageCost(of part: ExactDecimal) throws(MoneyError) -> ExactRatio {
    try ExactRatio(part * cost, over: bought)
  }

  /// The proceeds less the average cost of the units sold, as one quotient.
  /// - Throws: ``MoneyError/divisionByZero`` if there are sales but no purchases.
  func realizedGain() throws(MoneyError) -> ExactRatio {
    sold.isZero ? .zero : try ExactRatio(proceeds * bought - cost * sold, over: bought)
  }

  func marketValue(at price: Decimal) throws(MoneyError) -> ExactRatio {
    try ExactRatio(quantity * ExactDecimal(price))
  }

  /// The market value less the cost of the units held, as one quotient.
  func unrealizedGain(at price: Decimal) throws(MoneyError) -> ExactRatio {
    try ExactRatio(quantity * (ExactDecimal(price) * bought - cost), over: bought)
  }

  /// The position with rounded amounts; nil if nothing was ever bought.
  func position(of symbol: String) throws(MoneyError) -> Position? {
    guard !bought.isZero else { return nil }
    return Position(
      symbol: symbol, quantity: try quantity.decimal(), avgCost: try averageCost(of: .one).rounded(),
      costBasis: try averageCost(of: quantity).rounded())
  }
}
