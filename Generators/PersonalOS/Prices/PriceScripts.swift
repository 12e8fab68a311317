import Foundation
import PersonalOSReference
import PropertyTesting

/// What callers ask of a price service, and what its feed answers.
public struct PriceScript: Sendable {
  /// How the feed answers a request.
  public enum Answer: Sendable {
    /// Prices by symbol. Each symbol occurs once, in any spelling. Some of the requested symbols may be missing, and
    /// others may be there.
    case prices([String: PriceData])
    case failure
  }

  /// One event in the life of the service.
  public enum Event: Sendable {
    /// The service fetches the prices of these symbols, and the feed gives this answer.
    case fetch(symbols: [String], Answer)
    /// A fetch during which the feed also delivers this update.
    case fetchOverlapping(symbols: [String], Answer, PriceUpdate)
    /// The feed delivers a new price of a symbol, which may not be on the screen.
    case update(symbol: String, PriceData)
    /// The feed delivers prices of different symbols at the same time.
    case updatesAtOnce([PriceUpdate])
  }

  /// The symbols that have a made-up price, in the plain spelling.
  public let mocked: Set<String>
  /// The symbols whose updates a subscriber asked for, in any spelling.
  public let subscribed: [String]
  /// The events in order.
  public let events: [Event]
}

extension Generator where Value == PriceScript {
  /// Live and delayed prices, failures, partial answers and recoveries. Simplest is an empty script.
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
  /// One of four symbols in any spelling.
  fileprivate static var pricedSymbol: Generator {
    Generator { source in
      try source(.spelling(of: try source(.element(of: Array(SymbolSpellings.symbols.prefix(4))))))
    }
  }
}

extension Generator where Value == PriceData {
  /// A price from any source. Simplest is a live price.
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
      // Most of the requested symbols, sometimes another one as well.
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
      // The update is mostly of a requested symbol.
      let other = Generator<String>.pricedSymbol
      let symbol = symbols.isEmpty ? other : .frequency((3, .element(of: symbols)), (1, other))
      return PriceScript.Event.fetchOverlapping(
        symbols: symbols, answer, PriceUpdate(symbol: try source(symbol), data: try source(.quotedPrice)))
    }
    return .frequency((2, update), (4, fetch), (1, atOnce), (2, overlapping))
  }
}

/// A portfolio, and the prices for its statistics.
public struct PricedPortfolio: Sendable {
  /// The trades of the portfolio, in the order of entry.
  public let trades: [TradeRecord]
  /// The prices by symbol. Some may be missing, and some may be of symbols that are not held.
  public let prices: [String: PriceData]

  /// Creates a portfolio from its parts, for portfolios that no generator draws.
  public init(trades: [TradeRecord], prices: [String: PriceData]) {
    self.trades = trades
    self.prices = prices
  }
}

extension Generator where Value == PricedPortfolio {
  /// Portfolios whose prices come from one source or from several. Simplest is an empty portfolio.
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
