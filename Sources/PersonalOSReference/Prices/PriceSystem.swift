/// Prices, and where they come from, as the properties see it: one closure per thing it does.
public struct PriceSystem: Sendable {
  public var openService: @Sendable (PriceServiceSetup) -> any PriceService
  public var openDisplay: @MainActor @Sendable () -> any PriceDisplay
  /// The statistics of a history of trades at some prices.
  public var statistics:
    @Sendable (_ trades: [TradeRecord], _ prices: [String: PriceData]) throws -> [PortfolioStatistic]

  /// The reference.
  public static let reference = PriceSystem(
    openService: { StockPriceService($0) }, openDisplay: { PriceBoard() },
    statistics: { try PortfolioStatistic.all(of: $0, prices: $1) })
}
