import Foundation
import PersonalOSReference
import PropertyTesting

/// A portfolio that asks for all prices again if the symbols have changed meanwhile.
actor PortfolioTwin: Portfolio {
  enum Defect: String, CaseIterable, Sendable {
    case keepsPositionsAfterADeletion = "keeps a trade that is deleted"
    case addsRoundedTotals = "adds amounts that were rounded for display"
    case listsClosedPositionsAsOpen = "lists closed positions among the open ones"
    case readsTradesBeforePrices = "ignores trades added while it loads"
    case keepsTheFirstPrices = "keeps the first price of a symbol"
    case takesMissingPricesForZero = "treats a missing price as 0"
    case forgetsGainsOfClosedPositionsInTotals = "totals only the gains of open positions"
    case keepsTheSymbolOfAnEditedTrade = "keeps the symbol of a trade that is edited"
    case remembersRealizedGains = "keeps returning the first calculated gains"
    case leavesOutClosedPositions = "lists no closed positions"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("PortfolioTwin") { system, defect in
    let calculator = system.portfolio
    system.portfolio.openPortfolio = { PortfolioTwin(BaseRepository($0), $1, calculator, defect) }
  }

  private let trades: BaseRepository<TradeRecord>
  private let fetchPrices: PortfolioService.FetchPrices
  private let calculator: PortfolioSystem
  private let defect: Defect?
  // What it remembers from one call to the next, for some defects.
  private var knownTrades: [UUID: TradeRecord] = [:]
  private var firstPrices: [String: PriceData] = [:]
  private var firstGains: Decimal?

  init(
    _ trades: BaseRepository<TradeRecord>, _ fetchPrices: @escaping PortfolioService.FetchPrices,
    _ calculator: PortfolioSystem, _ defect: Defect? = nil
  ) {
    self.trades = trades
    self.fetchPrices = fetchPrices
    self.calculator = calculator
    self.defect = defect
  }

  func positions() async throws -> [Position] {
    let positions = try await calculator.calculatePositions(try await trades.fetch())
    return defect == .leavesOutClosedPositions ? positions.filter { !$0.isClosed } : positions
  }

  func realizedGains() async throws -> Decimal {
    let gains = try await calculator.calculateRealizedGains(try await trades.fetch())
    guard defect == .remembersRealizedGains else { return gains }
    firstGains = firstGains ?? gains
    return firstGains ?? gains
  }

  func summary() async throws -> PortfolioSummary {
    var trades = try await readTrades()
    var prices: [String: PriceData] = [:]
    var asked: Set<String>
    repeat {
      asked = symbols(of: trades)
      prices = try await readPrices(of: asked)
      if defect == .readsTradesBeforePrices { break }
      trades = try await readTrades()
    } while symbols(of: trades) != asked
    return try shown(try await calculator.summarize(trades, prices))
  }

  private func symbols(of trades: [TradeRecord]) -> Set<String> {
    Set(trades.map { TradeSymbol.normalized($0.symbol) })
  }

  private func readTrades() async throws -> [TradeRecord] {
    let trades = try await trades.fetch()
    switch defect {
    case .keepsPositionsAfterADeletion:
      // It notices what is new or changed, but not what is gone.
      for trade in trades { knownTrades[trade.id] = trade }
      return Array(knownTrades.values)
    case .keepsTheSymbolOfAnEditedTrade:
      knownTrades.merge(trades.map { ($0.id, $0) }) { first, _ in first }
      return trades.map { trade in
        var trade = trade
        trade.symbol = knownTrades[trade.id]?.symbol ?? trade.symbol
        return trade
      }
    default:
      return trades
    }
  }

  private func readPrices(of symbols: Set<String>) async throws -> [String: PriceData] {
    let prices = try await fetchPrices(symbols.sorted())
    guard defect == .keepsTheFirstPrices else { return prices }
    firstPrices.merge(prices) { first, _ in first }
    return firstPrices
  }

  /// The summary as the screen shows it.
  private func shown(_ summary: PortfolioSummary) throws -> PortfolioSummary {
    var (open, closed) = (summary.open, summary.closed)
    var (cost, value, gains) = (summary.totalCostBasis, summary.totalMarketValue, summary.totalRealizedGain)
    switch defect {
    case .addsRoundedTotals:
      cost = open.map { $0.position.costBasis.rounded(places: 2) }.reduce(0, +)
      value = value.map { _ in open.compactMap { $0.marketValue?.rounded(places: 2) }.reduce(0, +) }
    case .takesMissingPricesForZero:
      value = value ?? open.compactMap(\.marketValue).reduce(0, +)
    case .forgetsGainsOfClosedPositionsInTotals:
      let left = try closed.map { try ExactDecimal($0.realizedGain) }.reduce(.zero, +)
      gains = try ExactRatio(ExactDecimal(gains) - left).rounded()
    case .listsClosedPositionsAsOpen:
      open += closed.map {
        PortfolioSummary.Holding(
          position: $0.position, price: nil, marketValue: 0, unrealizedGain: 0, realizedGain: $0.realizedGain)
      }
      open.sort { $0.position.symbol < $1.position.symbol }
      closed = []
    default:
      break
    }
    return PortfolioSummary(
      open: open, closed: closed, totalCostBasis: cost, totalMarketValue: value,
      totalUnrealizedGain: summary.totalUnrealizedGain, totalRealizedGain: gains)
  }
}
