import Foundation
import PersonalOSReference
import StorageContract

/// The ways that an amount takes through the trading module.
enum MoneyPath: String, CaseIterable, Sendable {
  case entry
  case priceFeed = "price feed"
  case storage
  case calculation
  case ranking
  case summary
  case archive = "export and import"
  case display

  /// An amount at the end of its way, and the text that it set out from.
  struct Arrival: Sendable {
    let amount: Decimal
    let text: String
  }

  /// Sends two amounts through; the second is the larger.
  func send(_ texts: [String], through system: PersonalOSSystem) async throws -> [Arrival] {
    // Exact and independent of the module: the texts are numbers of at most 38 digits.
    let amounts = texts.compactMap { Decimal(string: $0) }
    let arrived: [Decimal]
    switch self {
    case .entry: arrived = try texts.map(system.money.read)
    case .priceFeed: arrived = try system.money.readPrices(Self.message(texts)).map(\.data.price)
    case .storage: return try await Self.sendThroughStore(amounts, texts, system)
    case .calculation: return try await Self.calculate(amounts, texts, system.portfolio)
    case .ranking: return try await Self.rank(amounts, texts, system.portfolio)
    case .summary: arrived = try await Self.summarize(amounts, system.portfolio)
    case .archive:
      let trades = try system.money.importTrades(try system.money.exportTrades(Self.purchases(amounts)))
      return Self.arrivals(trades.map(\.quantity), texts)
        + Self.arrivals(trades.map(\.price), texts.reversed())
    case .display:
      let shown = try amounts.map { try system.money.format($0, .machine) }
      // What is on the screen is read by eye, and not by the module.
      arrived = zip(shown, texts).map { $0 == $1 ? Decimal(string: $1) ?? .nan : .nan }
    }
    return Self.arrivals(arrived, texts)
  }

  /// One that is missing arrives as no number.
  private static func arrivals(_ amounts: [Decimal], _ texts: [String]) -> [Arrival] {
    texts.indices.map { index in
      Arrival(amount: index < amounts.count ? amounts[index] : .nan, text: texts[index])
    }
  }

  /// Of "A" and "B": one amount of each at the price of the other.
  private static func purchases(_ amounts: [Decimal]) -> [TradeRecord] {
    zip([("A", 0), ("B", 1)], zip(amounts, amounts.reversed())).map { name, pair in
      TradeRecord.purchase(of: pair.0, at: pair.1, symbol: name.0, number: name.1)
    }
  }

  private static func message(_ prices: [String]) -> Data {
    let entries = prices.enumerated().map { index, price in
      #"{"symbol": "S\#(index)", "price": \#(price), "timestamp": 0, "source": "realtime"}"#
    }
    return Data("[\(entries.joined(separator: ", "))]".utf8)
  }

  private static func sendThroughStore(
    _ amounts: [Decimal], _ texts: [String], _ system: PersonalOSSystem
  ) async throws -> [Arrival] {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    var store = try await system.openStore()
    for trade in purchases(amounts) {
      let (amount, other) = (trade.quantity, trade.price)
      let data = DataActor(store: store)
      try await BaseRepository(data).save(trade)
      let asset = AssetItem(
        symbol: "A", quantity: amount, avgCost: other, currentPrice: amount, lastUpdated: date)
      try await BaseRepository(data).save(asset)
      try await store.close()
      store = try await system.openStore()
      let reopened = DataActor(store: store)
      let trades = try await BaseRepository<TradeRecord>(reopened).fetch { $0.id == trade.id }
      let assets = try await BaseRepository<AssetItem>(reopened).fetch()
      let kept = trades.map { ($0.quantity, $0.price) } + assets.map { ($0.currentPrice, $0.avgCost) }
      guard kept.count == 2, kept.allSatisfy({ $0 == (amount, other) }) else {
        try await store.close()
        return arrivals(kept.map(\.0), texts) + arrivals(kept.map(\.1), texts.reversed())
      }
    }
    try await store.close()
    return arrivals(amounts, texts)
  }

  /// Each as a quantity and as an average; and both as a sum.
  private static func calculate(
    _ amounts: [Decimal], _ texts: [String], _ portfolio: PortfolioSystem
  ) async throws -> [Arrival] {
    let positions = try await portfolio.calculatePositions(purchases(amounts))
    let together = amounts.enumerated().map {
      TradeRecord.purchase(of: $0.element, at: 1, number: UInt8($0.offset))
    }
    let sum = try await portfolio.calculatePositions(together).map(\.quantity)
    let exactSum = texts.map(LongDecimal.init).reduce(.zero, +).description
    return arrivals(positions.map(\.quantity), texts)
      + arrivals(positions.map(\.avgCost), texts.reversed()) + arrivals(sum, [exactSum])
  }

  /// The smaller comes last, whatever its symbol.
  private static func rank(
    _ amounts: [Decimal], _ texts: [String], _ portfolio: PortfolioSystem
  ) async throws -> [Arrival] {
    var arrivals: [Arrival] = []
    for symbols in [["A", "B"], ["B", "A"]] {
      let positions = zip(symbols, amounts).map {
        Position(symbol: $0, quantity: 1, avgCost: $1, costBasis: $1)
      }
      arrivals += Self.arrivals(try await portfolio.rank(positions).map(\.costBasis).reversed(), texts)
    }
    return arrivals
  }

  private static func summarize(
    _ amounts: [Decimal], _ portfolio: PortfolioSystem
  ) async throws -> [Decimal] {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let trades = [("A", 0), ("B", 1)].map { TradeRecord.purchase(of: 1, at: 0, symbol: $0, number: $1) }
    let prices = zip(["A", "B"], amounts).map {
      ($0, PriceData(price: $1, timestamp: date, source: .realtime))
    }
    let summary = try await portfolio.summarize(trades, Dictionary(prices) { first, _ in first })
    return summary.open.compactMap(\.marketValue)
  }
}
