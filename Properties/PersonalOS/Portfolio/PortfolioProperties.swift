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
      Positions include every stored trade, however old, however many there are, and even if several \
      share a day or an instant. Spellings of a symbol that differ in case or surrounding white space \
      count as one. Removing a trade changes the position of its symbol and no other.
      """,
    covers: "9.1", "9.4", of: "PortfolioCalculator, TradeLedger", needs: [.storage],
    mustCatch: [
      .countsOneYearOfTrades, .countsAHundredTrades, .countsOneTradeADay, .countsOneTradeAnInstant,
      .groupsSymbolsByCase, .groupsSymbolsWithTheirWhiteSpace, .groupsSymbolsByTheirBeginning,
      .forgetsSymbolsWithoutNewTrades, .decomposesSymbols, .over(.limitsScans),
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
    var store = try await system.openStore()
    try await DataActor(store: store).perform { scope in
      for trade in history.trades { try scope.save(trade) }
    }
    try await store.close()
    store = try await system.openStore()
    let data = DataActor(store: store)
    let portfolio = try await system.portfolio.openPortfolio(data) { _ in [:] }
    let positions = try await portfolio.positions()
    try LedgerModel(history.trades).expectMatches(positions)

    let earlier = history.trades.map { trade in
      var trade = trade
      trade.date -= TimeInterval(history.yearsEarlier * 365 * 86_400)
      return trade
    }
    try expect(
      "positions, everything \(history.yearsEarlier) years earlier",
      try await system.portfolio.calculatePositions(earlier), equals: positions)

    if let index = history.removedIndex {
      let removed = history.trades[index]
      let symbol = SymbolSpellings.meaning(of: removed.symbol)
      try await BaseRepository(data).delete(removed)
      let left = try await portfolio.positions()
      try expect(
        "\(symbol) is another position without one of its trades",
        left.first { $0.symbol == symbol } != positions.first { $0.symbol == symbol })
      try expect(
        "positions of the other symbols", left.filter { $0.symbol != symbol },
        equals: positions.filter { $0.symbol != symbol })
    }
    try await store.close()
  }

  // **Feature: system-architecture-upgrade-p0, Property 37: Average cost completeness**
  static let averageCost = Requirement<PersonalOSSystem>(
    "POS-37", "Average cost completeness",
    says: """
      A symbol's average cost is the cost of all purchases ever made divided by the quantity bought, \
      even if the position was closed in between. Sales and the order of trades do not change the \
      average, and a closed position keeps it. A symbol that was never bought has no position.
      """,
    covers: "9.2", of: "PortfolioCalculator",
    mustCatch: [
      .averagesAsItGoes, .doesNotWeightPrices, .forgetsPurchasesBeforeAClose, .averagesSalesToo,
      .movesTheAverageWithSales, .listsWhatWasOnlySold, .forgetsAveragesOfClosedPositions,
    ]
  ).holds(
    forAll: .continuedHistory(digits: .thirty),
    requiring: [
      "a moving average would differ": 0.4, "closed": 0.08, "closed and opened again": 0.3,
      "an average that ends": 0.05, "something is held": 0.5,
    ]
  ) { history, system, trial in
    let calculate = system.portfolio.calculatePositions
    let trades = history.trades
    let positions = try await calculate(trades)
    let model = LedgerModel(trades)
    try model.expectMatches(positions)
    trial.labelLife(of: trades)
    trial.label("closed", if: positions.contains(where: \.isClosed))
    trial.label("something is held", if: positions.contains { !$0.isClosed })
    try expect("positions in another order", try await calculate(history.shuffled), equals: positions)

    // Neither a sale nor a purchase at the average moves it.
    for position in positions {
      if position.quantity > 0 {
        let part = min(history.quantity, position.quantity)
        let sale = TradeRecord.next(.sell, part, position.symbol, history.price)
        let average = try await calculate(trades + [sale]).averageCost(of: position.symbol)
        try expect("average cost of \(position.symbol) after a sale", average, equals: position.avgCost)
      }
      if model.sums[position.symbol]?.averageCost.isExactly(position.avgCost) == true {
        trial.label("an average that ends")
        let purchase = TradeRecord.next(.buy, history.quantity, position.symbol, position.avgCost)
        let average = try await calculate(trades + [purchase]).averageCost(of: position.symbol)
        try expect("average cost of \(position.symbol), bought at it", average, equals: position.avgCost)
      }
    }

    // What was never bought has no cost, and no position.
    let onlySold = TradeRecord.next(.sell, history.quantity, "NEVER", history.price)
    let beside = try await calculate(trades + [onlySold])
    try expect("positions beside a sale of what was never bought", beside, equals: positions)
  }

  // **Feature: system-architecture-upgrade-p0, Property 38: Realized gains accuracy**
  static let realizedGains = Requirement<PersonalOSSystem>(
    "POS-38", "Realized gains accuracy",
    says: """
      The realized gain of a symbol is what the sales brought in minus the quantity sold at the average \
      cost of all its purchases. The total covers all symbols, closed positions and losses included, and \
      is rounded once. Once everything is sold, the total equals all proceeds minus all costs.
      """,
    covers: "9.3", of: "PortfolioCalculator",
    mustCatch: [
      .takesTheAverageAtTheSale, .takesTheOldestPurchases, .matchesOtherSymbols, .roundsEachSale,
      .forgetsLosses, .forgetsGainsOfClosedPositions, .addsRoundedGains,
    ]
  ).holds(
    forAll: .continuedHistory(),
    requiring: [
      "sales": 0.5, "a loss": 0.25, "closed": 0.08, "partly sold": 0.4, "sales of two symbols": 0.15,
      "a gain that does not end": 0.4, "purchases after a sale": 0.4,
    ]
  ) { history, system, trial in
    let model = LedgerModel(history.trades)
    let gains = try await system.portfolio.calculateRealizedGains(history.trades)
    try expect("realized gains", gains, is: model.realizedGain)
    trial.labelSales(model)
    trial.labelLife(of: history.trades)
    trial.label("a gain that does not end", if: !model.realizedGain.isExactly(gains))

    // Whatever the price: realized and unrealized gains are all that came in and is held, less all that went
    // out.
    let prices = model.sums.mapValues { _ in PriceData.today(history.price) }
    let summary = try await system.portfolio.summarize(history.trades, prices)
    for holding in summary.open { try model.expectBalanced(holding, at: history.price) }

    // All sold at one price: what remains is money.
    let held = try await system.portfolio.calculatePositions(history.trades).filter { !$0.isClosed }
    let sales = held.enumerated().map { number, position in
      TradeRecord.next(.sell, position.quantity, position.symbol, history.price, number: number)
    }
    let end = LedgerModel(history.trades + sales).sums.values
    let money = end.map { $0.proceeds - $0.cost }.reduce(.zero, +)
    try expect(
      "gains once everything is sold",
      try await system.portfolio.calculateRealizedGains(history.trades + sales),
      is: Quotient(numerator: money))
  }

  // **Feature: system-architecture-upgrade-p0, Property 39: Portfolio summary accuracy**
  static let summaryAccuracy = Requirement<PersonalOSSystem>(
    "POS-39", "Portfolio summary accuracy",
    says: """
      After each added, edited or deleted trade and each price change, the portfolio summary equals a \
      fresh calculation from the stored trades, with open and closed positions apart and each amount \
      rounded once. If a price is missing, whatever depends on it is unknown, not 0.
      """,
    covers: "9.5", of: "PortfolioSummary", needs: [.storage],
    mustCatch: PortfolioTwin.twin.faults, [.over(.servesStaleReads)]
  ).holds(
    of: PortfolioMachine.machine, commands: 1...8,
    requiring: [
      "deletes a trade": 0.15, "edits a trade": 0.15, "adds while the summary loads": 0.15, "changes a price": 0.15,
      "something is closed": 0.1, "a price is missing": 0.06, "everything has a price": 0.4,
    ],
    making: { try await PortfolioUnderTest($0) }, tearDown: { try await $0.close() })
}
