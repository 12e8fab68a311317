import Foundation

/// The user's portfolio as it is stored: each call reads all trades anew.
public protocol Portfolio: Sendable {
  func positions() async throws -> [Position]
  func realizedGains() async throws -> Decimal
  func summary() async throws -> PortfolioSummary
}

/// Positions, gains and the summary of what the store holds. Keeps nothing between calls.
public struct PortfolioService: Portfolio {
  /// The prices of symbols; one that has none is left out.
  public typealias FetchPrices = @Sendable (_ symbols: [String]) async throws -> [String: PriceData]

  private let trades: BaseRepository<TradeRecord>
  private let fetchPrices: FetchPrices

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

  /// The summary of the trades as they are when the prices have come. Where a symbol was added meanwhile, its
  /// price is fetched too, and the trades are read again.
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
