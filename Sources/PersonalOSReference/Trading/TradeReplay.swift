import Foundation

/// The trades of one symbol in the order in which they count: by date, and by id if the dates are equal.
struct TradeReplay {
  let trades: [TradeRecord]

  init(_ trades: [TradeRecord]) {
    self.trades = trades.sorted { left, right in
      left.date == right.date ? left.id.uuidString < right.id.uuidString : left.date < right.date
    }
  }

  /// The first sale that sells more than is held at its time; nil if there is none.
  func firstOversold() throws(MoneyError) -> TradeRecord? {
    var held = ExactDecimal.zero
    for trade in trades {
      let quantity = try ExactDecimal(trade.quantity)
      switch trade.type {
      case .buy: held += quantity
      case .sell: held += -quantity
      }
      if held.significand.isNegative { return trade }
    }
    return nil
  }
}
