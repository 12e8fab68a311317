import Foundation
import PersonalOSReference
import PropertyTesting

extension Generator where Value == TradeRecord {
  /// A purchase, or a sale of a part or all of what is held, at the end of a history.
  /// - Parameter held: the quantities by symbol. A symbol that is missing, or whose quantity is below 0, cannot be
  ///   sold.
  public static func nextTrade(of symbols: [String], holding held: [String: Decimal]) -> Generator {
    Generator { source in
      let symbol = try source(.element(of: symbols))
      let holding = held[symbol, default: 0]
      let sells = holding > 0 ? try source(.frequency((2, .constant(false)), (1, .constant(true)))) : false
      let all = sells ? try source(.bool) : false
      let quantity = all ? holding : try source(.tradeQuantity())
      return TradeRecord(
        id: try source(.uuid), symbol: try source(.spelling(of: symbol)), type: sells ? .sell : .buy,
        quantity: sells ? min(quantity, holding) : quantity, price: try source(.tradePrice), date: latestTradeDate)
    }
  }
}

extension Generator where Value == PriceData {
  /// A price below 10^8 from any source, as of ``latestTradeDate``.
  public static var priceData: Generator {
    Generator { source in
      PriceData(
        price: try source(.tradePrice), timestamp: latestTradeDate, source: try source(.anyCase()))
    }
  }
}

extension Generator where Value == [String: PriceData] {
  /// The prices of most of the symbols.
  public static func prices(of symbols: [String]) -> Generator {
    Generator { source in
      var prices: [String: PriceData] = [:]
      for symbol in symbols where try source(.frequency((1, .constant(false)), (5, .constant(true)))) {
        prices[symbol] = try source(.priceData)
      }
      return prices
    }
  }
}
