import Foundation

/// Calculates positions and gains from the whole history of trades.
///
/// Every trade counts, whatever its date and its place in the list. Sums are exact. Quotients stay fractions until they
/// are returned, and are then rounded once: half-even, to 38 significant digits. The calculator accepts every trade;
/// validation decides whether a trade is allowed.
public struct PortfolioCalculator: Sendable {
  /// Creates a calculator. It has no state.
  public init() {}

  /// One position for each symbol that was ever bought, closed ones included, in the order of symbols. The quantity is
  /// negative if the history sells more than it buys.
  /// - Throws: ``MoneyError`` for NaN, and if a quantity has more than 38 significant digits.
  public func calculatePositions(from allTrades: [TradeRecord]) throws -> [Position] {
    try SymbolTotals.of(allTrades)
      .compactMap { symbol, totals in try totals.position(of: symbol) }
      .sorted { $0.symbol < $1.symbol }
  }

  /// The proceeds of all sales, less the average cost of the units sold, over all symbols. The sum of the exact
  /// quotients is rounded once.
  /// - Throws: ``ValidationError/negativePosition(symbol:)`` for a symbol that was sold but never bought, because it
  ///   has no cost. ``MoneyError`` for NaN.
  public func calculateRealizedGains(from trades: [TradeRecord]) throws -> Decimal {
    try SymbolTotals.of(trades).map { symbol, totals in
      guard totals.sold.isZero || !totals.bought.isZero else {
        throw ValidationError.negativePosition(symbol: symbol)
      }
      return try totals.realizedGain()
    }.reduce(.zero, +).rounded()
  }

  /// The positions sorted by cost basis, the largest first. Positions with equal cost bases are in the order of
  /// symbols.
  public func rank(_ positions: [Position]) -> [Position] {
    positions.sorted { ($1.costBasis, $0.symbol) < ($0.costBasis, $1.symbol) }
  }
}
