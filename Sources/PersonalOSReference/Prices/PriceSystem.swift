/// The price functions that the properties test, one closure for each.
public struct PriceSystem: Sendable {
  /// Makes a price service, which has delivered nothing yet.
  public var openService: @Sendable (PriceServiceSetup) -> any PriceService
  /// Makes a display, which shows no prices yet.
  public var openDisplay: @MainActor @Sendable () -> any PriceDisplay
  /// Calculates the statistics of a history of trades at the given prices.
  public var statistics:
    @Sendable (_ trades: [TradeRecord], _ prices: [String: PriceData]) throws -> [PortfolioStatistic]

  /// The reference implementation.
  public static let reference = PriceSystem(
    openService: { StockPriceService($0) }, openDisplay: { PriceBoard() },
    statistics: { try PortfolioStatistic.all(of: $0, prices: $1) })
}
