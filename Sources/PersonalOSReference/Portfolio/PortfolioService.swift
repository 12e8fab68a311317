import Foundation

/// The user's portfolio, calculated from the stored trades. Each call reads all trades again.
public protocol Portfolio: Sendable {
  /// The positions in all symbols that were ever bought: see ``PortfolioCalculator/calculatePositions(from:)``.
  func positions() async throws -> [Position]
  /// The realized gains over all symbols: see ``PortfolioCalculator/calculateRealizedGains(from:)``.
  func realizedGains() async throws -> Decimal
  /// The portfolio at the current prices: see ``PortfolioSummary``.
  func summary() async throws -> PortfolioSummary
}

/// Calculates positions, gains and the summary from the stored trades. It keeps nothing between calls.
public struct PortfolioService: Portfolio {
  /// Fetches prices for the symbols. The result omits symbols without a price.
  public typealias FetchPrices = @Sendable (_ symbols: [String]) async throws -> [String: PriceData]

  private let trades: BaseRepository<TradeRecord>
  private let fetchPrices: FetchPrices

  /// Creates a service over the stored trades. It reads nothing yet.
  /// - Parameter fetchPrices: called by ``summary()`` only, with normalized symbols.
  public init(_ data: any DataAccess, fetchPrices: @escaping FetchPrices) {
    trades = BaseRepository(data)
    self.fetchPrices = fetchPrices
  }

  public func positions() async throws -> [Position] {
    try PortfolioCalculator().calculatePositions(from: try await trades.fetch())
  }

  public func realizedGains() async throws -> Decimal {
    try PortfolioCalculator().calculateRealizedGains(from: try await trades.fetch())
  }

  /// Summarizes the trades as they are when the prices have arrived. If somebody added a symbol meanwhile, the service
  /// fetches its price too and reads the trades again.
  public func summary() async throws -> PortfolioSummary {
    var asked: Set<String> = []
    var prices: [String: PriceData] = [:]
    while true {
      let trades = try await trades.fetch()
      let symbols = Set(trades.map { TradeSymbol.normalized($0.symbol) }).subtracting(asked).sorted()
      if symbols.isEmpty { return try PortfolioSummary(of: trades, prices: prices) }
      prices.merge(try await fetchPrices(symbols)) { _, latest in latest }
      asked.formUnion(symbols)
    }
  }
}
