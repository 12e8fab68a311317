import Foundation

/// Whether a statistic is based on real prices. It depends on the sources of the prices used.
public enum StatisticSource: String, Sendable, CaseIterable {
  /// All prices are market prices, real-time or delayed, or no prices are used.
  case real
  /// All prices are made up.
  case simulated
  /// Some prices are made up.
  case mixed

  /// Classifies a statistic that uses these prices. Without any prices it is ``real``.
  public init(of prices: [PriceSource]) {
    let simulatedCount = prices.count { $0 == .mock }
    self = simulatedCount == 0 ? .real : simulatedCount == prices.count ? .simulated : .mixed
  }

  /// The text to show beside a statistic that is not real; nil for a real one.
  public var disclaimer: String? {
    self == .real ? nil : "Includes simulated prices: not a real result."
  }
}

/// A labelled number on the statistics screen.
public struct PortfolioStatistic: Sendable, Equatable {
  /// What the number measures, and the normalized symbol if it concerns only one.
  public enum Kind: Sendable, Hashable {
    case marketValue(symbol: String)
    case unrealizedGain(symbol: String)
    case realizedGain(symbol: String)
    case totalMarketValue
    case totalUnrealizedGain
    case totalRealizedGain
    case totalCostBasis
    /// The realized and unrealized gains together: all proceeds and the market value, less all costs.
    case profitAndLoss
  }

  /// What the number measures.
  public let kind: Kind
  /// The amount, rounded once.
  public let value: Decimal
  /// Whether the prices in it are real. Statistics without prices, such as realized gains, are always real.
  public let source: StatisticSource
  /// The text to show beside the number; nil if the number is real.
  public var disclaimer: String? { source.disclaimer }

  /// Creates a statistic from its parts. The initialiser does not compare `source` with any prices.
  public init(kind: Kind, value: Decimal, source: StatisticSource) {
    self.kind = kind
    self.value = value
    self.source = source
  }
}

extension PortfolioStatistic {
  /// The statistics of a history of trades at the given prices. A statistic that needs an unknown price is left out.
  /// - Throws: the same errors as ``PortfolioSummary/init(of:prices:)``.
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

  /// Sums exactly and rounds once, because no average is needed. Nil if the price of a holding is not known.
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
