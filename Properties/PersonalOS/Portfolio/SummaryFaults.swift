import Foundation
import PersonalOSReference
import PropertyTesting
import Synchronization

// What POS-39 must catch.
extension Fault<PersonalOSSystem> {
  static let keepsPositionsAfterADeletion = portfolio(
    "keepsPositionsAfterADeletion", "keeps a trade that is deleted") { data, prices in
    let kept = Kept<[UUID: TradeRecord]>([:])
    return SummaryOnly(data, prices) { trades, fetchPrices in
      // Whatever is new or changed is noticed; what is gone is not.
      let known = kept.value.withLock { known in
        for trade in trades { known[trade.id] = trade }
        return Array(known.values)
      }
      return try PortfolioSummary(of: known, prices: try await fetchPrices(known.normalizedSymbols))
    }
  }

  static let keepsTheSymbolOfAnEditedTrade = portfolio(
    "keepsTheSymbolOfAnEditedTrade", "keeps the symbol of a trade that is edited") {
    data, prices in
    let kept = Kept<[UUID: String]>([:])
    return SummaryOnly(data, prices) { trades, fetchPrices in
      let grouped = kept.value.withLock { kept in
        trades.map { trade in
          var trade = trade
          trade.symbol = kept[trade.id, default: trade.symbol]
          kept[trade.id] = trade.symbol
          return trade
        }
      }
      return try PortfolioSummary(of: grouped, prices: try await fetchPrices(grouped.normalizedSymbols))
    }
  }

  static let remembersRealizedGains = Fault(
    "remembersRealizedGains", "answers with the gains that it has calculated first") { system in
    let open = system.portfolio.openPortfolio
    system.portfolio.openPortfolio = { RememberedGains(base: try await open($0, $1)) }
  }

  static let leavesOutClosedPositions = Fault("leavesOutClosedPositions", "lists no closed positions") { system in
    let open = system.portfolio.openPortfolio
    system.portfolio.openPortfolio = { OpenPositions(base: try await open($0, $1)) }
  }

  static let readsTradesBeforePrices = portfolio(
    "readsTradesBeforePrices", "ignores trades added while it loads") { data, prices in
    SummaryOnly(data, prices) { trades, fetchPrices in
      try PortfolioSummary(of: trades, prices: try await fetchPrices(trades.normalizedSymbols))
    }
  }

  static let keepsTheFirstPrices = Fault("keepsTheFirstPrices", "keeps the first price of a symbol") { system in
    let open = system.portfolio.openPortfolio
    system.portfolio.openPortfolio = { data, fetchPrices in
      let kept = Kept<[String: PriceData]>([:])
      return try await open(data) { symbols in
        let prices = try await fetchPrices(symbols)
        return kept.value.withLock { kept in
          kept.merge(prices) { first, _ in first }
          return kept
        }
      }
    }
  }

  static let addsRoundedTotals = summary(
    "addsRoundedTotals", "adds amounts that were rounded for display") { summary in
    let costs = summary.open.map { $0.position.costBasis.rounded(places: 2) }.reduce(0, +)
    let values = summary.open.compactMap { $0.marketValue?.rounded(places: 2) }.reduce(0, +)
    return PortfolioSummary(
      open: summary.open, closed: summary.closed, totalCostBasis: costs,
      totalMarketValue: summary.totalMarketValue.map { _ in values },
      totalUnrealizedGain: summary.totalUnrealizedGain, totalRealizedGain: summary.totalRealizedGain)
  }

  static let listsClosedPositionsAsOpen = summary(
    "listsClosedPositionsAsOpen", "lists closed positions among the open ones") { summary in
    let closed = summary.closed.map {
      PortfolioSummary.Holding(
        position: $0.position, price: nil, marketValue: 0, unrealizedGain: 0, realizedGain: $0.realizedGain)
    }
    return PortfolioSummary(
      open: (summary.open + closed).sorted { $0.position.symbol < $1.position.symbol }, closed: [],
      totalCostBasis: summary.totalCostBasis, totalMarketValue: summary.totalMarketValue,
      totalUnrealizedGain: summary.totalUnrealizedGain, totalRealizedGain: summary.totalRealizedGain)
  }

  static let takesMissingPricesForZero = summary(
    "takesMissingPricesForZero", "takes a price that is missing for 0") { summary in
    let values = summary.open.compactMap(\.marketValue).reduce(0, +)
    return PortfolioSummary(
      open: summary.open, closed: summary.closed, totalCostBasis: summary.totalCostBasis,
      totalMarketValue: summary.totalMarketValue ?? values,
      totalUnrealizedGain: summary.totalUnrealizedGain, totalRealizedGain: summary.totalRealizedGain)
  }

  static let forgetsGainsOfClosedPositionsInTotals = summary(
    "forgetsGainsOfClosedPositionsInTotals", "totals the gains of open positions alone") {
    summary in
    let closed = try summary.closed.map { try ExactDecimal($0.realizedGain) }.reduce(.zero, +)
    let gains = try ExactRatio(ExactDecimal(summary.totalRealizedGain) - closed).rounded()
    return PortfolioSummary(
      open: summary.open, closed: summary.closed, totalCostBasis: summary.totalCostBasis,
      totalMarketValue: summary.totalMarketValue, totalUnrealizedGain: summary.totalUnrealizedGain,
      totalRealizedGain: gains)
  }

  private static func summary(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (PortfolioSummary) throws -> PortfolioSummary
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.portfolio.openPortfolio
      system.portfolio.openPortfolio = { data, prices in
        ChangedSummary(base: try await open(data, prices), change: change)
      }
    }
  }

  private static func portfolio(
    _ id: String, _ fact: String,
    _ open: @escaping @Sendable (DataActor, @escaping PortfolioService.FetchPrices) -> SummaryOnly
  ) -> Fault {
    Fault(id, fact) { $0.portfolio.openPortfolio = { open($0, $1) } }
  }
}

extension [TradeRecord] {
  fileprivate var normalizedSymbols: [String] { Set(map { TradeSymbol.normalized($0.symbol) }).sorted() }
}

private final class Kept<Value: Sendable>: Sendable {
  let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
}

/// The right portfolio, whose gains are calculated once.
private struct RememberedGains: Portfolio {
  let base: any Portfolio
  let kept = Kept<Decimal?>(nil)

  func positions() async throws -> [Position] { try await base.positions() }
  func realizedGains() async throws -> Decimal {
    let gains = try await base.realizedGains()
    return kept.value.withLock { kept in
      kept = kept ?? gains
      return kept ?? gains
    }
  }
  func summary() async throws -> PortfolioSummary { try await base.summary() }
}

/// The right portfolio, but for positions that were sold to the last unit.
private struct OpenPositions: Portfolio {
  let base: any Portfolio

  func positions() async throws -> [Position] { try await base.positions().filter { !$0.isClosed } }
  func realizedGains() async throws -> Decimal { try await base.realizedGains() }
  func summary() async throws -> PortfolioSummary { try await base.summary() }
}

/// The right portfolio, and a summary that is changed before it is shown.
private struct ChangedSummary: Portfolio {
  let base: any Portfolio
  let change: @Sendable (PortfolioSummary) throws -> PortfolioSummary

  func positions() async throws -> [Position] { try await base.positions() }
  func realizedGains() async throws -> Decimal { try await base.realizedGains() }
  func summary() async throws -> PortfolioSummary { try change(try await base.summary()) }
}

/// A portfolio that makes its summary in its own way of the trades that it has read.
private struct SummaryOnly: Portfolio {
  typealias Make =
    @Sendable ([TradeRecord], PortfolioService.FetchPrices) async throws -> PortfolioSummary

  private let trades: BaseRepository<TradeRecord>
  private let fetchPrices: PortfolioService.FetchPrices
  private let make: Make

  init(
    _ data: DataActor, _ fetchPrices: @escaping PortfolioService.FetchPrices, make: @escaping Make
  ) {
    trades = BaseRepository(data)
    self.fetchPrices = fetchPrices
    self.make = make
  }

  func positions() async throws -> [Position] {
    try PortfolioCalculator().calculatePositions(from: try await trades.fetch())
  }

  func realizedGains() async throws -> Decimal {
    try PortfolioCalculator().calculateRealizedGains(from: try await trades.fetch())
  }

  func summary() async throws -> PortfolioSummary {
    try await make(try await trades.fetch(), fetchPrices)
  }
}
