import Foundation
import PersonalOSReference
import PropertyTesting

extension LedgerModel {
  /// realized + (held × price − cost basis) = proceeds + held × price − cost of all purchases, up to the one
  /// rounding of each amount that the left side is made of.
  func expectBalanced(_ holding: PortfolioSummary.Holding, at price: Decimal) throws {
    guard let sums = sums[holding.position.symbol] else { return }
    let value = sums.quantity * LongDecimal(price)
    let right = sums.proceeds + value - sums.cost
    let realized = holding.realizedGain
    let left = LongDecimal(realized) + value - LongDecimal(holding.position.costBasis)
    try expect(
      "the gains of \(holding.position.symbol) are what came in and is held, less what it cost",
      isWithinRounding(left - right, of: [realized, holding.position.costBasis]))
    let unrealized = holding.unrealizedGain ?? .nan
    try expect("the unrealized gain of \(holding.position.symbol) is known", !unrealized.isNaN)
    try expect(
      "realized and unrealized gains of \(holding.position.symbol) come to all that was gained",
      isWithinRounding(LongDecimal(realized) + LongDecimal(unrealized) - right, of: [realized, unrealized]))
  }

  /// At most half a unit of the 38th digit of each amount.
  private func isWithinRounding(_ error: LongDecimal, of amounts: [Decimal]) -> Bool {
    let units = amounts.map { amount in
      amount == 0 ? .zero : LongDecimal.power(LongDecimal(amount).significantDigits.leadingPower - 37)
    }
    let magnitude = error.magnitude
    return magnitude + magnitude <= units.reduce(.zero, +)
  }

  /// The summary is that of the trades and the prices, each amount of it.
  func expectMatches(_ summary: PortfolioSummary, prices: [String: PriceData]) throws {
    let open = symbols.filter { sums[$0]?.isClosed == false }
    let closed = symbols.filter { sums[$0]?.isClosed == true }
    try expect("what is held", summary.open.map(\.position.symbol), equals: open)
    try expect("what is closed", summary.closed.map(\.position.symbol), equals: closed)
    for holding in summary.open {
      try expectMatches(holding.position)
      try expectMatches(holding, price: prices[holding.position.symbol])
    }
    for item in summary.closed {
      try expectMatches(item.position)
      let gain = sums[item.position.symbol]?.realizedGain ?? Quotient(numerator: .zero)
      try expect("realized gain of \(item.position.symbol)", item.realizedGain, is: gain)
    }
    try expectTotals(summary, of: open, prices: prices)
  }

  private func expectMatches(_ holding: PortfolioSummary.Holding, price: PriceData?) throws {
    guard let sums = sums[holding.position.symbol] else { return }
    let symbol = holding.position.symbol
    try expect("price of \(symbol)", holding.price, equals: price)
    try expect("realized gain of \(symbol)", holding.realizedGain, is: sums.realizedGain)
    try expect(
      "market value of \(symbol)", holding.marketValue, is: price.map { sums.marketValue(at: $0.price) })
    try expect(
      "unrealized gain of \(symbol)", holding.unrealizedGain,
      is: price.map { sums.unrealizedGain(at: $0.price) })
  }

  private func expectTotals(
    _ summary: PortfolioSummary, of open: [String], prices: [String: PriceData]
  ) throws {
    let nothing = Quotient(numerator: .zero)
    let held = open.compactMap { symbol in sums[symbol].map { (sums: $0, price: prices[symbol]?.price) } }
    let priced = held.compactMap { holding in holding.price.map { (sums: holding.sums, price: $0) } }
    let isPriced = priced.count == held.count
    let value = priced.map { $0.sums.marketValue(at: $0.price) }.reduce(nothing, +)
    let growth = priced.map { $0.sums.unrealizedGain(at: $0.price) }.reduce(nothing, +)
    try expect(
      "total cost basis", summary.totalCostBasis, is: held.map(\.sums.costBasis).reduce(nothing, +))
    try expect("total market value", summary.totalMarketValue, is: isPriced ? value : nil)
    try expect("total unrealized gain", summary.totalUnrealizedGain, is: isPriced ? growth : nil)
    try expect("total realized gain", summary.totalRealizedGain, is: realizedGain)
  }
}

/// Fails the case unless both are nil, or the value is the quotient, rounded once.
private func expect(
  _ claim: @autoclosure () -> String, _ value: Decimal?, is quotient: Quotient?,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  guard value != nil || quotient != nil else { return }
  guard let value, let quotient else {
    throw ExpectationFailure(
      claim: claim(), expected: quotient.map { "\($0)" } ?? "unknown", actual: value.map { "\($0)" } ?? "unknown",
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }
  try expect(claim(), value, is: quotient, fileID: fileID, filePath: filePath, line: line)
}
