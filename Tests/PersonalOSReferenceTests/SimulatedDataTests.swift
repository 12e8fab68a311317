import Foundation
import PersonalOSReference
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the requirements say of made-up prices and news, by example. POS-40, POS-41, POS-57 and POS-58 say
/// the same of whatever there may be.
@Suite("Simulated data")
@MainActor
struct SimulatedDataTests {
  private struct Unavailable: Error {}

  /// Prices of what is listed; an error where nothing is.
  private struct Market: PriceProvider {
    var listed: [String: Decimal] = [:]

    func prices(for symbols: [String]) async throws -> [String: PriceData] {
      guard !listed.isEmpty else { throw Unavailable() }
      return listed.filter { symbols.contains($0.key) }
        .mapValues { PriceData(price: $0, timestamp: SimulatedDataTests.now, source: .realtime) }
    }
  }

  private nonisolated static let now = Date(timeIntervalSinceReferenceDate: 7)
  private let board = PriceBoard()

  private func fetch(_ symbols: [String], from market: Market) async throws -> StockPriceService {
    let board = board
    let service = StockPriceService(
      PriceServiceSetup(feed: market, mockPrice: { _ in 10 }, now: { Self.now }) { await board.show($0) })
    _ = try await service.fetchPrices(for: symbols)
    return service
  }

  @Test("10.1 A mock price, were it one of many, is under the indicator “Test Data”; live ones are not")
  func mockPrice() async throws {
    #expect(board.indicator == nil)
    _ = try await fetch(["AAPL", "NEW"], from: Market(listed: ["AAPL": 1]))
    #expect(board.prices["AAPL"]?.source == .realtime && board.prices["NEW"]?.source == .mock)
    #expect(board.indicator?.rawValue == "Test Data" && board.isUsingMockData)

    let other = PriceBoard()
    other.show(PriceSheet(prices: board.prices.filter { $0.value.source == .realtime }, revision: 1))
    #expect(other.indicator?.rawValue == "Live" && !other.isUsingMockData)
  }

  @Test("10.2 Where the feed cannot be had, prices are simulated, and the screen and the service say so")
  func feedUnavailable() async throws {
    let service = try await fetch(["AAPL"], from: Market())
    #expect(board.prices["AAPL"]?.source == .mock)
    #expect(board.indicator == .testData)
    #expect(await service.isUsingMockData)
    let real = try await fetch(["AAPL"], from: Market(listed: ["AAPL": 1]))
    #expect(await !real.isUsingMockData)
  }

  @Test("10.4 Profit and loss with a mock price carries a disclaimer; without one it does not")
  func disclaimer() throws {
    let trade = TradeRecord(
      id: UUID(), symbol: "AAPL", type: .buy, quantity: 2, price: 5, date: Self.now)
    for (source, isReal) in [(PriceSource.mock, false), (.realtime, true), (.delayed, true)] {
      let price = PriceData(price: 7, timestamp: Self.now, source: source)
      let statistics = try PortfolioStatistic.all(of: [trade], prices: ["AAPL": price])
      let profit = try #require(statistics.first { $0.kind == .profitAndLoss })
      #expect(profit.value == 4)
      #expect((profit.disclaimer == nil) == isReal, "\(source)")
      #expect(profit.disclaimer?.contains("not a real result") != false)
    }
  }

  private func openNews(_ feed: ScriptedFeed) async throws -> NewsFeedViewModel {
    let data = DataActor(store: try await MemoryLocation().open())
    return NewsFeedViewModel(NewsService(data, feed: feed) { Self.now })
  }

  private let article = FeedArticle(
    url: "https://a.b/1", title: "Rates rise", summary: "",
    publishedAt: SimulatedDataTests.now, source: "Daily")

  @Test("14.1 Each mock item has the badge “Demo Content”, and no real one has")
  func badge() async throws {
    let feed = ScriptedFeed()
    let screen = try await openNews(feed)
    feed.answers([article])
    try await screen.load(category: "science")
    feed.answers(nil)
    try await screen.load(category: "business")
    let sources = screen.items.map(\.dataSource)
    #expect(sources.contains(.mock) && sources.contains(.api))
    #expect(screen.indicators.badges == sources.map { $0 == .mock ? "Demo Content" : nil })
  }

  @Test("14.2 Where the proxy has no key, a banner tells of simulated content until there is real news")
  func banner() async throws {
    let feed = ScriptedFeed()
    let screen = try await openNews(feed)
    feed.answers(nil)
    try await screen.load(category: "science")
    #expect(screen.indicators.banner?.contains("simulated") == true)
    feed.answers([article])
    try await screen.load(category: "science")
    #expect(screen.indicators.banner == nil && screen.indicators.badges == [nil])
  }
}
