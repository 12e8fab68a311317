import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Another calculator of positions and gains, over the exact arithmetic of the reference: it looks at the trades of one
/// symbol after the other, in the order of time.
struct CalculatorTwin: Sendable {
  enum Defect: String, CaseIterable, Sendable {
    // Rounding.
    case averagesWithDecimal = "calculates averages with Decimal's own operators"
    case roundsAveragesBeforeTheCostBasis = "rounds the average to cents before it multiplies"
    case multipliesTheRoundedAverage = "takes quantity × rounded average for the cost basis"
    case sumsInDouble = "sums costs in Double"
    case updatesARunningAverage = "updates an average with each purchase, and rounds it each time"
    // Average cost.
    case averagesAsItGoes = "keeps a moving average, in which sales count"
    case doesNotWeightPrices = "averages prices without their quantities"
    case forgetsPurchasesBeforeAClose = "forgets purchases before the position was last closed"
    case averagesSalesToo = "averages the prices of sales too"
    case movesTheAverageWithSales = "subtracts sales from the cost at their sale price"
    case listsWhatWasOnlySold = "lists a position for a symbol that was only sold"
    // Realised gains.
    case takesTheAverageAtTheSale = "takes the average of the purchases before each sale"
    case takesTheOldestPurchases = "matches sales with the oldest purchases"
    case roundsEachSale = "rounds the gain of each sale"
    case forgetsLosses = "counts losses as no gain"
    case addsRoundedGains = "adds gains that were rounded for each symbol"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("CalculatorTwin") { system, defect in
    let twin = CalculatorTwin(defect: defect)
    system.portfolio.calculatePositions = { try twin.positions($0) }
    system.portfolio.calculateRealizedGains = { try twin.realizedGains($0) }
  }

  let defect: Defect?

  func positions(_ trades: [TradeRecord]) throws -> [Position] {
    try trades.bySymbol.compactMap { symbol, trades in try position(symbol, trades) }
  }

  private func position(_ symbol: String, _ trades: [TradeRecord]) throws -> Position? {
    let sums = try ExactSums(trades)
    guard !sums.bought.isZero else {
      guard defect == .listsWhatWasOnlySold else { return nil }
      return Position(symbol: symbol, quantity: try sums.quantity.decimal(), avgCost: 0, costBasis: 0)
    }
    let quantity = try sums.quantity.decimal()
    let average = try average(trades, sums)
    let costBasis: Decimal
    switch defect {
    case .roundsAveragesBeforeTheCostBasis:
      costBasis = try ExactDecimal(quantity).times(average.rounded(places: 2))
    case .multipliesTheRoundedAverage:
      costBasis = try ExactDecimal(quantity).times(average)
    case .averagesWithDecimal, .sumsInDouble:
      costBasis = quantity * average
    default:
      costBasis =
        try average == sums.averageCost.rounded()
        ? sums.costBasis.rounded() : ExactDecimal(quantity).times(average)
    }
    return Position(symbol: symbol, quantity: quantity, avgCost: average, costBasis: costBasis)
  }

  private func average(_ trades: [TradeRecord], _ sums: ExactSums) throws -> Decimal {
    let purchases = trades.filter { $0.type == .buy }
    switch defect {
    case .averagesWithDecimal:
      return try sums.cost.decimal() / sums.bought.decimal()
    case .sumsInDouble:
      let cost = purchases.reduce(0.0) { $0 + Double.product($1.quantity, $1.price) }
      let bought = purchases.reduce(0.0) { $0 + Double.product($1.quantity, 1) }
      return Decimal(cost / bought)
    case .updatesARunningAverage:
      return try runningAverage(purchases)
    case .averagesAsItGoes:
      return try movingAverage(trades).rounded()
    case .doesNotWeightPrices:
      let prices = try purchases.map { try ExactDecimal($0.price) }.reduce(.zero, +)
      return try ExactRatio(prices, over: ExactDecimal(Decimal(purchases.count))).rounded()
    case .forgetsPurchasesBeforeAClose:
      return try ExactSums(sinceLastClose(trades)).averageCost.rounded()
    case .averagesSalesToo:
      return try ExactRatio(sums.cost + sums.proceeds, over: sums.bought + sums.sold).rounded()
    case .movesTheAverageWithSales:
      // The cost of what is left, where sales are taken off at the price that they brought.
      guard !sums.quantity.isZero else { return try sums.averageCost.rounded() }
      return try ExactRatio(sums.cost - sums.proceeds, over: sums.quantity).rounded()
    default:
      return try sums.averageCost.rounded()
    }
  }

  private func runningAverage(_ purchases: [TradeRecord]) throws -> Decimal {
    var average = Decimal(0)
    var bought = ExactDecimal.zero
    for purchase in purchases {
      let quantity = try ExactDecimal(purchase.quantity)
      let cost = try ExactDecimal(average) * bought + quantity * ExactDecimal(purchase.price)
      bought += quantity
      average = try ExactRatio(cost, over: bought).rounded()
    }
    return average
  }

  /// Sales leave the average as it is; a purchase after them counts for more.
  private func movingAverage(_ trades: [TradeRecord]) throws -> ExactRatio {
    var cost = ExactDecimal.zero
    var held = ExactDecimal.zero
    var average = Decimal(0)
    for trade in trades {
      let quantity = try ExactDecimal(trade.quantity)
      switch trade.type {
      case .buy:
        cost += quantity * (try ExactDecimal(trade.price))
        held += quantity
        average = try ExactRatio(cost, over: held).rounded()
      case .sell:
        held = held - quantity
        cost = try ExactDecimal(average) * held
      }
    }
    return try ExactRatio(ExactDecimal(average))
  }

  private func sinceLastClose(_ trades: [TradeRecord]) throws -> [TradeRecord] {
    var held = ExactDecimal.zero
    var start = 0
    for (index, trade) in trades.enumerated() {
      let quantity = try ExactDecimal(trade.quantity)
      held = trade.type == .buy ? held + quantity : held - quantity
      if held.isZero, trades[(index + 1)...].contains(where: { $0.type == .buy }) { start = index + 1 }
    }
    return Array(trades[start...])
  }
}

extension Double {
  /// Of two decimals, as a spreadsheet has it.
  fileprivate static func product(_ left: Decimal, _ right: Decimal) -> Double {
    NSDecimalNumber(decimal: left).doubleValue * NSDecimalNumber(decimal: right).doubleValue
  }
}

extension ExactDecimal {
  /// The product, rounded once.
  func times(_ factor: Decimal) throws -> Decimal {
    try ExactRatio(self * ExactDecimal(factor)).rounded()
  }
}

/// What the trades of one symbol add up to.
struct ExactSums: Sendable {
  var bought = ExactDecimal.zero
  var cost = ExactDecimal.zero
  var sold = ExactDecimal.zero
  var proceeds = ExactDecimal.zero

  init(_ trades: [TradeRecord]) throws {
    for trade in trades {
      let quantity = try ExactDecimal(trade.quantity)
      let amount = quantity * (try ExactDecimal(trade.price))
      if trade.type == .buy {
        bought += quantity
        cost += amount
      } else {
        sold += quantity
        proceeds += amount
      }
    }
  }

  var quantity: ExactDecimal { bought - sold }
  var averageCost: ExactRatio { get throws { try ExactRatio(cost, over: bought) } }
  /// Of what was never bought it is 0.
  var realizedGain: ExactRatio {
    get throws { bought.isZero ? .zero : try ExactRatio(proceeds * bought - cost * sold, over: bought) }
  }
  var costBasis: ExactRatio { get throws { try ExactRatio(quantity * cost, over: bought) } }
}
