import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == [TradeRecord] {
  /// Histories that a ledger takes: without the sells of 10^8 or more at once, which come of several purchases
  /// below that. (Without a sell, no more is sold than before.)
  static func storableHistory(symbols: ClosedRange<Int>, trades: ClosedRange<Int>) -> Generator {
    Generator.tradeHistory(symbols: symbols, trades: trades).map { trades in
      trades.filter { $0.quantity < 100_000_000 }
    }
  }
}
