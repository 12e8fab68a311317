import Foundation

/// The portfolio functions that the properties test, one closure for each.
public struct PortfolioSystem: Sendable {
  /// One position for each symbol that was ever bought, in the order of symbols.
  public var calculatePositions: @Sendable ([TradeRecord]) async throws -> [Position]
  /// The realized gains over all symbols, rounded once.
  public var calculateRealizedGains: @Sendable ([TradeRecord]) async throws -> Decimal
  /// Summarizes trades at the given prices, which are by symbol.
  public var summarize: @Sendable ([TradeRecord], [String: PriceData]) async throws -> PortfolioSummary
  /// Sorts positions by cost basis, the largest first. Positions with equal cost bases are in the order of symbols.
  public var rank: @Sendable ([Position]) async throws -> [Position]
  /// Opens the portfolio of the stored trades.
  public var openPortfolio:
    @Sendable (any DataAccess, @escaping PortfolioService.FetchPrices) async throws -> any Portfolio

  /// The reference implementation.
  public static let reference = PortfolioSystem(
    calculatePositions: { try PortfolioCalculator().calculatePositions(from: $0) },
    calculateRealizedGains: { try PortfolioCalculator().calculateRealizedGains(from: $0) },
    summarize: { try PortfolioSummary(of: $0, prices: $1) },
    rank: { PortfolioCalculator().rank($0) },
    openPortfolio: { PortfolioService($0, fetchPrices: $1) })
}
