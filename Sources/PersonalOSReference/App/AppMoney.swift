import Foundation

/// The user's money: the ledger of trades, the portfolio and the prices.
@MainActor
public struct AppMoney {
  /// All trades of the user. The ledger presents its own refusals and failures.
  public let ledger: any TradeBook
  /// The positions and gains that follow from the stored trades.
  public let portfolio: any Portfolio
  /// The prices of stocks, with made-up prices in place of missing ones.
  public let prices: any PriceService
  /// The prices that the screen shows. ``prices`` sends them there.
  public let board: any PriceDisplay
  private let parts: PersonalOSParts

  /// Opens the ledger and the portfolio, and connects the prices to the board.
  /// - Throws: what the ledger or the portfolio throws if it cannot be opened.
  init(_ core: AppCore, _ servers: AppServers) async throws {
    let (platform, parts) = (core.platform, core.parts)
    self.parts = parts
    ledger = try await parts.trading.openLedger(
      TradeBookSetup(data: core.data, log: core.log, present: core.presenting("change trades"), now: platform.now))
    let board = parts.prices.openDisplay()
    self.board = board
    let prices = parts.prices.openService(
      PriceServiceSetup(
        feed: servers, mockPrice: platform.build.mockPrice, now: platform.now,
        show: { await board.show($0) }))
    self.prices = prices
    portfolio = try await parts.portfolio.openPortfolio(core.data) { try await prices.fetchPrices(for: $0) }
  }

  /// Takes a message that the price feed sent on its own, and shows its prices.
  /// - Throws: the errors of ``PriceFeed/read(_:)``. Then no price has changed.
  public func receivePrices(_ message: Data) async throws {
    for update in try parts.money.readPrices(message) { await prices.receive(update) }
  }

  /// Writes all trades to a file for another app.
  /// - Throws: what the ledger or the export throws.
  public func exportTrades() async throws -> Data { try parts.money.exportTrades(try await ledger.trades()) }

  /// Adds the trades of a file that ``exportTrades()`` wrote: all of them or none.
  /// - Throws: the errors of the file format and of the ledger. Then no trade was added.
  public func importTrades(_ file: Data) async throws { try await ledger.importTrades(try parts.money.importTrades(file)) }

  /// The statistics of all trades, at the prices that the ``board`` shows.
  public func statistics() async throws -> [PortfolioStatistic] {
    try parts.prices.statistics(try await ledger.trades(), board.prices)
  }
}
