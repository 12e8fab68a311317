import Foundation

/// How far a statistic can be trusted: where the prices that it is made of come from.
public enum StatisticSource: String, Sendable, CaseIterable {
  /// All prices in it are those of a market, delayed ones too; or there are none in it.
  case real
  /// All prices in it are made up.
  case simulated
  /// Some are.
  case mixed

  public init(of prices: [PriceSource]) {
    let simulatedCount = prices.count { $0 == .mock }
    self = simulatedCount == 0 ? .real : simulatedCount == prices.count ? .simulated : .mixed
  }

  /// What has to stand beside a number that is not real; nil where it is.
  public var disclaimer: String? {
    self == .real ? nil : "Includes simulated prices: not a real result."
  }
}

/// A number of the statistics screen, with its label.
public struct PortfolioStatistic: Sendable, Equatable {
  public enum Kind: Sendable, Hashable {
    case marketValue(symbol: String)
    case unrealizedGain(symbol: String)
    case realizedGain(symbol: String)
    case totalMarketValue
    case totalUnrealizedGain
    case totalRealizedGain
    case totalCostBasis
    /// Realized and unrealized together: all that came in and is there, less all that was paid.
    case profitAndLoss
  }

  public let kind: Kind
  public let value: Decimal
  public let source: StatisticSource
  public var disclaimer: String? { source.disclaimer }

  public init(kind: Kind, value: Decimal, source: StatisticSource) {
    self.kind = kind
    self.value = value
    self.source = source
  }
}

extension PortfolioStatistic {
  /// The statistics of a history of trades at some prices. What needs a price that is not known is left out.
  /// - Throws: as ``PortfolioSummary/init(of:prices:)``.
  public static func all(of trades: [TradeRecord], prices: [String: PriceData]) throws -> [PortfolioStatistic]
  {
    let summary = try PortfolioSummary(of: trades, prices: prices)
    let held = StatisticSource(of: summary.open.compactMap { $0.price?.source })
    var statistics: [PortfolioStatistic] = []
    func add(_ kind: Kind, _ value: Decimal?, _ source: StatisticSource) {
      if let value { statistics.append(PortfolioStatistic(kind: kind, value: value, source: source)) }
    }
    for holding in summary.open {
      let symbol = holding.position.symbol
      let source = StatisticSource(of: [holding.price?.source].compactMap { $0 })
      add(.marketValue(symbol: symbol), holding.marketValue, source)
      add(.unrealizedGain(symbol: symbol), holding.unrealizedGain, source)
      add(.realizedGain(symbol: symbol), holding.realizedGain, .real)
    }
    for position in summary.closed {
      add(.realizedGain(symbol: position.position.symbol), position.realizedGain, .real)
    }
    add(.totalMarketValue, summary.totalMarketValue, held)
    add(.totalUnrealizedGain, summary.totalUnrealizedGain, held)
    add(.totalRealizedGain, summary.totalRealizedGain, .real)
    add(.totalCostBasis, summary.totalCostBasis, .real)
    add(.profitAndLoss, try profitAndLoss(of: trades, summary), held)
    return statistics
  }

  /// No average enters into it, so nothing is rounded but the sum. Nil where a price is not known.
  private static func profitAndLoss(of trades: [TradeRecord], _ summary: PortfolioSummary) throws -> Decimal?
  {
    guard summary.totalMarketValue != nil else { return nil }
    var sum = ExactDecimal.zero
    for totals in try SymbolTotals.of(trades).values { sum += totals.proceeds - totals.cost }
    for holding in summary.open {
      guard let price = holding.price else { return nil }
      sum += try ExactDecimal(holding.position.quantity) * ExactDecimal(price.price)
    }
    return try ExactRatio(sum).rounded()
  }
}
