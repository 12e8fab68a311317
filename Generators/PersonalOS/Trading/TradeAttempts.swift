import Foundation
import PersonalOSReference
import PropertyTesting

/// A trade that a user is about to make at ``latestTradeDate``, and the user's positions.
public struct TradeAttempt: Sendable {
  /// The single defect of a trade, apart from the positions.
  public enum Flaw: Sendable, CaseIterable {
    case quantity, price, date, symbol
  }

  /// The user's positions, at most one for each symbol. Some are closed, with a quantity of 0.
  public let positions: [Position]
  /// A trade without a defect. It may still sell more than the user holds.
  public let trade: TradeRecord
  /// The trade with each of the flaws. If the trade sells too much, these are purchases.
  public let flawed: [(flaw: Flaw, trade: TradeRecord)]

  /// How much the user holds of the trade's symbol.
  public var held: Decimal { positions.first { $0.symbol == trade.meaning }?.quantity ?? 0 }
}

extension Generator where Value == TradeAttempt {
  /// Sales of exactly what the user holds, of the smallest unit more or less, or of another quantity, and purchases.
  /// Simplest is a purchase of one unit while the user holds nothing.
  public static var tradeAttempt: Generator {
    let names = Generator<[String]>.permutation(of: SymbolSpellings.symbols)
    return Generator { source in
      let names = Array(try source(names).prefix(try source(.int(in: 0...4, target: 1)) + 1))
      // The user does not hold the last symbol.
      let positions = try names.dropLast().map { try source(.position(of: $0)) }
      let likely = Array(names.prefix(max(1, positions.count)))
      let symbol = try source(.frequency((1, .element(of: names)), (4, .element(of: likely))))
      let held = positions.first { $0.symbol == symbol }?.quantity ?? 0
      let isSell = try source(.frequency((1, .constant(false)), (5, .constant(true))))
      let trade = TradeRecord(
        id: try source(.uuid), symbol: try source(.spelling(of: symbol)), type: isSell ? .sell : .buy,
        quantity: try source(isSell ? .about(held) : .tradeQuantity()), price: try source(.tradePrice),
        date: try source(.date(in: Date(timeIntervalSince1970: 0)...latestTradeDate)))
      let flawed = try TradeAttempt.Flaw.allCases.map { flaw in
        var flawed = trade
        if isSell, trade.quantity > held { flawed.type = .buy }
        try flaw.apply(to: &flawed, &source)
        return (flaw, flawed)
      }
      return TradeAttempt(positions: positions, trade: trade, flawed: flawed)
    }
  }
}

extension Generator where Value == Position {
  fileprivate static func position(of symbol: String) -> Generator {
    Generator { source in
      let quantity = try source(.frequency((1, .constant(0)), (10, .tradeQuantity())))
      let cost = try source(.tradePrice)
      return Position(symbol: symbol, quantity: quantity, avgCost: cost, costBasis: quantity * cost)
    }
  }
}

extension TradeAttempt.Flaw {
  /// One edit of a valid trade, in most cases as small as possible.
  fileprivate func apply(to trade: inout TradeRecord, _ source: inout Source) throws {
    let unit = Decimal.smallestQuantity
    switch self {
    case .quantity:
      trade.quantity = try source(
        .element(of: [0, -trade.quantity, -unit, .nan, 100_000_000, trade.quantity + unit / 10]))
    case .price:
      trade.price = try source(.element(of: [-1, -unit * 100, .nan, 100_000_000, trade.price + unit * 10]))
    case .date:
      let next = Date(timeIntervalSinceReferenceDate: latestTradeDate.timeIntervalSinceReferenceDate.nextUp)
      trade.date = try source(.element(of: [next, latestTradeDate + 1, latestTradeDate + 86_400, .distantFuture]))
    case .symbol:
      trade.symbol = try source(.element(of: ["", " ", "\n\t", "\u{3000}"]))
    }
  }
}
