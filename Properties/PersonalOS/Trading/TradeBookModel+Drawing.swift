import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// Changes that are drawn from what the ledger holds.

extension TradeBookModel {
  var held: [String] { quantities.filter { $0.value > 0 }.keys.sorted() }
  var closed: [String] { quantities.filter { $0.value == 0 }.keys.sorted() }

  /// Each sells all that is held of one symbol.
  var salesOfEverything: Generator<[TradeCommand]> {
    Generator { source in
      let symbol = try source(.element(of: held))
      var sale = TradeRecord.last(0, .sell, trades.quantity(of: symbol), of: symbol)
      return try source(.array(of: .uuid, count: 2...3)).map { id in
        sale.id = id
        return .append(sale)
      }
    }
  }

  /// The symbols of ``squeezedHistory`` that are as they were.
  var squeezed: [String] { held.filter { $0.hasPrefix("SQ") && purchases(of: $0).map(\.quantity) == [3, 3] } }

  /// Two changes, of which the second is impossible after the first.
  var squeezes: Generator<[TradeCommand]> {
    Generator { source in
      let symbol = try source(.element(of: squeezed))
      let purchases = purchases(of: symbol)
      let sales = [1_000, 1_001].map { TradeRecord.last($0 + 2 * trades.count, .sell, 2, of: symbol) }
      let smaller = purchases.map { trade in
        var smaller = trade
        smaller.quantity = 1
        return TradeCommand.edit(smaller)
      }
      let choices = [purchases.map { .delete($0.id) }, smaller, sales.map { .importTrades([$0]) }]
      return try source(.element(of: choices))
    }
  }

  private func purchases(of symbol: String) -> [TradeRecord] {
    trades.filter { $0.meaning == symbol && $0.type == .buy }
  }

  /// A purchase of 1 or the smallest unit.
  var purchase: Generator<LedgerCall> {
    Generator { source in
      let quantity: Decimal = try source(.element(of: [1, .smallestQuantity]))
      return .change([.append(.last(trades.count, .buy, quantity, of: try source(.element(of: symbols))))])
    }
  }
}
