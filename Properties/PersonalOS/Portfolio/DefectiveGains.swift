import Foundation
import PersonalOSReference

extension DefectiveCalculator {
  /// What sales brought in beyond their cost, wrongly.
  func realizedGains(_ trades: [TradeRecord]) throws -> Decimal {
    let symbols = Self.bySymbol(trades)
    switch defect {
    case .takesTheAverageAtTheSale:
      return try symbols.map { try gains(ofSales: $0.trades, costing: .theAverageSoFar) }
        .reduce(.zero, +).rounded()
    case .takesTheOldestPurchases:
      return try symbols.map { try gainsOldestFirst($0.trades) }.reduce(.zero, +).rounded()
    case .matchesOtherSymbols:
      let sums = try ExactSums(trades)
      guard !sums.bought.isZero else { return 0 }
      return try gain(sums).rounded()
    case .roundsEachSale:
      return try symbols.map { try gains(ofSales: $0.trades, costing: .theRoundedAverage) }
        .reduce(.zero, +).rounded()
    case .forgetsLosses:
      let gains = try symbols.map { try gain(ExactSums($0.trades)).rounded() }
      return try gains.map { try ExactRatio(ExactDecimal(max(0, $0))) }.reduce(.zero, +).rounded()
    case .addsRoundedGains:
      return try symbols.map { try ExactRatio(ExactDecimal(gain(ExactSums($0.trades)).rounded())) }
        .reduce(.zero, +).rounded()
    case .forgetsGainsOfClosedPositions:
      return try symbols.map { try ExactSums($0.trades) }.filter { !$0.quantity.isZero }.map(gain)
        .reduce(.zero, +).rounded()
    default:
      return try symbols.map { try gain(ExactSums($0.trades)) }.reduce(.zero, +).rounded()
    }
  }

  private func gain(_ sums: ExactSums) throws -> ExactRatio {
    guard !sums.bought.isZero else { return .zero }
    return try ExactRatio(sums.proceeds * sums.bought - sums.cost * sums.sold, over: sums.bought)
  }

  private enum SaleCost {
    /// Of the purchases before the sale.
    case theAverageSoFar
    /// Of all purchases, but each sale's gain is rounded on its own.
    case theRoundedAverage
  }

  private func gains(ofSales trades: [TradeRecord], costing cost: SaleCost) throws -> ExactRatio {
    var total = ExactRatio.zero
    let all = try ExactSums(trades)
    for (index, trade) in trades.enumerated() where trade.type == .sell {
      let quantity = try ExactDecimal(trade.quantity)
      let purchases = cost == .theAverageSoFar ? try ExactSums(Array(trades[..<index])) : all
      guard !purchases.bought.isZero else { continue }
      let gain = try ExactRatio(
        quantity * (ExactDecimal(trade.price) * purchases.bought - purchases.cost), over: purchases.bought)
      total = total + (cost == .theAverageSoFar ? gain : try ExactRatio(ExactDecimal(gain.rounded())))
    }
    return total
  }

  /// First in, first out.
  private func gainsOldestFirst(_ trades: [TradeRecord]) throws -> ExactRatio {
    var lots: [(quantity: Decimal, price: Decimal)] = []
    var total = ExactDecimal.zero
    for trade in trades {
      guard trade.type == .sell else {
        lots.append((trade.quantity, trade.price))
        continue
      }
      var left = trade.quantity
      while left > 0, let lot = lots.first {
        let part = min(left, lot.quantity)
        total += try ExactDecimal(part) * (ExactDecimal(trade.price) - ExactDecimal(lot.price))
        left -= part
        lots[0].quantity -= part
        if lots[0].quantity == 0 { lots.removeFirst() }
      }
    }
    return try ExactRatio(total)
  }
}

extension PortfolioSystem {
  /// Positions and gains by a calculator with a defect.
  mutating func calculate(with defect: DefectiveCalculator.Defect) {
    let calculator = DefectiveCalculator(defect: defect)
    calculatePositions = { try calculator.positions($0) }
    calculateRealizedGains = { try calculator.realizedGains($0) }
  }
}
