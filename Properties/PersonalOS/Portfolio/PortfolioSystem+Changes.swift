import Foundation
import PersonalOSReference

/// For faults of one line.
extension PortfolioSystem {
  typealias CalculatePositions = @Sendable ([TradeRecord]) async throws -> [Position]

  /// Positions come from `change`, which is given the trades and the right calculator, wherever they are shown.
  mutating func changePositions(
    _ change: @escaping @Sendable ([TradeRecord], CalculatePositions) async throws -> [Position]
  ) {
    let calculate = calculatePositions
    calculatePositions = { try await change($0, calculate) }
    let (open, changed) = (openPortfolio, calculatePositions)
    openPortfolio = { data, fetchPrices in
      ChangedPortfolio(
        portfolio: try await open(data, fetchPrices), trades: BaseRepository(data), calculatePositions: changed)
    }
  }

  /// Only the trades that `choose` returns make positions.
  mutating func count(_ choose: @escaping @Sendable ([TradeRecord]) -> [TradeRecord]) {
    changePositions { trades, calculate in try await calculate(choose(trades)) }
  }

  /// Trades whose symbols have one key make positions of their own.
  mutating func group(by key: @escaping @Sendable (String) -> String) {
    changePositions { trades, calculate in
      var positions: [Position] = []
      for (_, trades) in Dictionary(grouping: trades, by: { key($0.symbol) }) {
        positions += try await calculate(trades)
      }
      return positions.sorted { $0.symbol < $1.symbol }
    }
  }

  /// Gains are those of the trades that `choose` returns, which is given the positions too.
  mutating func countGains(_ choose: @escaping @Sendable ([TradeRecord], [Position]) -> [TradeRecord]) {
    let (calculate, positions) = (calculateRealizedGains, calculatePositions)
    calculateRealizedGains = { try await calculate(choose($0, try await positions($0))) }
  }
}

/// A portfolio with another calculation of its positions.
private struct ChangedPortfolio: Portfolio {
  let portfolio: any Portfolio
  let trades: BaseRepository<TradeRecord>
  let calculatePositions: PortfolioSystem.CalculatePositions

  func positions() async throws -> [Position] { try await calculatePositions(try await trades.fetch()) }
  func realizedGains() async throws -> Decimal { try await portfolio.realizedGains() }
  func summary() async throws -> PortfolioSummary { try await portfolio.summary() }
}

extension [TradeRecord] {
  var latestDate: Date { map(\.date).max() ?? Date(timeIntervalSince1970: 0) }

  func changing(_ change: (inout TradeRecord) -> Void) -> [TradeRecord] {
    map { trade in
      var trade = trade
      change(&trade)
      return trade
    }
  }

  /// The first of each kind.
  func unique(by kind: (TradeRecord) -> String) -> [TradeRecord] {
    var seen: Set<String> = []
    return filter { seen.insert(kind($0)).inserted }
  }
}
