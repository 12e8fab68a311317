import Foundation

/// What all trades of one symbol add up to, exactly. The order of the trades has no part in it.
struct SymbolTotals: Sendable {
  private(set) var bought = ExactDecimal.zero
  /// Quantity × price of every purchase.
  private(set) var cost = ExactDecimal.zero
  private(set) var sold = ExactDecimal.zero
  /// Quantity × price of every sale.
  private(set) var proceeds = ExactDecimal.zero

  /// By normalised symbol.
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

  /// Proceeds less the average cost of what was sold, as one quotient.
  /// - Throws: ``MoneyError/divisionByZero`` where there are no purchases.
  func realizedGain() throws(MoneyError) -> ExactRatio {
    sold.isZero ? .zero : try ExactRatio(proceeds * bought - cost * sold, over: bought)
  }

  func marketValue(at price: Decimal) throws(MoneyError) -> ExactRatio {
    try ExactRatio(quantity * ExactDecimal(price))
  }

  /// The market value less the cost of what is held, as one quotient.
  func unrealizedGain(at price: Decimal) throws(MoneyError) -> ExactRatio {
    try ExactRatio(quantity * (ExactDecimal(price) * bought - cost), over: bought)
  }

  /// Nil where nothing was ever bought.
  func position(of symbol: String) throws(MoneyError) -> Position? {
    guard !bought.isZero else { return nil }
    return Position(
      symbol: symbol, quantity: try quantity.decimal(), avgCost: try averageCost(of: .one).rounded(),
      costBasis: try averageCost(of: quantity).rounded())
  }
}
