import Foundation
import PersonalOSReference

extension Decimal {
  /// 10^-10, the smallest quantity of a trade.
  public static let smallestQuantity = Decimal(sign: .plus, exponent: -10, significand: 1)
}

extension TradeRecord {
  /// The symbol that the trade's spelling stands for.
  public var meaning: String { SymbolSpellings.meaning(of: symbol) }
  /// Below 0 for a sale.
  public var signedQuantity: Decimal { type == .buy ? quantity : -quantity }

  /// A trade at the latest date. Its id is higher than all drawn ids, and than those of lower numbers.
  public static func last(_ number: Int, _ type: TradeType, _ quantity: Decimal, of symbol: String) -> TradeRecord {
    let (high, low) = (UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number))
    return TradeRecord(
      id: UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, high, low)),
      symbol: symbol, type: type, quantity: quantity, price: 7, date: latestTradeDate)
  }
}

extension [TradeRecord] {
  /// The trades in the order in which they count: by date, and by id if the dates are equal.
  public var inReplayOrder: [TradeRecord] { sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) } }

  /// All that was bought of the symbol less all that was sold: at most 21 digits, so exact.
  public func quantity(of symbol: String) -> Decimal {
    reduce(0) { $1.meaning == symbol ? $0 + $1.signedQuantity : $0 }
  }

  /// The smallest quantity of the trade's symbol that is held at any time from the trade's date on. So much more can be
  /// sold at that date.
  func leastHeld(from trade: TradeRecord) -> Decimal {
    var held: [Decimal] = [0]
    let ordered = filter { $0.meaning == trade.meaning }.inReplayOrder
    for earlier in ordered { held.append(held[held.count - 1] + earlier.signedQuantity) }
    return held.dropFirst(ordered.count { $0.date < trade.date }).min() ?? 0
  }
}
