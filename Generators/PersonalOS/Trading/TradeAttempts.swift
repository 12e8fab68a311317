import Foundation
import PersonalOSReference
import PropertyTesting

/// A trade that a user is about to make, and the user's positions.
public struct TradeAttempt: Sendable {
  /// The single defect of a trade, apart from the positions.
  public enum Flaw: String, Sendable, CaseIterable {
    case quantity, price, date, symbol
  }

  /// A trade with a single defect.
  public struct Flawed: Sendable {
    /// The defect.
    public let flaw: Flaw
    /// The trade of the attempt after one edit.
    public let trade: TradeRecord
  }

  /// The user's positions, at most one for each symbol. Some are closed, with a quantity of 0.
  public let positions: [Position]
  /// A trade without a defect. It may still sell more than the user holds.
  public let trade: TradeRecord
  /// The instant of the attempt, which is ``latestTradeDate``.
  public let now: Date
  /// How much the user holds of the trade's symbol.
  public let held: Decimal
  /// The trade with each of the flaws. If the trade sells too much, these are purchases.
  public let flawed: [Flawed]
}

extension Generator where Value == TradeAttempt {
  /// Sales of exactly what the user holds, of the smallest unit more or less, or of another quantity, and purchases.
  /// Simplest is a purchase of one unit while the user holds nothing.
  public static var tradeAttempt: Generator {
    let names = Generator<[String]>.permutation(of: SymbolSpellings.symbols)
    let isSell = Generator<Bool>.frequency((1, .constant(false)), (5, .constant(true)))
    return Generator { source in
      let names = Array(try source(names).prefix(try source(.int(in: 0...4, target: 1)) + 1))
      // The user does not hold the last symbol.
      let positions = try names.dropLast().map { try source(.position(of: $0)) }
      let symbol = try source(
        .frequency((1, .element(of: names)), (4, .element(of: Array(names.prefix(max(1, positions.count)))))))
      let held = positions.first { $0.symbol == symbol }?.quantity ?? 0
      let isSell = try source(isSell)
      let trade = TradeRecord(
        id: try source(.uuid), symbol: try source(.spelling(of: symbol)), type: isSell ? .sell : .buy,
        quantity: try source(isSell ? .request(whenHeld: held) : .tradeQuantity()),
        price: try source(.tradePrice),
        date: try source(.date(in: Date(timeIntervalSince1970: 0)...latestTradeDate)))
      let flawed = try TradeAttempt.Flaw.allCases.map { flaw in
        var flawed = trade
        if isSell, trade.quantity > held { flawed.type = .buy }
        try flaw.apply(to: &flawed, now: latestTradeDate, &source)
        return TradeAttempt.Flawed(flaw: flaw, trade: flawed)
      }
      return TradeAttempt(
        positions: positions, trade: trade, now: latestTradeDate, held: held, flawed: flawed)
    }
  }
}

extension Generator where Value == Position {
  fileprivate static func position(of symbol: String) -> Generator {
    Generator { source in
      let quantity = try source(.frequency((1, .constant(0)), (5, .tradeQuantity()), (5, .eighteenDigits)))
      let cost = try source(.tradePrice)
      return Position(symbol: symbol, quantity: quantity, avgCost: cost, costBasis: quantity * cost)
    }
  }
}

extension Generator where Value == Decimal {
  /// 10^-10, the smallest quantity of a trade.
  public static let smallestQuantity = Decimal(sign: .plus, exponent: -10, significand: 1)
  fileprivate static let bound = Decimal(100_000_000)

  /// Amounts with 18 digits, more than a `Double` can distinguish.
  fileprivate static var eighteenDigits: Generator {
    Generator<UInt64>.integer(in: 100_000_000_000_000_000...999_999_999_999_999_998).map {
      Decimal(sign: .plus, exponent: -10, significand: Decimal($0))
    }
  }

  fileprivate static func request(whenHeld held: Decimal) -> Generator {
    let near = [held, held + smallestQuantity, held - smallestQuantity].filter { $0 > 0 && $0 < bound }
    return .frequency(
      (1, .tradeQuantity()), (6, .element(of: near.isEmpty ? [1] : near)),
      (1, .constant(bound - smallestQuantity)))
  }
}

extension TradeAttempt.Flaw {
  /// One edit of a valid trade, in most cases as small as possible.
  fileprivate func apply(to trade: inout TradeRecord, now: Date, _ source: inout Source) throws {
    let unit = Decimal(sign: .plus, exponent: -10, significand: 1)
    switch self {
    case .quantity:
      trade.quantity = try source(
        .element(of: [0, -trade.quantity, -unit, .nan, 100_000_000, trade.quantity + unit / 10]))
    case .price:
      trade.price = try source(
        .element(of: [-1, -unit * 100, .nan, 100_000_000, trade.price + unit * 10]))
    case .date:
      let interval = now.timeIntervalSinceReferenceDate
      trade.date = try source(
        .element(of: [
          Date(timeIntervalSinceReferenceDate: interval.nextUp), now.addingTimeInterval(1),
          now.addingTimeInterval(86_400), .distantFuture,
        ]))
    case .symbol:
      trade.symbol = try source(.element(of: ["", " ", "\n\t", "\u{3000}"]))
    }
  }
}
