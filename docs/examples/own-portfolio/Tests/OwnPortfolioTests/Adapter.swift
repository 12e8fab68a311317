import Foundation
import OwnPortfolio
import PersonalOSReference

/// The app's own calculator in the shape that the properties ask for.
struct OwnCalculator {
  func positions(_ trades: [TradeRecord]) throws -> [Position] {
    try Depot(try trades.map(deal)).accounts.sorted { $0.key < $1.key }.compactMap { symbol, account in
      guard let average = account.averagePrice, let value = account.bookValue else { return nil }
      return Position(
        symbol: symbol, quantity: try decimal(account.units), avgCost: try decimal(average),
        costBasis: try decimal(value))
    }
  }

  func realizedGains(_ trades: [TradeRecord]) throws -> Decimal {
    do {
      return try decimal(try Depot(try trades.map(deal)).realizedGain())
    } catch let error as Depot.SoldWithoutBuying {
      throw ValidationError.negativePosition(symbol: error.security)
    }
  }

  private struct NoNumber: Error {
    let text: String
  }

  private func deal(_ trade: TradeRecord) throws -> Deal {
    Deal(
      security: security(trade.symbol), isPurchase: trade.type == .buy, units: try number(trade.quantity),
      unitPrice: try number(trade.price))
  }

  /// " aapl\n" is AAPL. Composed, so that what looks the same is the same; before the capitals too, for the order of
  /// the marks decides what the capital of U+0345 is.
  private func security(_ symbol: String) -> String {
    symbol.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.uppercased()
      .precomposedStringWithCanonicalMapping
  }

  private func number(_ decimal: Decimal) throws -> LongDecimal {
    guard let number = LongDecimal("\(decimal)") else { throw NoNumber(text: "\(decimal)") }
    return number
  }

  private func decimal(_ number: LongDecimal) throws -> Decimal {
    guard let decimal = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX")) else {
      throw NoNumber(text: number.text)
    }
    return decimal
  }
}

/// The app's portfolio over the properties' store.
struct OwnPortfolioOverStore: Portfolio {
  let trades: BaseRepository<TradeRecord>
  let fetchPrices: PortfolioService.FetchPrices
  let reference: any Portfolio

  func positions() async throws -> [Position] { try OwnCalculator().positions(try await trades.fetch()) }
  func realizedGains() async throws -> Decimal {
    try OwnCalculator().realizedGains(try await trades.fetch())
  }
  /// Not the app's own yet.
  func summary() async throws -> PortfolioSummary { try await reference.summary() }
}
