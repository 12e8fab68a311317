import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What a list of trades comes to, added up by hand: one sum after the other, of all trades there are.
struct LedgerModel: Sendable {
  struct Sums: Sendable {
    var bought = LongDecimal.zero
    var cost = LongDecimal.zero
    var sold = LongDecimal.zero
    var proceeds = LongDecimal.zero

    var quantity: LongDecimal { bought - sold }
    var isClosed: Bool { bought == sold }
    var averageCost: Quotient { Quotient(numerator: cost, denominator: bought) }
    var costBasis: Quotient { Quotient(numerator: quantity * cost, denominator: bought) }
    var realizedGain: Quotient {
      Quotient(numerator: proceeds * bought - cost * sold, denominator: bought)
    }

    func marketValue(at price: Decimal) -> Quotient { Quotient(numerator: quantity * LongDecimal(price)) }
    func unrealizedGain(at price: Decimal) -> Quotient {
      Quotient(
        numerator: quantity * (LongDecimal(price) * bought - cost), denominator: bought)
    }
  }

  /// By symbol.
  private(set) var sums: [String: Sums] = [:]

  init(_ trades: [TradeRecord]) {
    for trade in trades {
      let quantity = LongDecimal(trade.quantity)
      let amount = quantity * LongDecimal(trade.price)
      var sum = sums[SymbolSpellings.meaning(of: trade.symbol)] ?? Sums()
      switch trade.type {
      case .buy:
        sum.bought = sum.bought + quantity
        sum.cost = sum.cost + amount
      case .sell:
        sum.sold = sum.sold + quantity
        sum.proceeds = sum.proceeds + amount
      }
      sums[SymbolSpellings.meaning(of: trade.symbol)] = sum
    }
  }

  /// Those that were ever bought, in order.
  var symbols: [String] { sums.filter { !$1.bought.isZero }.keys.sorted() }

  var realizedGain: Quotient {
    sums.values.map(\.realizedGain).reduce(Quotient(numerator: .zero), +)
  }

  /// The positions are those of the trades, no more and no fewer, each digit of them.
  func expectMatches(_ positions: [Position]) throws {
    try expect("symbols of the positions", positions.map(\.symbol), equals: symbols)
    for position in positions { try expectMatches(position) }
  }

  func expectMatches(_ position: Position) throws {
    // Strings are equal whose characters are; symbols have to be the same bytes.
    let known = sums.first { $0.key == position.symbol }
    try expectBytes("symbol", position.symbol, equals: known?.key)
    let sums = known?.value ?? Sums()
    try expect("quantity of \(position.symbol)", position.quantity, isExactly: sums.quantity)
    try expect("average cost of \(position.symbol)", position.avgCost, is: sums.averageCost)
    try expect("cost basis of \(position.symbol)", position.costBasis, is: sums.costBasis)
    try expect("\(position.symbol) is closed", position.isClosed, equals: sums.isClosed)
  }
}
