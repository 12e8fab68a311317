import Foundation

/// Trades and what comes of them: the ledger, the portfolio, prices.
@MainActor
public struct AppMoney {
  /// Presents its own refusals and failures.
  public let ledger: any TradeBook
  public let portfolio: any Portfolio
  public let prices: any PriceService
  public let board: any PriceDisplay
  private let parts: PersonalOSParts

  /// - Throws: what keeps the ledger from being read.
  init(_ core: AppCore) async throws {
    let (platform, parts) = (core.platform, core.parts)
    self.parts = parts
    ledger = try await parts.trading.openLedger(
      TradeBookSetup(data: core.data, log: core.log, present: core.presenting("change trades"), now: platform.now))
    let board = parts.prices.openDisplay()
    self.board = board
    let prices = parts.prices.openService(
      PriceServiceSetup(
        feed: platform.network.prices, mockPrice: platform.build.mockPrice, now: platform.now,
        show: { await board.show($0) }))
    self.prices = prices
    portfolio = try await parts.portfolio.openPortfolio(core.data) { try await prices.fetchPrices(for: $0) }
  }

  /// Takes in what the price feed says by itself.
  /// - Throws: ``PriceFeed/read(_:)``'s errors, and no price has changed.
  public func receivePrices(_ message: Data) async throws {
    for update in try parts.money.readPrices(message) { await prices.receive(update) }
  }

  /// Every trade in a file of its own, for another app.
  public func exportTrades() async throws -> Data { try parts.money.exportTrades(try await ledger.trades()) }

  /// Adds the trades of such a file: all of them, or none.
  /// - Throws: what the file or the ledger says against it.
  public func importTrades(_ file: Data) async throws { try await ledger.importTrades(try parts.money.importTrades(file)) }

  /// The numbers of the statistics screen, at the prices that are shown.
  public func statistics() async throws -> [PortfolioStatistic] {
    try parts.prices.statistics(try await ledger.trades(), board.prices)
  }
}
