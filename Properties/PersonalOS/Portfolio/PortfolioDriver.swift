import Foundation
import PersonalOSReference
import StorageContract
import Synchronization

/// A stored portfolio, what calculates it, and where its summary gets its prices.
struct PortfolioDriver: Sendable {
  let portfolio: any Portfolio
  let calculator: PortfolioSystem
  let trades: BaseRepository<TradeRecord>
  let desk: PriceDesk
  private let store: any Store
  private let data: any DataAccess

  init(_ system: PersonalOSSystem) async throws {
    store = try await system.openStore()
    data = DataActor(store: store)
    let trades = BaseRepository<TradeRecord>(data)
    let desk = PriceDesk { try await trades.save($0) }
    self.trades = trades
    self.desk = desk
    calculator = system.portfolio
    portfolio = try await system.portfolio.openPortfolio(data) { try await desk.prices(of: $0) }
  }

  func save(_ trades: [TradeRecord]) async throws {
    try await data.perform { scope in for trade in trades { try scope.save(trade) } }
  }

  func begin(with model: PortfolioModel) async throws {
    try await save(model.trades)
    for (symbol, price) in model.prices { desk.set(price, of: symbol) }
  }

  /// The summary, where somebody adds a trade at the moment at which it waits for its prices.
  func summary(whileAdding trade: TradeRecord) async throws -> PortfolioSummary {
    desk.addBeforeAnswering(trade)
    return try await portfolio.summary()
  }

  func close() async throws { try await store.close() }
}

/// Knows the prices of the day.
final class PriceDesk: Sendable {
  private let state = Mutex<(prices: [String: PriceData], added: TradeRecord?)>(([:], nil))
  private let add: @Sendable (TradeRecord) async throws -> Void

  /// - Parameter add: stores a trade.
  init(add: @escaping @Sendable (TradeRecord) async throws -> Void) {
    self.add = add
  }

  func set(_ price: PriceData?, of symbol: String) {
    state.withLock { $0.prices[symbol] = price }
  }

  /// The trade is added when prices are asked for next.
  func addBeforeAnswering(_ trade: TradeRecord) {
    state.withLock { $0.added = trade }
  }

  func prices(of symbols: [String]) async throws -> [String: PriceData] {
    let added = state.withLock { state in
      defer { state.added = nil }
      return state.added
    }
    if let added { try await add(added) }
    return state.withLock { $0.prices }.filter { symbols.contains($0.key) }
  }
}
