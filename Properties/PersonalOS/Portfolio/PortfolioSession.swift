import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A stored portfolio, the prices of the day, and what both should come to.
struct PortfolioSession {
  private let system: PersonalOSSystem
  private let store: any Store
  private let data: DataActor
  private let portfolio: any Portfolio
  private let desk: PriceDesk
  private var trades: [TradeRecord]
  /// Of `trades`.
  private var model: LedgerModel

  init(_ story: PortfolioStory, in system: PersonalOSSystem) async throws {
    self.system = system
    trades = story.trades
    model = LedgerModel(trades)
    store = try await system.openStore()
    data = DataActor(store: store)
    try await data.perform { scope in for trade in story.trades { try scope.save(trade) } }
    let desk = PriceDesk(prices: story.prices, trades: BaseRepository(data))
    self.desk = desk
    portfolio = try await system.portfolio.openPortfolio(data) { try await desk.prices(of: $0) }
  }

  /// Takes the step, unless it would sell more than is bought.
  /// - Returns: the classes of the case that it belongs to.
  mutating func take(_ step: PortfolioStory.Step) async throws -> [String] {
    var changed = trades
    let repository = BaseRepository<TradeRecord>(data)
    switch step {
    case .add(let trade):
      guard adopt(trades + [trade]) else { return [] }
      try await repository.save(trade)
      return ["adds"]
    case .addWhileLoading(let trade):
      // The summary has to fetch prices, or nothing is added meanwhile.
      guard !trades.isEmpty, adopt(trades + [trade]) else { return [] }
      desk.addWhileLoading(trade)
      return ["adds while loading"]
    case .edit(let place, let edited):
      guard !trades.isEmpty else { return [] }
      let index = place % trades.count
      changed[index] = edited
      changed[index].id = trades[index].id
      guard adopt(changed) else { return [] }
      try await repository.save(changed[index])
      return ["edits"]
    case .delete(let place):
      guard !trades.isEmpty else { return [] }
      let removed = changed.remove(at: place % trades.count)
      guard adopt(changed) else { return [] }
      try await repository.delete(removed)
      return ["deletes"]
    case .setPrice(let symbol, let price):
      desk.set(price, of: symbol)
      return ["changes a price"]
    }
  }

  /// Makes `changed` the trades that should be there, unless they have an id twice or sell what was not
  /// bought.
  private mutating func adopt(_ changed: [TradeRecord]) -> Bool {
    let changedModel = LedgerModel(changed)
    guard changedModel.sums.values.allSatisfy({ $0.sold <= $0.bought }),
      Set(changed.map(\.id)).count == changed.count
    else { return false }
    trades = changed
    model = changedModel
    return true
  }

  /// The summary is that of the trades, and what the calculator makes of them.
  @discardableResult
  func expectSummary() async throws -> PortfolioSummary {
    let summary = try await portfolio.summary()
    try model.expectMatches(summary, prices: desk.current)
    let stored = try await BaseRepository<TradeRecord>(data).fetch()
    let shown = summary.open.map(\.position) + summary.closed.map(\.position)
    let positions = try await system.portfolio.calculatePositions(stored)
    try expect(
      "positions of the summary, calculated from the store", shown.sorted { $0.symbol < $1.symbol },
      equals: positions)
    try expect("positions, calculated from the store", try await portfolio.positions(), equals: positions)
    let gains = try await system.portfolio.calculateRealizedGains(stored)
    try expect(
      "gains of the summary, calculated from the store", summary.totalRealizedGain, equals: gains)
    try expect("gains, calculated from the store", try await portfolio.realizedGains(), equals: gains)
    return summary
  }

  func end() async throws {
    try await store.close()
  }
}

/// Where the summary gets its prices, and somebody adds a trade at that very moment.
private final class PriceDesk: Sendable {
  private let state: Mutex<(prices: [String: PriceData], added: TradeRecord?)>
  private let trades: BaseRepository<TradeRecord>

  init(prices: [String: PriceData], trades: BaseRepository<TradeRecord>) {
    state = Mutex((prices, nil))
    self.trades = trades
  }

  var current: [String: PriceData] { state.withLock { $0.prices } }

  func set(_ price: PriceData?, of symbol: String) {
    state.withLock { $0.prices[symbol] = price }
  }

  func addWhileLoading(_ trade: TradeRecord) {
    state.withLock { $0.added = trade }
  }

  func prices(of symbols: [String]) async throws -> [String: PriceData] {
    let added = state.withLock { state in
      defer { state.added = nil }
      return state.added
    }
    if let added { try await trades.save(added) }
    return current.filter { symbols.contains($0.key) }
  }
}
