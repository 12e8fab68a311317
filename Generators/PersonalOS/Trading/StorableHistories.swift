import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == [TradeRecord] {
  /// Histories that a ledger accepts: without sales of 10^8 or more at once, which result from several smaller
  /// purchases. (Leaving out a sale never makes another sale too large.)
  static func storableHistory(symbols: ClosedRange<Int>, trades: ClosedRange<Int>) -> Generator {
    Generator.tradeHistory(symbols: symbols, trades: trades).map { trades in
      trades.filter { $0.quantity < 100_000_000 }
    }
  }
}
