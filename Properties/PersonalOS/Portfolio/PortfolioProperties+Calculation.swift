import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Costs and gains: all purchases there ever were count, and each amount is rounded once.
extension PortfolioProperties {
  // **Feature: system-architecture-upgrade-p0, Property 37: Average cost completeness**
  static let averageCost = Requirement<PersonalOSSystem>(
    "POS-37", "Average cost completeness",
    says: """
      A symbol's average cost is the cost of all purchases ever divided by the quantity bought, even if the position was \
      closed in between. Sales and the order of trades do not change the average, and a closed position keeps it. A \
      symbol that was never bought has no position, and one that is oversold is not closed. Ranked, the largest cost \
      basis comes first, and equal ones are in the order of symbols.
      """,
    covers: "9.2", of: "PortfolioCalculator",
    mustCatch: [.forgetsAveragesOfClosedPositions]
  ).holds(
    forAll: .continuedHistory(digits: .thirty),
    requiring: [
      "a moving average would differ": 0.4, "closed": 0.08, "closed and opened again": 0.3,
      "an average that ends": 0.05, "something is held": 0.5, "positions of equal cost": 0.5,
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

    let alike = positions.map { Position(symbol: "\($0.symbol)B", quantity: $0.quantity, avgCost: $0.avgCost, costBasis: $0.costBasis) }
    trial.label("positions of equal cost", if: !alike.isEmpty)
    for given in [positions + alike, (positions + alike).reversed()] {
      try expect("positions by their cost", try await system.portfolio.rank(given), equals: given.ranked)
    }

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

    // More sold than was ever bought: it is owed, which is no closed position.
    for position in positions {
      let sold = position.quantity > 0 ? [position.quantity, position.quantity] : [history.quantity]
      let sales = sold.enumerated().map { TradeRecord.next(.sell, $1, position.symbol, history.price, number: $0) }
      try LedgerModel(trades + sales).expectMatches(try await calculate(trades + sales))
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
      A symbol's realized gain is the proceeds of its sales minus the quantity sold at the average cost of all its \
      purchases. The total covers all symbols, including closed positions and losses, and is rounded once. If everything \
      is sold, the total equals all proceeds minus all costs. If the prices have several spellings of a symbol, the first \
      in order counts.
      """,
    covers: "9.3", of: "PortfolioCalculator",
    mustCatch: [.matchesOtherSymbols, .forgetsGainsOfClosedPositions]
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

    // Of a symbol's spellings, each with a price of its own, the first in order counts.
    var spelled: [String: PriceData] = [:]
    var counting: [String: PriceData] = [:]
    for symbol in model.sums.keys {
      let spellings = SymbolSpellings.spellings(of: symbol)
      for (number, spelling) in spellings.enumerated() { spelled[spelling] = .today(history.price + Decimal(number)) }
      counting[symbol] = spellings.min().flatMap { spelled[$0] }
    }
    try model.expectMatches(try await system.portfolio.summarize(history.trades, spelled), prices: counting)

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
}

extension Fault<PersonalOSSystem> {
  fileprivate static let forgetsAveragesOfClosedPositions = Fault(
    "forgetsAveragesOfClosedPositions", "forgets the average of a closed position"
  ) { system in
    let calculate = system.portfolio.calculatePositions
    system.portfolio.calculatePositions = { trades in
      try await calculate(trades).map {
        Position(
          symbol: $0.symbol, quantity: $0.quantity, avgCost: $0.isClosed ? 0 : $0.avgCost, costBasis: $0.costBasis)
      }
    }
  }

  fileprivate static let matchesOtherSymbols = Fault(
    "matchesOtherSymbols", "matches sales with purchases of other symbols"
  ) { $0.portfolio.countGains { trades, _ in trades.changing { $0.symbol = "ANY" } } }

  fileprivate static let forgetsGainsOfClosedPositions = Fault(
    "forgetsGainsOfClosedPositions", "leaves out the gains of closed positions"
  ) { system in
    system.portfolio.countGains { trades, positions in
      let closed = positions.filter(\.isClosed).map(\.symbol)
      return trades.filter { !closed.contains(TradeSymbol.normalized($0.symbol)) }
    }
  }
}

extension TradeRecord {
  /// A trade after all others. Those of one list have different numbers.
  fileprivate static func next(
    _ type: TradeType, _ quantity: Decimal, _ symbol: String, _ price: Decimal, number: Int = 0
  ) -> TradeRecord {
    TradeRecord(
      id: .last(UInt8(truncatingIfNeeded: number)), symbol: symbol, type: type, quantity: quantity,
      price: price, date: latestTradeDate)
  }
}

extension [Position] {
  /// The largest cost first, and of equal ones the first symbol: an insertion sort.
  fileprivate var ranked: [Position] {
    var result: [Position] = []
    for position in self {
      let place = result.firstIndex {
        $0.costBasis < position.costBasis || $0.costBasis == position.costBasis && position.symbol < $0.symbol
      }
      result.insert(position, at: place ?? result.endIndex)
    }
    return result
  }

  fileprivate func averageCost(of symbol: String) -> Decimal? { first { $0.symbol == symbol }?.avgCost }
}

extension PriceData {
  fileprivate static func today(_ price: Decimal) -> PriceData {
    PriceData(price: price, timestamp: latestTradeDate, source: .realtime)
  }
}
