import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-41 must catch: statistics with other labels.

extension Fault<PersonalOSSystem> {
  static let showsTheCostForTheValue = values(
    "showsTheCostForTheValue", "shows the total market value as the cost basis") { kind, all in
    kind == .totalCostBasis ? all[.totalMarketValue] : nil
  }
  static let showsRealizedGainsOfWhatIsHeld = values(
    "showsRealizedGainsOfWhatIsHeld", "shows the unrealized gain of a symbol as realized") { kind, all in
    if case .realizedGain(let symbol) = kind { all[.unrealizedGain(symbol: symbol)] } else { nil }
  }
  static let showsUnrealizedGainsWithoutTheCost = values(
    "showsUnrealizedGainsWithoutTheCost", "shows the market value of a symbol as its unrealized gain") { kind, all in
    if case .unrealizedGain(let symbol) = kind { all[.marketValue(symbol: symbol)] } else { nil }
  }

  private static func values(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (PortfolioStatistic.Kind, [PortfolioStatistic.Kind: Decimal]) -> Decimal?
  ) -> Fault {
    Fault(id, fact) { system in
      let statistics = system.prices.statistics
      system.prices.statistics = { trades, prices in
        let right = try statistics(trades, prices)
        let all = Dictionary(right.map { ($0.kind, $0.value) }) { $1 }
        return right.map { PortfolioStatistic(kind: $0.kind, value: change($0.kind, all) ?? $0.value, source: $0.source) }
      }
    }
  }

  static let labelsAllStatisticsAlike = labels(
    "labelsAllStatisticsAlike", "puts one label on all statistics") { _, _, prices in
    StatisticSource(of: prices.values.map(\.source))
  }

  static let labelsTotalsByTheFirstSymbol = labels(
    "labelsTotalsByTheFirstSymbol", "labels totals by the first symbol") {
    kind, right, prices in
    guard kind.isTotalOfPrices, let first = prices.min(by: { $0.key < $1.key }) else { return right }
    return StatisticSource(of: [first.value.source])
  }

  static let leavesTotalsUnlabeled = labels(
    "leavesTotalsUnlabeled", "leaves totals without a label") { kind, right, _ in
    kind.isTotalOfPrices ? .real : right
  }

  static let labelsRealizedGainsByPrices = labels(
    "labelsRealizedGainsByPrices", "labels realized gains by the prices of the day") {
    kind, right, prices in
    switch kind {
    case .realizedGain(let symbol): StatisticSource(of: [prices[symbol]?.source].compactMap { $0 })
    case .totalRealizedGain: StatisticSource(of: prices.values.map(\.source))
    default: right
    }
  }

  static let labelsDelayedAsSimulated = Fault(
    "labelsDelayedAsSimulated", "treats delayed prices as simulated") { system in
    let statistics = system.prices.statistics
    system.prices.statistics = { trades, prices in
      let changed = prices.mapValues { price in
        PriceData(
          price: price.price, timestamp: price.timestamp,
          source: price.source == .delayed ? .mock : price.source)
      }
      return try statistics(trades, changed)
    }
  }

  static let labelsMixedTotalsReal = labels(
    "labelsMixedTotalsReal", "labels a total real if any price in it is real") { _, right, _ in
    right == .mixed ? .real : right
  }

  static let countsPricesOfClosedPositions = labels(
    "countsPricesOfClosedPositions", "counts the prices of closed positions") {
    kind, right, prices in
    kind.isTotalOfPrices ? StatisticSource(of: prices.values.map(\.source)) : right
  }

  static let leavesClosedPositionsOutOfTheProfit = Fault(
    "leavesClosedPositionsOutOfTheProfit", "counts only the profit of open positions") {
    system in
    let statistics = system.prices.statistics
    system.prices.statistics = { trades, prices in
      let held = try PortfolioSummary(of: trades, prices: prices).open.map(\.position.symbol)
      let profit = try statistics(trades.filter { held.contains(TradeSymbol.normalized($0.symbol)) }, prices)
        .first { $0.kind == .profitAndLoss }
      return try statistics(trades, prices).map { $0.kind == .profitAndLoss ? profit ?? $0 : $0 }
    }
  }

  static let leavesOutDisclaimedStatistics = Fault(
    "leavesOutDisclaimedStatistics", "leaves out statistics that would need a disclaimer") { system in
    let statistics = system.prices.statistics
    system.prices.statistics = { try statistics($0, $1).filter { $0.disclaimer == nil } }
  }

  private static func labels(
    _ id: String, _ fact: String,
    _ label:
      @escaping @Sendable (
        _ kind: PortfolioStatistic.Kind, _ right: StatisticSource, _ prices: [String: PriceData]
      ) -> StatisticSource
  ) -> Fault {
    Fault(id, fact) { system in
      let statistics = system.prices.statistics
      system.prices.statistics = { trades, prices in
        try statistics(trades, prices).map {
          PortfolioStatistic(kind: $0.kind, value: $0.value, source: label($0.kind, $0.source, prices))
        }
      }
    }
  }
}

extension PortfolioStatistic.Kind {
  fileprivate var isTotalOfPrices: Bool {
    [.totalMarketValue, .totalUnrealizedGain, .profitAndLoss].contains(self)
  }
}
