import Foundation
import PersonalOSReference
import PropertyTesting

/// What happens to a portfolio, one thing after the other; after each the summary is looked at.
public struct PortfolioStory: Sendable {
  public enum Step: Sendable {
    case add(TradeRecord)
    /// The trade at this place of the ledger, counted around, becomes the other one, but for its id.
    case edit(Int, TradeRecord)
    case delete(Int)
    /// Nil: no price is known any more.
    case setPrice(symbol: String, PriceData?)
    /// Added at the moment at which the summary waits for its prices.
    case addWhileLoading(TradeRecord)
  }

  public let trades: [TradeRecord]
  public let prices: [String: PriceData]
  public let steps: [Step]
}

extension Generator where Value == PortfolioStory {
  public static var portfolioStory: Generator {
    let symbols = Array(SymbolSpellings.symbols.prefix(3))
    let histories = Generator<[TradeRecord]>.frequency(
      (1, .tradeHistory(symbols: 1...3, trades: 0...3)), (5, .tradeHistory(symbols: 1...3, trades: 4...10)))
    let steps = Generator<[PortfolioStory.Step]>.frequency(
      (1, .array(of: .portfolioStep(symbols), count: 1...2)),
      (5, .array(of: .portfolioStep(symbols), count: 3...7)))
    return Generator { source in
      var prices: [String: PriceData] = [:]
      for symbol in symbols where try source(.frequency((5, .constant(true)), (1, .constant(false)))) {
        prices[symbol] = try source(.priceData)
      }
      return PortfolioStory(trades: try source(histories), prices: prices, steps: try source(steps))
    }
  }
}

extension Generator where Value == PriceData {
  public static var priceData: Generator {
    Generator { source in
      PriceData(
        price: try source(.tradePrice), timestamp: latestTradeDate, source: try source(.anyCase()))
    }
  }
}

extension Generator where Value == PortfolioStory.Step {
  fileprivate static func portfolioStep(_ symbols: [String]) -> Generator {
    let trade = Generator<TradeRecord>.loneTrade(of: symbols)
    let index = Generator<Int>.int(in: 0...20)
    let edit = Generator<PortfolioStory.Step> { .edit(try $0(index), try $0(trade)) }
    let price = Generator<PortfolioStory.Step> { source in
      .setPrice(symbol: try source(.element(of: symbols)), try source(.optional(.priceData)))
    }
    return .frequency(
      (3, trade.map { .add($0) }), (3, edit), (3, index.map { .delete($0) }), (2, price),
      (2, trade.map { .addWhileLoading($0) }))
  }
}

extension Generator where Value == TradeRecord {
  /// A trade that knows nothing of others: a sale may be of more than is held.
  public static func loneTrade(of symbols: [String]) -> Generator {
    Generator { source in
      let spelling = Generator<String>.spelling(of: try source(.element(of: symbols)))
      return TradeRecord(
        id: try source(.uuid), symbol: try source(spelling), type: try source(.anyCase()),
        quantity: try source(.tradeQuantity()), price: try source(.tradePrice), date: latestTradeDate)
    }
  }
}
