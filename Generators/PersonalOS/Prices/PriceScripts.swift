import Foundation
import PersonalOSReference
import PropertyTesting

/// What happens to a price service: what is asked of it, and what its feed answers.
public struct PriceScript: Sendable {
  public enum Answer: Sendable {
    /// Prices by symbol, each spelled once, somehow: of some of those asked for, and perhaps of others.
    case prices([String: PriceData])
    case failure
  }

  public enum Event: Sendable {
    case fetch(symbols: [String], Answer)
    /// The update comes while the feed is asked.
    case fetchOverlapping(symbols: [String], Answer, PriceUpdate)
    /// A price changes while it is shown, or though it is not.
    case update(symbol: String, PriceData)
    /// Prices of different symbols change at one time.
    case updatesAtOnce([PriceUpdate])
  }

  /// The symbols for which there is a made-up price.
  public let mocked: Set<String>
  /// What a listener has asked to hear of.
  public let subscribed: [String]
  public let events: [Event]
}

extension Generator where Value == PriceScript {
  /// Live and delayed prices, failures, partial answers, recoveries. Simplest is nothing.
  public static var priceScript: Generator {
    let names = SymbolSpellings.symbols.prefix(4)
    let mocked = Generator<[Bool]>.array(
      of: .frequency((1, .constant(false)), (4, .constant(true))), count: 4)
    return Generator { source in
      let isMocked = try source(mocked)
      return PriceScript(
        mocked: Set(Swift.zip(names, isMocked).filter { $0.1 }.map { $0.0 }),
        subscribed: try source(.array(of: .pricedSymbol, count: 0...3)),
        events: try source(.array(of: .priceEvent, count: 0...12)))
    }
  }
}

extension Generator where Value == String {
  /// One of four, spelled somehow.
  fileprivate static var pricedSymbol: Generator {
    Generator { source in
      try source(.spelling(of: try source(.element(of: Array(SymbolSpellings.symbols.prefix(4))))))
    }
  }
}

extension Generator where Value == PriceData {
  /// Simplest is live.
  public static var quotedPrice: Generator {
    let source = Generator<PriceSource>.frequency(
      (5, .constant(.realtime)), (3, .constant(.delayed)), (1, .constant(.mock)))
    return Generator { draws in
      let seconds = try draws(.int(in: 0...1_000_000))
      return PriceData(
        price: try draws(.tradePrice), timestamp: Date(timeIntervalSinceReferenceDate: TimeInterval(seconds)),
        source: try draws(source))
    }
  }
}

extension Generator where Value == PriceScript.Event {
  fileprivate static var priceEvent: Generator {
    let update = Generator { source in
      PriceScript.Event.update(symbol: try source(.pricedSymbol), try source(.quotedPrice))
    }
    let fetch = Generator { source in
      let symbols = try source(.array(of: .pricedSymbol, count: 0...4))
      if try source(.frequency((4, .constant(false)), (1, .constant(true)))) {
        return PriceScript.Event.fetch(symbols: symbols, .failure)
      }
      // Most of what was asked for, sometimes something else as well.
      var prices: [String: PriceData] = [:]
      for symbol in Set(symbols.map(SymbolSpellings.meaning)).sorted()
      where try source(.frequency((5, .constant(true)), (1, .constant(false)))) {
        let spelling = try source(.frequency((3, .constant(symbol)), (1, .spelling(of: symbol))))
        prices[spelling] = try source(.quotedPrice)
      }
      if try source(.frequency((5, .constant(false)), (1, .constant(true)))) {
        prices[SymbolSpellings.symbols[5]] = try source(.quotedPrice)
      }
      return .fetch(symbols: symbols, .prices(prices))
    }
    let atOnce = Generator { source in
      let symbols = try source(.permutation(of: Array(SymbolSpellings.symbols.prefix(4))))
      return PriceScript.Event.updatesAtOnce(
        try symbols.prefix(try source(.int(in: 2...3))).map {
          PriceUpdate(symbol: try source(.spelling(of: $0)), data: try source(.quotedPrice))
        })
    }
    let overlapping = Generator { source in
      guard case .fetch(let symbols, let answer) = try source(fetch) else { return try source(update) }
      // Mostly of a symbol that is asked for.
      let other = Generator<String>.pricedSymbol
      let symbol = symbols.isEmpty ? other : .frequency((3, .element(of: symbols)), (1, other))
      return PriceScript.Event.fetchOverlapping(
        symbols: symbols, answer, PriceUpdate(symbol: try source(symbol), data: try source(.quotedPrice)))
    }
    return .frequency((2, update), (4, fetch), (1, atOnce), (2, overlapping))
  }
}

/// A portfolio, and the prices at which its statistics are shown.
public struct PricedPortfolio: Sendable {
  public let trades: [TradeRecord]
  /// By symbol; some may be missing, some may be of what is not held.
  public let prices: [String: PriceData]

  public init(trades: [TradeRecord], prices: [String: PriceData]) {
    self.trades = trades
    self.prices = prices
  }
}

extension Generator where Value == PricedPortfolio {
  /// Portfolios whose prices are all of one kind, or of several. Simplest is nothing at all.
  public static var pricedPortfolio: Generator {
    let history = Generator<[TradeRecord]>.frequency(
      (1, .storableHistory(symbols: 1...4, trades: 0...3)),
      (6, .storableHistory(symbols: 2...4, trades: 5...14)))
    let sources = Generator<[PriceSource]>.frequency(
      (1, .constant([.realtime])), (1, .constant([.delayed])), (2, .constant([.mock])),
      (4, .constant([.realtime, .mock])), (3, .constant([.realtime, .delayed, .mock])))
    let isKnown = Generator<Bool>.frequency((10, .constant(true)), (1, .constant(false)))
    return Generator { source in
      let trades = try source(history)
      let sources = try source(sources)
      var prices: [String: PriceData] = [:]
      for symbol in SymbolSpellings.symbols.prefix(4) where try source(isKnown) {
        let data = try source(.quotedPrice)
        prices[symbol] = PriceData(
          price: data.price, timestamp: data.timestamp, source: try source(.element(of: sources)))
      }
      return PricedPortfolio(trades: trades, prices: prices)
    }
  }
}
