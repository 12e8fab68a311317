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
  typealias Arrival = (amount: Decimal, text: String)

  /// Sends two amounts through; the second is the larger.
  func send(_ texts: [String], through system: PersonalOSSystem) async throws -> [Arrival] {
    // Exact and independent of the module: the texts are numbers of at most 38 digits.
    let amounts = texts.compactMap { Decimal(string: $0) }
    // Of "A" and "B": one amount of each at the price of the other.
    let purchases = amounts.indices.map { index in
      TradeRecord.purchase(of: amounts[index], at: amounts[1 - index], symbol: ["A", "B"][index], number: UInt8(index))
    }
    let (money, portfolio) = (system.money, system.portfolio)
    switch self {
    case .entry: return arrivals(try texts.map(money.read), texts)
    case .priceFeed: return arrivals(try money.readPrices(message(texts)).map(\.data.price), texts)
    case .storage: return try await sendThroughStore(purchases, texts, system)
    case .calculation:
      // Each as a quantity and as an average; and both as a sum.
      let positions = try await portfolio.calculatePositions(purchases)
      let together = amounts.indices.map { TradeRecord.purchase(of: amounts[$0], at: 1, number: UInt8($0)) }
      let sum = try await portfolio.calculatePositions(together).map(\.quantity)
      let exactSum = texts.map(LongDecimal.init).reduce(.zero, +).description
      return arrivals(positions.map(\.quantity), texts) + arrivals(positions.map(\.avgCost), texts.reversed())
        + arrivals(sum, [exactSum])
    case .ranking:
      // The smaller comes last, whatever its symbol.
      var ranked: [Arrival] = []
      for symbols in [["A", "B"], ["B", "A"]] {
        let positions = zip(symbols, amounts).map { Position(symbol: $0, quantity: 1, avgCost: $1, costBasis: $1) }
        ranked += arrivals(try await portfolio.rank(positions).map(\.costBasis).reversed(), texts)
      }
      return ranked
    case .summary:
      let trades = [("A", 0), ("B", 1)].map { TradeRecord.purchase(of: 1, at: 0, symbol: $0, number: $1) }
      let prices = zip(["A", "B"], amounts).map { ($0, PriceData(price: $1, timestamp: date, source: .realtime)) }
      let summary = try await portfolio.summarize(trades, Dictionary(prices) { first, _ in first })
      return arrivals(summary.open.compactMap(\.marketValue), texts)
    case .archive:
      let trades = try money.importTrades(try money.exportTrades(purchases))
      return arrivals(trades.map(\.quantity), texts) + arrivals(trades.map(\.price), texts.reversed())
    case .display:
      let shown = try amounts.map { try money.format($0, .machine) }
      // What is on the screen is read by eye, and not by the module.
      return arrivals(zip(shown, texts).map { $0 == $1 ? Decimal(string: $1) ?? .nan : .nan }, texts)
    }
  }
}

private let date = Date(timeIntervalSinceReferenceDate: 0)

/// One that is missing arrives as no number.
private func arrivals(_ amounts: [Decimal], _ texts: [String]) -> [MoneyPath.Arrival] {
  texts.indices.map { ($0 < amounts.count ? amounts[$0] : .nan, texts[$0]) }
}

private func message(_ prices: [String]) -> Data {
  let entries = prices.enumerated().map { index, price in
    #"{"symbol": "S\#(index)", "price": \#(price), "timestamp": 0, "source": "realtime"}"#
  }
  return Data("[\(entries.joined(separator: ", "))]".utf8)
}

/// As trades and as assets, each of which is read in a store that was opened anew.
private func sendThroughStore(
  _ purchases: [TradeRecord], _ texts: [String], _ system: PersonalOSSystem
) async throws -> [MoneyPath.Arrival] {
  var result: [MoneyPath.Arrival] = []
  var store = try await system.openStore()
  for (trade, text) in zip(purchases, zip(texts, texts.reversed())) {
    let data = DataActor(store: store)
    try await BaseRepository(data).save(trade)
    try await BaseRepository(data).save(
      AssetItem(symbol: "A", quantity: trade.quantity, avgCost: trade.price, currentPrice: trade.quantity, lastUpdated: date))
    try await store.close()
    store = try await system.openStore()
    let reopened = DataActor(store: store)
    let trades = try await BaseRepository<TradeRecord>(reopened).fetch { $0.id == trade.id }
    let assets = try await BaseRepository<AssetItem>(reopened).fetch()
    let kept = trades.map { ($0.quantity, $0.price) } + assets.map { ($0.currentPrice, $0.avgCost) }
    result += arrivals(kept.map(\.0), [text.0, text.0]) + arrivals(kept.map(\.1), [text.1, text.1])
  }
  try await store.close()
  return result
}
