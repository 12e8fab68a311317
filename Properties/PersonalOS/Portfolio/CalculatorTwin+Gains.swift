import Foundation
import PersonalOSReference

extension CalculatorTwin {
  /// What sales brought in beyond the average cost of what they sold.
  func realizedGains(_ trades: [TradeRecord]) throws -> Decimal {
    try trades.bySymbol.map { try gain(of: $0.trades) }.reduce(.zero, +).rounded()
  }

  /// - Parameter trades: those of one symbol, in the order of time.
  private func gain(of trades: [TradeRecord]) throws -> ExactRatio {
    let sums = try ExactSums(trades)
    switch defect {
    case .takesTheAverageAtTheSale:
      return try gains(ofSales: trades) { try ExactSums(Array(trades[..<$0])) }.reduce(.zero, +)
    case .takesTheOldestPurchases:
      return try gainOldestFirst(trades)
    case .roundsEachSale:
      return try gains(ofSales: trades) { _ in sums }.map(rounded).reduce(.zero, +)
    case .forgetsLosses:
      return try ExactRatio(ExactDecimal(max(0, sums.realizedGain.rounded())))
    case .addsRoundedGains:
      return try rounded(sums.realizedGain)
    default:
      return try sums.realizedGain
    }
  }

  private func rounded(_ ratio: ExactRatio) throws -> ExactRatio {
    try ExactRatio(ExactDecimal(ratio.rounded()))
  }

  /// - Parameter purchases: gives those whose average the sale at that place costs.
  private func gains(
    ofSales trades: [TradeRecord], costing purchases: (Int) throws -> ExactSums
  ) throws -> [ExactRatio] {
    try trades.enumerated().filter { $1.type == .sell }.map { place, sale in
      let purchases = try purchases(place)
      guard !purchases.bought.isZero else { return .zero }
      let gain = try ExactDecimal(sale.price) * purchases.bought - purchases.cost
      return try ExactRatio(ExactDecimal(sale.quantity) * gain, over: purchases.bought)
    }
  }

  /// First in, first out.
  private func gainOldestFirst(_ trades: [TradeRecord]) throws -> ExactRatio {
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
