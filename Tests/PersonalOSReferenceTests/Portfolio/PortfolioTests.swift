import Foundation
import PersonalOSReference
import Testing

/// Decisions on positions, gains and the summary, as examples worked out by hand.
@Suite("Portfolio")
struct PortfolioTests {
  private func trade(
    _ type: TradeType, _ quantity: Decimal, _ symbol: String, at price: Decimal, year: Int = 0
  ) -> TradeRecord {
    TradeRecord(
      id: UUID(), symbol: symbol, type: type, quantity: quantity, price: price,
      date: Date(timeIntervalSince1970: TimeInterval(year) * 365 * 86_400))
  }

  private func position(
    _ symbol: String, _ quantity: Decimal, average: Decimal, cost: Decimal
  ) -> Position {
    Position(symbol: symbol, quantity: quantity, avgCost: average, costBasis: cost)
  }

  @Test("The average is over all purchases ever, and sales do not move it")
  func average() throws {
    let trades = [
      trade(.buy, 10, "AAPL", at: 100), trade(.sell, 10, "AAPL", at: 150, year: 10),
      trade(.buy, 10, "AAPL", at: 200, year: 30),
    ]
    let calculator = PortfolioCalculator()
    // A moving average, or one since the last close, would be 200.
    #expect(
      try calculator.calculatePositions(from: trades)
        == [position("AAPL", 10, average: 150, cost: 1_500)])
    // 10 × 150 − 10 × 150: first in, first out would be 500.
    #expect(try calculator.calculateRealizedGains(from: trades) == 0)
  }

  @Test("A closed position keeps its average, and costs nothing")
  func closed() throws {
    let trades = [trade(.buy, 3, "A", at: 10), trade(.sell, 3, "A", at: 4)]
    let positions = try PortfolioCalculator().calculatePositions(from: trades)
    #expect(positions == [position("A", 0, average: 10, cost: 0)])
    #expect(positions.map(\.isClosed) == [true])
    #expect(try PortfolioCalculator().calculateRealizedGains(from: trades) == -18)
  }

  @Test("A cost basis is rounded once, and is not a multiple of the rounded average")
  func oneRounding() throws {
    let trades = [trade(.buy, 1, "A", at: 10), trade(.buy, 2, "A", at: 0)]
    let positions = try PortfolioCalculator().calculatePositions(from: trades)
    #expect(positions.map(\.costBasis) == [10])
    #expect(positions.map(\.avgCost.description) == ["3.3333333333333333333333333333333333333"])
  }

  @Test("Symbols are trimmed, upper-cased and composed")
  func symbols() {
    let spellings = ["CAF\u{C9}", "caf\u{E9}", " Cafe\u{301}\n", "\u{A0}CAFE\u{301}\u{3000}", "\tCAF\u{C9}"]
    for spelling in spellings {
      #expect(Array(TradeSymbol.normalized(spelling).utf8) == Array("CAF\u{C9}".utf8))
    }
    #expect(TradeSymbol.normalized("BRK.B") == "BRK.B")
    #expect(TradeSymbol.normalized("A B") == "A B")
    #expect(TradeSymbol.normalized(" \n") == "")
    // No white space by Unicode's table, so a part of the symbol.
    #expect(TradeSymbol.normalized("\u{200B}a") == "\u{200B}A")
  }

  @Test("More sold than bought is calculated as it stands; sold and never bought has no cost")
  func oversold() throws {
    let oversold = [trade(.buy, 1, "A", at: 10), trade(.sell, 3, "A", at: 10)]
    let calculator = PortfolioCalculator()
    #expect(
      try calculator.calculatePositions(from: oversold) == [position("A", -2, average: 10, cost: -20)])
    let neverBought = [trade(.sell, 1, " b", at: 1)]
    #expect(try calculator.calculatePositions(from: neverBought).isEmpty)
    #expect(throws: ValidationError.negativePosition(symbol: "B")) {
      try calculator.calculateRealizedGains(from: neverBought)
    }
    #expect(throws: ValidationError.negativePosition(symbol: "B")) {
      try PortfolioSummary(of: neverBought, prices: [:])
    }
    #expect(throws: MoneyError.notANumber) {
      try calculator.calculatePositions(from: [trade(.buy, .nan, "A", at: 1)])
    }
  }

  @Test("The summary lists what is held and what is closed; without a price there is no value and no total")
  func summary() throws {
    let trades = [
      trade(.buy, 2, "B", at: 10), trade(.buy, 1, "A", at: 5), trade(.sell, 1, "A", at: 7),
      trade(.buy, 4, "C", at: 1),
    ]
    let price = PriceData(price: 11, timestamp: Date(timeIntervalSince1970: 0), source: .delayed)
    let partial = try PortfolioSummary(of: trades, prices: ["b": price])
    #expect(partial.open.map(\.position.symbol) == ["B", "C"])
    #expect(partial.open.map(\.marketValue) == [22, nil])
    #expect(partial.open.map(\.unrealizedGain) == [2, nil])
    #expect(partial.closed.map(\.position.symbol) == ["A"])
    #expect(partial.closed.map(\.realizedGain) == [2])
    #expect(partial.totalCostBasis == 24 && partial.totalRealizedGain == 2)
    #expect(partial.totalMarketValue == nil && partial.totalUnrealizedGain == nil)
    let full = try PortfolioSummary(of: trades, prices: ["B": price, "C": price])
    #expect(full.totalMarketValue == 66 && full.totalUnrealizedGain == 42)
    let empty = try PortfolioSummary(of: [], prices: [:])
    #expect(empty.open.isEmpty && empty.totalMarketValue == 0 && empty.totalUnrealizedGain == 0)
  }

  /// As large as the domain goes. With quantities and prices that are multiples of 1 to n, the average is
  /// (2n + 1) / 3 of the two units, whatever n; the digits below are of fractions, from another program.
  @Test("Ten thousand trades of the largest amounts are added up exactly")
  func tenThousandTrades() throws {
    let quantity = try AmountText.read("19999.9999999998")
    let price = try AmountText.read("19999.99999996")
    let salePrice = try AmountText.read("99999999.99999999")
    let purchases = (1...5_000).map { trade(.buy, quantity * Decimal($0), "A", at: price * Decimal($0)) }
    let sales = purchases.dropLast().map { trade(.sell, $0.quantity, "A", at: salePrice) }
    let last = trade(.buy, 0, "A", at: 0)
    let trades = (purchases + sales + [last]).shuffled()
    #expect(trades.count == 10_000)
    let positions = try PortfolioCalculator().calculatePositions(from: trades)
    #expect(positions.map(\.quantity.description) == ["99999999.999999"])
    #expect(positions.map(\.avgCost.description) == ["66673333.333199986666666666666666666667"])
    #expect(positions.map(\.costBasis.description) == ["6667333333319931.99333333346668"])
    let gains = try PortfolioCalculator().calculateRealizedGains(from: trades)
    #expect(gains.description == "8330000333366577533.163333000058335")
  }

  @Test("Of two prices for one symbol the first in the order of keys counts")
  func pricesOfOneSymbol() throws {
    let prices = ["b", "B", " b"].enumerated().map { index, key in
      (key, PriceData(price: Decimal(index), timestamp: Date(timeIntervalSince1970: 0), source: .mock))
    }
    let summary = try PortfolioSummary(
      of: [trade(.buy, 1, "B", at: 1)], prices: Dictionary(uniqueKeysWithValues: prices))
    #expect(summary.totalMarketValue == 2)
  }

  @Test("Ranks go by cost basis, the largest first, then by symbol")
  func ranks() {
    let positions = [("B", 1), ("A", 1), ("C", 2)].map { position($0, 1, average: 1, cost: Decimal($1)) }
    #expect(PortfolioCalculator().rank(positions).map(\.symbol) == ["C", "A", "B"])
  }
}
