import Foundation
import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  // POS-37.

  static let averagesAsItGoes = calculator(
    "averagesAsItGoes", "keeps a moving average, in which sales count", .averagesAsItGoes)
  static let doesNotWeightPrices = calculator(
    "doesNotWeightPrices", "averages prices without their quantities", .doesNotWeightPrices)
  static let forgetsPurchasesBeforeAClose = calculator(
    "forgetsPurchasesBeforeAClose", "forgets purchases before the position was last closed",
    .forgetsPurchasesBeforeAClose)
  static let averagesSalesToo = calculator("averagesSalesToo", "averages the prices of sales too", .averagesSalesToo)
  static let movesTheAverageWithSales = calculator(
    "movesTheAverageWithSales", "takes sales off the cost at the price that they brought", .movesTheAverageWithSales)
  static let listsWhatWasOnlySold = calculator(
    "listsWhatWasOnlySold", "lists a position for what was only sold", .listsWhatWasOnlySold)

  static let forgetsAveragesOfClosedPositions = Fault(
    "forgetsAveragesOfClosedPositions", "forgets the average of a closed position") { system in
    let calculate = system.portfolio.calculatePositions
    system.portfolio.calculatePositions = { trades in
      try await calculate(trades).map {
        Position(
          symbol: $0.symbol, quantity: $0.quantity, avgCost: $0.isClosed ? 0 : $0.avgCost,
          costBasis: $0.costBasis)
      }
    }
  }

  // POS-38.

  static let takesTheAverageAtTheSale = calculator(
    "takesTheAverageAtTheSale", "takes the average of the purchases before each sale", .takesTheAverageAtTheSale)
  static let takesTheOldestPurchases = calculator(
    "takesTheOldestPurchases", "matches sales with the oldest purchases", .takesTheOldestPurchases)
  static let matchesOtherSymbols = calculator(
    "matchesOtherSymbols", "matches sales with purchases of other symbols", .matchesOtherSymbols)
  static let roundsEachSale = calculator("roundsEachSale", "rounds the gain of each sale", .roundsEachSale)
  static let forgetsLosses = calculator("forgetsLosses", "counts losses as no gain", .forgetsLosses)
  static let addsRoundedGains = calculator(
    "addsRoundedGains", "adds gains that were rounded for each symbol", .addsRoundedGains)
  static let forgetsGainsOfClosedPositions = calculator(
    "forgetsGainsOfClosedPositions", "leaves out the gains of closed positions", .forgetsGainsOfClosedPositions)
}
