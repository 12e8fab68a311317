import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The portfolio: every trade there ever was, and nothing but the trades.
public enum PortfolioProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    completeHistory, averageCost, realizedGains, summaryAccuracy,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 36: Complete trade history usage**
  static let completeHistory = Requirement<PersonalOSSystem>(
    "POS-36", "Complete trade history usage",
    says: """
      Positions include every stored trade, whatever its age and however many trades there are, even \
      if several have the same day or instant. Spellings of a symbol that differ only in case or \
      surrounding white space mean the same symbol. If a trade is removed, only the position of its \
      symbol changes.
      """,
    covers: "9.1", "9.4", of: "PortfolioCalculator, TradeLedger", needs: [.storage],
    mustCatch: [
      .countsOneYearOfTrades, .countsAHundredTrades, .countsOneTradeADay, .countsOneTradeAnInstant,
      .groupsSymbolsByCase, .groupsSymbolsWithTheirWhiteSpace, .groupsSymbolsByTheirBeginning,
      .forgetsSymbolsWithoutNewTrades, .decomposesSymbols, .composesAfterUpperCasing,
      .over(.limitsScans),
    ]
  ).holds(
    forAll: .storedHistory,
    requiring: [
      "more trades than a small page": 0.4, "more than 100 trades": 0.02,
      "a symbol with only old trades": 0.03, "two trades of a symbol on one day": 0.5,
      "a symbol in two spellings": 0.5, "trades of one instant": 0.5,
    ]
  ) { history, system, trial in
    trial.labelHistory(history.trades)
    let first = try await PortfolioDriver(system)
    try await first.save(history.trades)
    try await first.close()
    let app = try await PortfolioDriver(system)
    let positions = try await app.portfolio.positions()
    try LedgerModel(history.trades).expectMatches(positions)

    let earlier = history.trades.changing { $0.date -= TimeInterval(history.yearsEarlier * 365 * 86_400) }
    try expect(
      "positions, everything \(history.yearsEarlier) years earlier",
      try await system.portfolio.calculatePositions(earlier), equals: positions)

    if let index = history.removedIndex {
      let removed = history.trades[index]
      let symbol = SymbolSpellings.meaning(of: removed.symbol)
      try await app.trades.delete(removed)
      let left = try await app.portfolio.positions()
      try expect(
        "\(symbol) is another position without one of its trades",
        left.first { $0.symbol == symbol } != positions.first { $0.symbol == symbol })
      try expect(
        "positions of the other symbols", left.filter { $0.symbol != symbol },
        equals: positions.filter { $0.symbol != symbol })
    }
    try await app.close()
  }

  // **Feature: system-architecture-upgrade-p0, Property 39: Portfolio summary accuracy**
  static let summaryAccuracy = Requirement<PersonalOSSystem>(
    "POS-39", "Portfolio summary accuracy",
    says: """
      After each added, edited or deleted trade and each price change, the portfolio summary equals a \
      fresh calculation from the stored trades. It lists open and closed positions separately and \
      rounds each amount once. If a price is missing, each amount that depends on it is unknown, not \
      0.
      """,
    covers: "9.5", of: "PortfolioSummary", needs: [.storage],
    mustCatch: [.keepsPositionsAfterADeletion, .over(.servesStaleReads)]
  ).holds(
    of: PortfolioMachine.machine, commands: 1...7,
    requiring: [
      "deletes a trade": 0.15, "edits a trade": 0.15, "adds while the summary loads": 0.15, "changes a price": 0.15,
      "something is closed": 0.1, "a price is missing": 0.06, "everything has a price": 0.4,
    ],
    making: { try await PortfolioDriver($0) }, tearDown: { try await $0.close() })
}

// What POS-39 must catch.
extension Fault<PersonalOSSystem> {
  fileprivate static let keepsPositionsAfterADeletion = Fault(
    "keepsPositionsAfterADeletion", "keeps a trade that is deleted"
  ) { system in
    let (open, summarize) = (system.portfolio.openPortfolio, system.portfolio.summarize)
    system.portfolio.openPortfolio = { data, fetchPrices in
      KeepingPortfolio(try await open(data, fetchPrices), BaseRepository(data), fetchPrices, summarize)
    }
  }
}

/// Notices in its summary what is new or changed, but not what is gone.
private actor KeepingPortfolio: Portfolio {
  private let portfolio: any Portfolio
  private let trades: BaseRepository<TradeRecord>
  private let fetchPrices: PortfolioService.FetchPrices
  private let summarize: @Sendable ([TradeRecord], [String: PriceData]) async throws -> PortfolioSummary
  private var known: [UUID: TradeRecord] = [:]

  init(
    _ portfolio: any Portfolio, _ trades: BaseRepository<TradeRecord>,
    _ fetchPrices: @escaping PortfolioService.FetchPrices,
    _ summarize: @escaping @Sendable ([TradeRecord], [String: PriceData]) async throws -> PortfolioSummary
  ) {
    self.portfolio = portfolio
    self.trades = trades
    self.fetchPrices = fetchPrices
    self.summarize = summarize
  }

  func positions() async throws -> [Position] { try await portfolio.positions() }
  func realizedGains() async throws -> Decimal { try await portfolio.realizedGains() }

  func summary() async throws -> PortfolioSummary {
    var asked: Set<String> = []
    var prices: [String: PriceData] = [:]
    while true {
      for trade in try await trades.fetch() { known[trade.id] = trade }
      let symbols = Set(known.values.map { TradeSymbol.normalized($0.symbol) })
      if symbols == asked { return try await summarize(Array(known.values), prices) }
      prices = try await fetchPrices(symbols.sorted())
      asked = symbols
    }
  }
}

// What POS-36 must catch: a part of the history is left out, or symbols are told apart wrongly.
extension Fault<PersonalOSSystem> {
  fileprivate static let countsOneYearOfTrades = Fault(
    "countsOneYearOfTrades", "counts the trades of the last 365 days"
  ) { $0.portfolio.count { trades in trades.filter { $0.date >= trades.latestDate - 365 * 86_400 } } }

  fileprivate static let countsAHundredTrades = Fault("countsAHundredTrades", "counts the first hundred trades") {
    $0.portfolio.count { Array($0.prefix(100)) }
  }

  fileprivate static let countsOneTradeADay = Fault(
    "countsOneTradeADay", "treats trades of the same kind and day as duplicates"
  ) { $0.portfolio.count { $0.unique { "\(TradeSymbol.normalized($0.symbol)) \($0.type) \($0.day)" } } }

  fileprivate static let countsOneTradeAnInstant = Fault(
    "countsOneTradeAnInstant", "treats trades of the same instant as duplicates"
  ) { $0.portfolio.count { $0.unique { "\(TradeSymbol.normalized($0.symbol)) \($0.date.timeIntervalSince1970)" } } }

  fileprivate static let forgetsSymbolsWithoutNewTrades = Fault(
    "forgetsSymbolsWithoutNewTrades", "forgets symbols without new trades"
  ) { system in
    system.portfolio.count { trades in
      let recent = trades.filter { $0.date >= trades.latestDate - 10 * 365 * 86_400 }
      let symbols = Set(recent.map { TradeSymbol.normalized($0.symbol) })
      return trades.filter { symbols.contains(TradeSymbol.normalized($0.symbol)) }
    }
  }

  fileprivate static let groupsSymbolsByTheirBeginning = Fault(
    "groupsSymbolsByTheirBeginning", "compares only the first three letters of symbols"
  ) { $0.portfolio.count { $0.changing { $0.symbol = String(TradeSymbol.normalized($0.symbol).prefix(3)) } } }

  fileprivate static let groupsSymbolsByCase = Fault(
    "groupsSymbolsByCase", "treats symbols in another case as other symbols"
  ) { $0.portfolio.group { $0.trimmingCharacters(in: .whitespacesAndNewlines) } }

  fileprivate static let composesAfterUpperCasing = Fault(
    "composesAfterUpperCasing", "composes symbols only after it has upper-cased them"
  ) {
    $0.portfolio.group {
      $0.trimmingCharacters(in: .whitespacesAndNewlines).uppercased().precomposedStringWithCanonicalMapping
    }
  }

  fileprivate static let groupsSymbolsWithTheirWhiteSpace = Fault(
    "groupsSymbolsWithTheirWhiteSpace", "treats symbols with white space as other symbols"
  ) { $0.portfolio.group { $0.uppercased() } }

  fileprivate static let decomposesSymbols = Fault(
    "decomposesSymbols", "spells symbols in decomposed characters"
  ) { system in
    system.portfolio.changePositions { trades, calculate in
      try await calculate(trades).map {
        Position(
          symbol: $0.symbol.decomposedStringWithCanonicalMapping, quantity: $0.quantity, avgCost: $0.avgCost,
          costBasis: $0.costBasis)
      }
    }
  }
}
