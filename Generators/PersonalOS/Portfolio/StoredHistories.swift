import Foundation
import PersonalOSReference
import PropertyTesting

/// A ledger as a store holds it, and changes that show whether every trade counts.
public struct StoredHistory: Sendable {
  /// The trades in the order of entry.
  public let trades: [TradeRecord]
  /// The place of the trade that the test removes again. Nil if there are no trades.
  public let removedIndex: Int?
  /// How many years of 365 days the test moves all dates back: 1 to 60.
  public let yearsEarlier: Int
}

extension Generator where Value == StoredHistory {
  /// Up to 400 trades: often more than fit on a small page, and sometimes more than fit on a large one.
  public static var storedHistory: Generator {
    let histories = Generator<[TradeRecord]>.frequency(
      (6, .tradeHistory(symbols: 1...5, trades: 0...16)),
      (11, .tradeHistory(symbols: 1...5, trades: 17...40)),
      (4, .tradeHistory(symbols: 1...7, trades: 101...400)))
    return Generator { source in
      let trades = try source(histories)
      let index = trades.isEmpty ? nil : try source(.int(in: 0...trades.count - 1))
      return StoredHistory(
        trades: trades, removedIndex: index, yearsEarlier: try source(.int(in: 1...60)))
    }
  }
}

/// A history, and the next trade after it.
public struct ContinuedHistory: Sendable {
  /// The trades in the order of entry.
  public let trades: [TradeRecord]
  /// The same trades in another order.
  public let shuffled: [TradeRecord]
  /// The quantity of the next purchase or sale.
  public let quantity: Decimal
  /// The price of one unit in the next trade.
  public let price: Decimal
}

extension Generator where Value == ContinuedHistory {
  /// Up to 24 trades, mostly 8 or more.
  public static func continuedHistory(
    symbols: ClosedRange<Int> = 1...3, digits: TradeDigits = .exactDomain
  ) -> Generator {
    let histories = Generator<[TradeRecord]>.frequency(
      (1, .tradeHistory(symbols: symbols, trades: 0...8, digits: digits)),
      (3, .tradeHistory(symbols: symbols, trades: 8...24, digits: digits)))
    return Generator { source in
      let trades = try source(histories)
      return ContinuedHistory(
        trades: trades, shuffled: try source(.permutation(of: trades)),
        quantity: try source(.tradeQuantity(digits)), price: try source(.tradePrice))
    }
  }
}
