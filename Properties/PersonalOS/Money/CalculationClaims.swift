import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The positions of the trades are exact; nothing that should make no difference makes one.
func expectExactPositions(of calculation: Calculation, in system: PersonalOSSystem, _ trial: Trial) async throws {
  let (trades, calculate) = (calculation.trades, system.portfolio.calculatePositions)
  let positions = try await calculate(trades)
  let model = LedgerModel(trades)
  try model.expectMatches(positions)
  trial.label("a position", if: !positions.isEmpty)
  trial.label("sales", if: trades.contains { $0.type == .sell })
  trial.label(
    "an average that does not end",
    if: positions.contains { model.sums[$0.symbol]?.averageCost.isExactly($0.avgCost) == false })

  let shuffled = try await calculate(calculation.shuffled)
  try expect("positions of the trades in another order", shuffled, equals: positions)
  try expect("positions with every trade split in two", try await calculate(trades.flatMap(splitInTwo)), equals: positions)
  let dearer = try await calculate(trades.changing { $0.price = tenTimes($0.price) })
  let expected = positions.map {
    Position(symbol: $0.symbol, quantity: $0.quantity, avgCost: tenTimes($0.avgCost), costBasis: tenTimes($0.costBasis))
  }
  try expect("positions at ten times the prices", dearer, equals: expected)
}

/// A product of two amounts is exact, or refused for its number of digits.
func expectExactProduct(of factors: (Decimal, Decimal), in money: MoneySystem, _ trial: Trial) throws {
  let exact = LongDecimal(factors.0) * LongDecimal(factors.1)
  let claim = "\(factors.0) × \(factors.1)"
  let count = exact.significantDigits.digits.count
  guard count <= 38 else {
    trial.label("a product of too many digits")
    let error = try expectThrows("\(claim), of \(count) digits", MoneyError.self) { try money.multiply(factors.0, factors.1) }
    return try expect("the refusal of \(claim)", error, equals: .tooManyDigits(count))
  }
  trial.label("a product above 10^39", if: .power(39) < exact.magnitude)
  try expect(claim, try money.multiply(factors.0, factors.1), isExactly: exact)
}

/// Purchases around an average that was chosen beforehand come to that average.
func expectChosenAverage(of purchases: AveragedPurchases, in system: PersonalOSSystem) async throws {
  let cost = LongDecimal(purchases.average) * LongDecimal(purchases.quantity)
  let positions = try await system.portfolio.calculatePositions(purchases.trades)
  try expect("average cost, as chosen", positions.map(\.avgCost), equals: [purchases.average])
  for position in positions {
    try expect("cost basis of the chosen average", position.costBasis, isExactly: cost)
  }
}

/// Two trades that are together what `trade` is; one, where it has no smaller part.
private func splitInTwo(_ trade: TradeRecord) -> [TradeRecord] {
  // One unit of the last digit, and the rest: exact, as both have no more digits than the whole.
  let unit = Decimal(sign: .plus, exponent: trade.quantity.exponent, significand: 1)
  guard trade.quantity > unit else { return [trade] }
  var (first, second) = (trade, trade)
  first.quantity = unit
  second.quantity -= unit
  return [first, second]
}

/// Another exponent, and no arithmetic.
private func tenTimes(_ value: Decimal) -> Decimal {
  Decimal(sign: value.sign, exponent: 1, significand: value.magnitude)
}
