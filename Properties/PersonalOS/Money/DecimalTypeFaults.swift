import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-31 must catch.
extension Fault<PersonalOSSystem> {
  static let holdsAverageCostsAsDouble = values(
    "holdsAverageCostsAsDouble", "holds the average cost of a position as a Double") {
    let exact = Defective.Position(symbol: "A", quantity: 1, avgCost: 2, costBasis: 2)
    return $0.filter { !($0 is Position) } + [exact]
  }

  static let holdsMarketValuesAsFloat = values(
    "holdsMarketValuesAsFloat", "holds the market value of a holding as a Float") {
    $0 + [Defective.Holding(marketValue: 1, unrealizedGain: 1, realizedGain: 1)]
  }

  static let holdsMoneyInAnUnlistedType = values(
    "holdsMoneyInAnUnlistedType", "has a new type with money that is on no list") {
    $0 + [Defective.FeeSchedule(fee: 1)]
  }

  static let leavesATypeOutOfTheValues = values(
    "leavesATypeOutOfTheValues", "leaves a type that holds money out of the inspection") {
    $0.filter { !($0 is PriceUpdate) }
  }

  static let readsAmountsThroughDouble = Fault(
    "readsAmountsThroughDouble", "reads typed amounts as Double") { system in
    system.money.read = { text in
      guard let number = Double(text) else { throw MoneyError.malformed(offset: 0, expected: "a digit") }
      return Decimal(number)
    }
  }

  static let calculatesPositionsThroughDouble = Fault(
    "calculatesPositionsThroughDouble", "calculates positions in Double") { system in
    let calculate = system.portfolio.calculatePositions
    system.portfolio.calculatePositions = { trades in
      try await calculate(trades).map {
        Position(
          symbol: $0.symbol, quantity: $0.quantity.throughDouble, avgCost: $0.avgCost.throughDouble,
          costBasis: $0.costBasis.throughDouble)
      }
    }
  }

  static let showsAmountsThroughDouble = Fault("showsAmountsThroughDouble", "formats amounts as Double") { system in
    let format = system.money.format
    system.money.format = { try format($0.throughDouble, $1) }
  }

  static let exchangesQuantityAndCost = values("exchangesQuantityAndCost", "uses the cost of an asset as its quantity") {
    $0.map { value in
      guard let asset = value as? AssetItem else { return value }
      return AssetItem(
        symbol: asset.symbol, quantity: asset.avgCost, avgCost: asset.quantity, currentPrice: asset.currentPrice,
        lastUpdated: asset.lastUpdated)
    }
  }

  private static func values(
    _ id: String, _ fact: String, _ change: @escaping @Sendable ([any Sendable]) -> [any Sendable]
  ) -> Fault {
    Fault(id, fact) { system in
      let values = system.money.financialValues
      system.money.financialValues = { change(try values($0, $1)) }
    }
  }
}

/// The same types again, with money in another one than `Decimal`.
private enum Defective {
  struct Position: Sendable {
    let symbol: String
    let quantity: Decimal
    let avgCost: Double
    let costBasis: Decimal
  }

  struct Holding: Sendable {
    let marketValue: Float
    let unrealizedGain: Decimal
    let realizedGain: Decimal
  }

  struct FeeSchedule: Sendable {
    let fee: Decimal
  }
}
