import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-36 must catch: a part of the history is left out, or symbols are told apart wrongly.
extension Fault<PersonalOSSystem> {
  static let countsOneYearOfTrades = trades(
    "countsOneYearOfTrades", "counts the trades of the last 365 days") { trades in
    let latest = trades.map(\.date).max() ?? Date(timeIntervalSince1970: 0)
    return trades.filter { $0.date >= latest - 365 * 86_400 }
  }

  static let countsAHundredTrades = trades(
    "countsAHundredTrades", "counts the first hundred trades") { Array($0.prefix(100)) }

  static let countsOneTradeADay = trades(
    "countsOneTradeADay", "takes trades of one kind on one day for duplicates") { trades in
    trades.unique { "\(TradeSymbol.normalized($0.symbol)) \($0.type) \($0.day)" }
  }

  static let countsOneTradeAnInstant = trades(
    "countsOneTradeAnInstant", "takes trades of one instant for duplicates") { trades in
    trades.unique { "\(TradeSymbol.normalized($0.symbol)) \($0.date.timeIntervalSince1970)" }
  }

  static let forgetsSymbolsWithoutNewTrades = trades(
    "forgetsSymbolsWithoutNewTrades", "forgets symbols without new trades") { trades in
    let latest = trades.map(\.date).max() ?? Date(timeIntervalSince1970: 0)
    let recent = trades.filter { $0.date >= latest - 10 * 365 * 86_400 }
    let symbols = Set(recent.map { TradeSymbol.normalized($0.symbol) })
    return trades.filter { symbols.contains(TradeSymbol.normalized($0.symbol)) }
  }

  static let groupsSymbolsByCase = symbols("groupsSymbolsByCase", "takes symbols in another case for other symbols") {
    $0.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static let groupsSymbolsWithTheirWhiteSpace = symbols(
    "groupsSymbolsWithTheirWhiteSpace", "takes symbols with white space for other symbols") {
    $0.uppercased()
  }

  static let groupsSymbolsByTheirBeginning = trades(
    "groupsSymbolsByTheirBeginning", "tells symbols apart by three letters") { trades in
    trades.map { trade in
      var trade = trade
      trade.symbol = String(TradeSymbol.normalized(trade.symbol).prefix(3))
      return trade
    }
  }

  static let decomposesSymbols = portfolio(
    "decomposesSymbols", "spells symbols in decomposed characters") { trades, calculate in
    try await calculate(trades).map {
      Position(
        symbol: $0.symbol.decomposedStringWithCanonicalMapping, quantity: $0.quantity, avgCost: $0.avgCost,
        costBasis: $0.costBasis)
    }
  }

  private static func trades(
    _ id: String, _ fact: String, _ choose: @escaping @Sendable ([TradeRecord]) -> [TradeRecord]
  ) -> Fault {
    portfolio(id, fact) { trades, calculate in try await calculate(choose(trades)) }
  }

  /// Positions of trades whose symbols are grouped by `key`.
  private static func symbols(_ id: String, _ fact: String, by key: @escaping @Sendable (String) -> String) -> Fault {
    portfolio(id, fact) { trades, calculate in
      var positions: [Position] = []
      for (_, trades) in Dictionary(grouping: trades, by: { key($0.symbol) }) {
        positions += try await calculate(trades)
      }
      return positions.sorted { $0.symbol < $1.symbol }
    }
  }

  private static func portfolio(_ id: String, _ fact: String, _ positions: @escaping PositionsFault) -> Fault {
    Fault(id, fact) { system in
      let calculate = system.portfolio.calculatePositions
      system.portfolio.calculatePositions = { try await positions($0, calculate) }
      let open = system.portfolio.openPortfolio
      system.portfolio.openPortfolio = { data, prices in
        PositionsOnly(
          base: try await open(data, prices), trades: BaseRepository(data),
          calculate: { try await positions($0, calculate) })
      }
    }
  }
}

/// Trades, and the calculator that is right.
private typealias PositionsFault = @Sendable (
  [TradeRecord], @Sendable ([TradeRecord]) async throws -> [Position]
) async throws -> [Position]

/// A portfolio that calculates positions in its own way.
private struct PositionsOnly: Portfolio {
  let base: any Portfolio
  let trades: BaseRepository<TradeRecord>
  let calculate: @Sendable ([TradeRecord]) async throws -> [Position]

  func positions() async throws -> [Position] { try await calculate(try await trades.fetch()) }
  func realizedGains() async throws -> Decimal { try await base.realizedGains() }
  func summary() async throws -> PortfolioSummary { try await base.summary() }
}

extension [TradeRecord] {
  /// The first of each kind.
  fileprivate func unique(by kind: (TradeRecord) -> String) -> [TradeRecord] {
    var seen: Set<String> = []
    return filter { seen.insert(kind($0)).inserted }
  }
}
