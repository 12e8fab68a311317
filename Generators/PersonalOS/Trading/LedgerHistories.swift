import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == [TradeRecord] {
  /// Histories that a ledger accepts: without sales of 10^8 or more at once, which result from several smaller
  /// purchases. (Leaving out a sale never makes another sale too large.)
  public static func storableHistory(symbols: ClosedRange<Int>, trades: ClosedRange<Int>) -> Generator {
    Generator.tradeHistory(symbols: symbols, trades: trades).map { trades in
      trades.filter { $0.quantity < 100_000_000 }
    }
  }

  /// Histories whose positions end at 0, at the smallest unit above 0, or anywhere. Some pass through fractions that
  /// binary floating point cannot represent: 0.1 three times, less 0.3.
  public static var closingHistory: Generator {
    let tenth = Decimal(sign: .plus, exponent: -1, significand: 1)
    return Generator { source in
      var trades = try source(.storableHistory(symbols: 1...3, trades: 1...12))
      for symbol in Set(trades.map(\.meaning)).sorted() {
        let held = trades.quantity(of: symbol)
        let ending = try source(
          .frequency(
            (2, .constant([])), (3, .constant([held])), (2, .constant([held - .smallestQuantity])),
            (2, .constant([held, -tenth, -tenth, -tenth, 3 * tenth]))))
        for sold in ending where sold != 0 && sold < 100_000_000 {
          trades.append(.last(trades.count, sold > 0 ? .sell : .buy, sold.magnitude, of: symbol))
        }
      }
      return trades
    }
  }

  /// Two purchases of each symbol, and a sale of as much as one of them: either purchase can go, but not both.
  public static let squeezedHistory = Generator<Int>.int(in: 1...3).map { count in
    (0..<count).flatMap { number in
      [(TradeType.buy, 3), (.buy, 3), (.sell, 3)].enumerated().map { place, trade in
        TradeRecord.last(10 * number + place, trade.0, trade.1, of: "SQ\(number)")
      }
    }
  }
}
