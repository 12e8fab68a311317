import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension Trial {
  /// What makes a history easy to read in part only.
  func labelHistory(_ trades: [TradeRecord]) {
    label("more trades than a small page", if: trades.count > 16)
    label("more than 100 trades", if: trades.count > 100)
    let bySymbol = Dictionary(grouping: trades) { SymbolSpellings.meaning(of: $0.symbol) }
    let latest = trades.map(\.date).max() ?? latestTradeDate
    for trades in bySymbol.values {
      label("a symbol in two spellings", if: Set(trades.map { Array($0.symbol.utf8) }).count > 1)
      label("a symbol with only old trades", if: trades.allSatisfy { $0.date < latest - 366 * 86_400 })
      label("two trades of a symbol on one day", if: Set(trades.map(\.day)).count < trades.count)
    }
    label("trades of one instant", if: Set(trades.map(\.date)).count < trades.count)
  }

  /// What sales between purchases make of an average that moves.
  func labelLife(of trades: [TradeRecord]) {
    for (_, trades) in trades.bySymbol {
      var held = LongDecimal.zero
      var wasSold = false
      var prices: Set<Decimal> = []
      for trade in trades {
        let quantity = LongDecimal(trade.quantity)
        if trade.type == .sell {
          held = held - quantity
          wasSold = true
          continue
        }
        label("closed and opened again", if: wasSold && held.isZero)
        held = held + quantity
        prices.insert(trade.price)
        label("purchases after a sale", if: wasSold)
        label("a moving average would differ", if: wasSold && prices.count > 1)
      }
    }
  }

  func labelSales(_ model: LedgerModel) {
    let sold = model.sums.values.filter { !$0.sold.isZero }
    label("sales", if: !sold.isEmpty)
    label("sales of two symbols", if: sold.count > 1)
    label("a loss", if: sold.contains { $0.realizedGain.numerator.isNegative })
    label("closed", if: sold.contains(where: \.isClosed))
    label("partly sold", if: sold.contains { !$0.isClosed })
  }
}

extension TradeRecord {
  var day: Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}

extension [TradeRecord] {
  /// Those of each symbol in the order of time; symbols in their order.
  var bySymbol: [(symbol: String, trades: [TradeRecord])] {
    Dictionary(grouping: self) { SymbolSpellings.meaning(of: $0.symbol) }
      .map { symbol, trades in
        (symbol, trades.sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) })
      }
      .sorted { $0.symbol < $1.symbol }
  }
}
