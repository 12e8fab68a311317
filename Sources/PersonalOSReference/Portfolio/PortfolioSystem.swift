import Foundation

/// Positions, gains and the summary, as the properties see it: one closure per thing it does.
public struct PortfolioSystem: Sendable {
  public var calculatePositions: @Sendable ([TradeRecord]) async throws -> [Position]
  public var calculateRealizedGains: @Sendable ([TradeRecord]) async throws -> Decimal
  /// Of trades and the prices by symbol.
  public var summarize: @Sendable ([TradeRecord], [String: PriceData]) async throws -> PortfolioSummary
  /// In the order of their cost bases, the largest first; of equal ones by symbol.
  public var rank: @Sendable ([Position]) async throws -> [Position]
  /// The portfolio of what is stored.
  public var openPortfolio:
    @Sendable (any DataAccess, @escaping PortfolioService.FetchPrices) async throws -> any Portfolio

  /// The reference.
  public static let reference = PortfolioSystem(
    calculatePositions: { try PortfolioCalculator().calculatePositions(from: $0) },
    calculateRealizedGains: { try PortfolioCalculator().calculateRealizedGains(from: $0) },
    summarize: { try PortfolioSummary(of: $0, prices: $1) },
    rank: { PortfolioCalculator().rank($0) },
    openPortfolio: { PortfolioService($0, fetchPrices: $1) })
}
