import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == [TradeRecord] {
  /// A possible history: replayed by date and then by id, it never sells more than is held.
  ///
  /// Several trades may have the same date, and dates span decades up to ``latestTradeDate``. Positions are closed,
  /// left with the smallest unit, and opened again. Symbols have several spellings. The list is in the order of entry:
  /// some trades were entered long after their date.
  public static func tradeHistory(
    symbols: ClosedRange<Int> = 1...4, trades: ClosedRange<Int> = 0...50, digits: TradeDigits = .exactDomain
  ) -> Generator {
    Generator { source in
      let count = try source(.int(in: symbols))
      let names = Array(SymbolSpellings.symbols.prefix(max(1, count)))
      let start = try source(.element(of: startDates))
      let steps = try source(.array(of: .step(symbols: names, digits), count: trades))
      return history(of: steps, from: start)
    }
  }

  /// A history of exactly one symbol, which may be empty.
  public static func tradeHistory(
    of symbol: String, trades: ClosedRange<Int> = 0...50, digits: TradeDigits = .exactDomain
  ) -> Generator {
    Generator { source in
      let steps = try source(.array(of: .step(symbols: [symbol], digits), count: trades))
      return history(of: steps, from: try source(.element(of: startDates)))
    }
  }
}

/// The latest date of any generated trade: 2026-01-01 00:00 UTC.
public let latestTradeDate = Date(timeIntervalSince1970: 1_767_225_600)

/// The first of January of 1970, 1987, 1999 and 2020.
private let startDates = [0, 536_457_600, 915_148_800, 1_577_836_800].map {
  Date(timeIntervalSince1970: $0)
}

/// The next trade, whatever happened before. If shrinking drops steps, the rest therefore still makes sense.
private struct Step: Sendable {
  enum Action: Sendable {
    case buy, sellPart, sellAll, sellAllButTheSmallestUnit
  }

  let symbol: String
  let spelling: String
  let action: Action
  let quantity: Decimal
  let price: Decimal
  let secondsLater: TimeInterval
  let isEnteredLate: Bool
  let id: UUID
}

extension Generator where Value == Step {
  fileprivate static func step(symbols: [String], _ digits: TradeDigits) -> Generator {
    let quantity = Generator<Decimal>.tradeQuantity(digits)
    let action = Generator<Step.Action>.frequency(
      (6, .constant(.buy)), (3, .constant(.sellPart)), (2, .constant(.sellAll)),
      (1, .constant(.sellAllButTheSmallestUnit)))
    let gaps = Generator<TimeInterval>.frequency(
      (3, .constant(0)), (3, .element(of: [0.25, 1, 3_600, 86_399, 86_400])),
      (3, .element(of: [30 * 86_400, 365 * 86_400, 10 * 365 * 86_400])))
    let late = Generator<Bool>.frequency((4, .constant(false)), (1, .constant(true)))
    return Generator { source in
      let symbol = try source(.element(of: symbols))
      return Step(
        symbol: symbol, spelling: try source(.spelling(of: symbol)), action: try source(action),
        quantity: try source(quantity), price: try source(.tradePrice), secondsLater: try source(gaps),
        isEnteredLate: try source(late), id: try source(.uuid))
    }
  }
}

private func history(of steps: [Step], from start: Date) -> [TradeRecord] {
  var held: [String: Decimal] = [:]
  var date = start
  var trades: [TradeRecord] = []
  for (index, step) in steps.enumerated() {
    let holding = held[step.symbol, default: 0]
    let unit = Decimal(sign: .plus, exponent: holding.exponent, significand: 1)
    let sold: Decimal =
      switch step.action {
      case .buy: 0
      case .sellPart: min(step.quantity, holding)
      case .sellAll: holding
      case .sellAllButTheSmallestUnit: holding > unit ? holding - unit : holding
      }
    date = min(date + step.secondsLater, latestTradeDate)
    let quantity = sold > 0 ? sold : step.quantity
    // At most 37 digits, which `Decimal` holds exactly.
    held[step.symbol] = sold > 0 ? holding - sold : holding + quantity
    trades.append(
      TradeRecord(
        id: unique(step.id, index), symbol: step.spelling, type: sold > 0 ? .sell : .buy,
        quantity: quantity, price: step.price, date: date))
  }
  orderIDsWithinInstants(&trades)
  let late = zip(trades, steps).filter { $1.isEnteredLate }.map { $0.0 }
  return zip(trades, steps).filter { !$1.isEnteredLate }.map { $0.0 } + late
}

/// No two trades of a history have the same id, and none has that of a trade of ``TradeRecord/last(_:_:_:of:)``.
private func unique(_ id: UUID, _ index: Int) -> UUID {
  var bytes = id.uuid
  bytes.13 = min(bytes.13, 254)
  bytes.14 = UInt8(truncatingIfNeeded: index >> 8)
  bytes.15 = UInt8(truncatingIfNeeded: index)
  return UUID(uuid: bytes)
}

/// Trades at the same instant count in the order of their ids, so this function makes their ids ascend in the order of
/// the trades.
private func orderIDsWithinInstants(_ trades: inout [TradeRecord]) {
  var start = 0
  while start < trades.count {
    let end = trades[start...].firstIndex { $0.date != trades[start].date } ?? trades.count
    let ids = trades[start..<end].map(\.id).sorted { $0.uuidString < $1.uuidString }
    for (offset, id) in ids.enumerated() { trades[start + offset].id = id }
    start = end
  }
}
