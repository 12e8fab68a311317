import Foundation
import PersonalOSReference
import PropertyTesting

/// A history that closes some positions, and purchases that open them again.
public struct ClosingHistory: Sendable {
  /// The trades in the order of entry.
  public let history: [TradeRecord]
  /// One purchase for each symbol of the history, after all other trades.
  public let purchases: [TradeRecord]
}

extension Generator where Value == ClosingHistory {
  /// Histories whose positions end at 0, at the smallest unit above 0, or anywhere. Some pass through fractions that
  /// binary floating point cannot represent: 0.1 three times, less 0.3.
  public static var closingHistory: Generator {
    let history = Generator<[TradeRecord]>.storableHistory(symbols: 1...3, trades: 1...12)
    let ending = Generator<Ending>.frequency(
      (2, .constant(.asItIs)), (3, .constant(.nothing)), (2, .constant(.smallestUnit)),
      (2, .constant(.tenths)))
    return Generator { source in
      var trades = try source(history)
      var purchases: [TradeRecord] = []
      let symbols = Set(trades.map { SymbolSpellings.meaning(of: $0.symbol) }).sorted()
      var number = 0
      func add(_ symbol: String, _ type: TradeType, _ quantity: Decimal) {
        guard quantity > 0, quantity < 100_000_000 else { return }
        number += 1
        trades.append(.last(number, symbol, type, quantity))
      }
      for symbol in symbols {
        let held = quantity(of: symbol, in: trades)
        switch try source(ending) {
        case .asItIs: break
        case .nothing: add(symbol, .sell, held)
        case .smallestUnit: add(symbol, .sell, held - smallest)
        case .tenths:
          add(symbol, .sell, held)
          if quantity(of: symbol, in: trades) == 0 {
            for _ in 1...3 { add(symbol, .buy, Decimal(sign: .plus, exponent: -1, significand: 1)) }
            add(symbol, .sell, Decimal(sign: .plus, exponent: -1, significand: 3))
          }
        }
      }
      for symbol in symbols {
        number += 1
        purchases.append(.last(number, symbol, .buy, try source(.element(of: [1, smallest]))))
      }
      return ClosingHistory(history: trades, purchases: purchases)
    }
  }
}

private enum Ending: Sendable {
  case asItIs, nothing, smallestUnit, tenths
}

private let smallest = Decimal(sign: .plus, exponent: -10, significand: 1)

private func quantity(of symbol: String, in trades: [TradeRecord]) -> Decimal {
  trades.filter { SymbolSpellings.meaning(of: $0.symbol) == symbol }
    .reduce(0) { $0 + ($1.type == .buy ? $1.quantity : -$1.quantity) }
}

extension TradeRecord {
  /// A trade at the latest instant, after all other trades.
  fileprivate static func last(
    _ number: Int, _ symbol: String, _ type: TradeType, _ quantity: Decimal
  ) -> TradeRecord {
    let (high, low) = (UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number))
    return TradeRecord(
      id: UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, high, low)),
      symbol: symbol, type: type, quantity: quantity, price: 7, date: latestTradeDate)
  }
}
