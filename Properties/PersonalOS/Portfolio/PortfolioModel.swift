import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What a portfolio should show is determined by this: the trades that are stored, and the prices that are known.
struct PortfolioModel: Sendable {
  static let symbols = Array(SymbolSpellings.symbols.prefix(3))

  let trades: [TradeRecord]
  var prices: [String: PriceData]
  /// How much of each symbol that was ever traded: 0 if it is closed.
  let held: [String: Decimal]

  init(trades: [TradeRecord], prices: [String: PriceData]) {
    self.trades = trades
    self.prices = prices
    held = trades.reduce(into: [:]) { held, trade in
      held[SymbolSpellings.meaning(of: trade.symbol), default: 0] += trade.signedQuantity
    }
  }

  static let generator = Generator { source in
    let trades = Generator<[TradeRecord]>.frequency(
      (1, .tradeHistory(symbols: 1...3, trades: 0...3)), (5, .tradeHistory(symbols: 1...3, trades: 4...10)))
    return PortfolioModel(trades: try source(trades), prices: try source(.prices(of: symbols)))
  }

  /// Whether no more was sold than was bought.
  var isPossible: Bool { held.values.allSatisfy { $0 >= 0 } }
  var hasClosedPosition: Bool { held.values.contains(0) }
  var lacksPrice: Bool { held.contains { $0.value > 0 && prices[$0.key] == nil } }
  var holdsSomething: Bool { held.values.contains { $0 > 0 } }

  /// What can go without leaving more sold than bought.
  var removable: [TradeRecord] {
    trades.filter { $0.type == .sell || held[SymbolSpellings.meaning(of: $0.symbol), default: 0] >= $0.quantity }
  }

  var nextTrade: Generator<TradeRecord> { .nextTrade(of: Self.symbols, holding: held) }

  /// Mostly of something that was traded.
  var priceChange: Generator<PriceChange> {
    let traded = held.isEmpty ? Self.symbols : held.keys.sorted()
    let symbols = Generator<String>.frequency((3, .element(of: traded)), (1, .element(of: Self.symbols)))
    return Generator { source in PriceChange(symbol: try source(symbols), price: try source(.optional(.priceData))) }
  }

  /// A trade that becomes another one of any symbol, but for its id.
  var edit: Generator<TradeEdit> {
    Generator { source in
      let any = removable.isEmpty ? true : try source(.frequency((3, .constant(false)), (1, .constant(true))))
      let trade = try source(.element(of: any ? trades : removable))
      var edited = try source(without(trade).nextTrade)
      edited.id = trade.id
      return TradeEdit(trade: trade, edited: edited)
    }
  }

  /// Without the trade that has this one's id.
  func without(_ trade: TradeRecord) -> PortfolioModel {
    PortfolioModel(trades: trades.filter { $0.id != trade.id }, prices: prices)
  }

  func with(_ trade: TradeRecord) -> PortfolioModel {
    PortfolioModel(trades: trades + [trade], prices: prices)
  }

  /// Whether the trade is a new one.
  func allows(_ trade: TradeRecord) -> Bool {
    !trades.contains { $0.id == trade.id } && with(trade).isPossible
  }
}

extension PortfolioModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    let prices = prices.sorted { $0.key < $1.key }.map { PriceChange(symbol: $0, price: $1) }
    return "\(describe(trades)) and prices \(describe(prices))"
  }

  /// "3 AAPL at 1.5, MSFT closed".
  var summary: String {
    held.isEmpty ? "nothing" : held.sorted { $0.key < $1.key }.map { symbol, quantity in
      guard quantity != 0 else { return "\(symbol) closed" }
      return "\(quantity) \(symbol) \(prices[symbol].map { "at \($0.price)" } ?? "without a price")"
    }.joined(separator: ", ")
  }
}

/// One trade in the place of another.
struct TradeEdit: Sendable, CounterexampleDescribable {
  let trade: TradeRecord
  let edited: TradeRecord

  var counterexampleDescription: String { "\(describe(trade)) into \(edited.withoutID)" }
}

/// Nil: the price is not known any more.
struct PriceChange: Sendable, CounterexampleDescribable {
  let symbol: String
  let price: PriceData?

  var counterexampleDescription: String {
    "\(describe(symbol)) \(price.map { "\($0.price), \($0.source)" } ?? "has none")"
  }
}
