import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Which prices each statistic is made of, and so how it must be labelled: the oracle of POS-41.
struct StatisticsModel {
  private let portfolio: PricedPortfolio
  /// The symbols of which something is held.
  let open: Set<String>
  private let closed: Set<String>
  private var holdings: [String: Decimal] = [:]

  init(_ portfolio: PricedPortfolio) {
    self.portfolio = portfolio
    var sums: [String: Decimal] = [:]
    for trade in portfolio.trades {
      sums[SymbolSpellings.meaning(of: trade.symbol), default: 0] += trade.signedQuantity
    }
    holdings = sums
    open = Set(sums.filter { $0.value != 0 }.keys)
    closed = Set(sums.filter { $0.value == 0 }.keys)
  }

  /// The symbols whose prices are part of it.
  func inputs(of kind: PortfolioStatistic.Kind) -> Set<String> {
    switch kind {
    case .marketValue(let symbol), .unrealizedGain(let symbol): [symbol]
    case .totalMarketValue, .totalUnrealizedGain, .profitAndLoss: open
    case .realizedGain, .totalRealizedGain, .totalCostBasis: []
    }
  }

  /// Everything that can be known with the prices that there are.
  private var kinds: [PortfolioStatistic.Kind] {
    let all: [PortfolioStatistic.Kind] =
      open.flatMap { [.marketValue(symbol: $0), .unrealizedGain(symbol: $0)] }
      + open.union(closed).map { .realizedGain(symbol: $0) }
      + [.totalMarketValue, .totalUnrealizedGain, .totalRealizedGain, .totalCostBasis, .profitAndLoss]
    return all.filter { inputs(of: $0).allSatisfy { portfolio.prices[$0] != nil } }
  }

  private func label(of kind: PortfolioStatistic.Kind) -> String {
    let isMadeUp = inputs(of: kind).map { portfolio.prices[$0]?.source == .mock }
    if !isMadeUp.contains(true) { return "real" }
    return isMadeUp.contains(false) ? "mixed" : "simulated"
  }

  func expectMatches(_ statistics: [PortfolioStatistic]) throws {
    try expect(
      "the statistics and their labels",
      statistics.map { "\($0.kind): \($0.source.rawValue)" }.sorted(),
      equals: kinds.map { "\($0): \(label(of: $0))" }.sorted())
    for statistic in statistics {
      try expect(
        "\(statistic.kind) has a disclaimer just where it is not real",
        (statistic.disclaimer != nil) == (label(of: statistic.kind) != "real"))
      try expectValue(statistic)
      if case .marketValue(let symbol) = statistic.kind, let price = portfolio.prices[symbol]?.price {
        try expect("the value of \(symbol)", statistic.value, equals: (holdings[symbol] ?? 0) * price)
      }
      if statistic.kind == .profitAndLoss {
        try expect("the profit and loss", statistic.value, equals: profitAndLoss)
      }
    }
  }

  /// In doubles, which tell one number from another though not the last digits: those are POS-36 to POS-39's.
  private func expectValue(_ statistic: PortfolioStatistic) throws {
    let expected = value(of: statistic.kind)
    let value = NSDecimalNumber(decimal: statistic.value).doubleValue
    let flows = portfolio.trades.map { abs(double($0.signedQuantity * $0.price)) }
    let values = holdings.map { abs(double($0.value) * price($0.key)) }
    let precision = 1e-9 * ((flows + values).reduce(0, +) + 1e-12)
    try expect(
      "\(statistic.kind) is \(expected), to \(precision): \(statistic.value)", abs(value - expected) <= precision)
  }

  private func value(of kind: PortfolioStatistic.Kind) -> Double {
    switch kind {
    case .marketValue(let symbol): double(holdings[symbol] ?? 0) * price(symbol)
    case .unrealizedGain(let symbol): value(of: .marketValue(symbol: symbol)) - costBasis(symbol)
    case .realizedGain(let symbol): amount(.sell, symbol) - sold(symbol) * averageCost(symbol)
    case .totalMarketValue: open.map { value(of: .marketValue(symbol: $0)) }.reduce(0, +)
    case .totalUnrealizedGain: open.map { value(of: .unrealizedGain(symbol: $0)) }.reduce(0, +)
    case .totalRealizedGain: open.union(closed).map { value(of: .realizedGain(symbol: $0)) }.reduce(0, +)
    case .totalCostBasis: open.map(costBasis).reduce(0, +)
    case .profitAndLoss: double(profitAndLoss)
    }
  }

  private func double(_ decimal: Decimal) -> Double { NSDecimalNumber(decimal: decimal).doubleValue }
  private func price(_ symbol: String) -> Double { portfolio.prices[symbol].map { double($0.price) } ?? 0 }
  private func costBasis(_ symbol: String) -> Double { double(holdings[symbol] ?? 0) * averageCost(symbol) }
  private func sold(_ symbol: String) -> Double { trades(.sell, symbol).map { double($0.quantity) }.reduce(0, +) }

  /// What one unit has cost, over all purchases.
  private func averageCost(_ symbol: String) -> Double {
    let bought = trades(.buy, symbol).map { double($0.quantity) }.reduce(0, +)
    return bought == 0 ? 0 : amount(.buy, symbol) / bought
  }

  private func amount(_ type: TradeType, _ symbol: String) -> Double {
    trades(type, symbol).map { double($0.quantity) * double($0.price) }.reduce(0, +)
  }

  private func trades(_ type: TradeType, _ symbol: String) -> [TradeRecord] {
    portfolio.trades.filter { $0.type == type && SymbolSpellings.meaning(of: $0.symbol) == symbol }
  }

  /// What is there and what was paid in, less what was paid out: at most 36 digits, so exact.
  private var profitAndLoss: Decimal {
    let flows = portfolio.trades.map { -$0.signedQuantity * $0.price }
    let values = holdings.map { $0.value * (portfolio.prices[$0.key]?.price ?? 0) }
    return (flows + values).reduce(0, +)
  }

  func label(_ trial: Trial) {
    if !open.isEmpty, kinds.contains(.totalMarketValue) {
      let total = label(of: .totalMarketValue)
      trial.label(total == "mixed" ? total : "all \(total)")
    }
    trial.label("a closed position has a price", if: closed.contains { portfolio.prices[$0] != nil })
    trial.label("a price is missing", if: open.contains { portfolio.prices[$0] == nil })
  }
}

extension PricedPortfolio {
  /// The same, but that the price of a symbol is made up where it was real, or the other way round; nil where
  /// it has none.
  func flipping(_ symbol: String) -> PricedPortfolio? {
    guard let price = prices[symbol] else { return nil }
    var prices = prices
    prices[symbol] = PriceData(
      price: price.price, timestamp: price.timestamp, source: price.source == .mock ? .realtime : .mock)
    return PricedPortfolio(trades: trades, prices: prices)
  }
}
