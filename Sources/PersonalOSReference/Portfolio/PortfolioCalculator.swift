import Foundation

/// Positions and gains from the whole history of trades.
///
/// Every trade counts, whatever its date and its place in the list. Sums are exact; quotients are kept as two
/// sides until they leave, and are then rounded once: half-even, to 38 significant digits. Trades are taken
/// as they are: whether one is allowed is for validation to say.
public struct PortfolioCalculator: Sendable {
  public init() {}

  /// One position for each symbol that was ever bought, closed ones too, in the order of symbols. A history
  /// that sells more than it buys gives a negative quantity.
  /// - Throws: ``MoneyError`` for a NaN, and where a quantity has more than 38 significant digits.
  public func calculatePositions(from allTrades: [TradeRecord]) throws -> [Position] {
    try SymbolTotals.of(allTrades)
      .compactMap { symbol, totals in try totals.position(of: symbol) }
      .sorted { $0.symbol < $1.symbol }
  }

  /// What sales brought in beyond the average cost of what they sold, over all symbols: a sum of exact
  /// quotients, rounded once.
  /// - Throws: ``ValidationError/negativePosition(symbol:)`` for a symbol that was sold and never bought: it
  ///   has no cost; ``MoneyError`` for a NaN.
  public func calculateRealizedGains(from trades: [TradeRecord]) throws -> Decimal {
    try SymbolTotals.of(trades).map { symbol, totals in
      guard totals.sold.isZero || !totals.bought.isZero else {
        throw ValidationError.negativePosition(symbol: symbol)
      }
      return try totals.realizedGain()
    }.reduce(.zero, +).rounded()
  }

  /// The positions in the order of their cost bases, the largest first; equal ones in the order of symbols.
  public func rank(_ positions: [Position]) -> [Position] {
    positions.sorted { ($1.costBasis, $0.symbol) < ($0.costBasis, $1.symbol) }
  }
}
