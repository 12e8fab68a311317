import Foundation
import PersonalOSReference
import Testing

@Suite("Decisions: prices")
struct PriceTests {
  private struct Feed: PriceProvider {
    let answer: @Sendable () async throws -> [String: PriceData]
    func prices(for symbols: [String]) async throws -> [String: PriceData] { try await answer() }
  }

  private func price(_ price: Decimal, _ source: PriceSource) -> PriceData {
    PriceData(price: price, timestamp: Date(timeIntervalSinceReferenceDate: 0), source: source)
  }

  private func service(
    mock: Decimal? = nil, _ answer: @escaping @Sendable () async throws -> [String: PriceData]
  ) -> StockPriceService {
    StockPriceService(
      PriceServiceSetup(
        feed: Feed(answer: answer), mockPrice: { _ in mock },
        now: { Date(timeIntervalSinceReferenceDate: 9) }, show: { _ in }))
  }

  @Test("No indicator while nothing is shown")
  func nothing() {
    #expect(PriceSheet().indicator == nil && !PriceSheet().isUsingMockData)
    #expect(PriceIndicator.testData.rawValue == "Test Data")
  }

  @Test("A failure with nothing made up to show is thrown, and what is shown stays")
  func failure() async throws {
    let service = service { throw NetworkError.timeout }
    await service.receive(PriceUpdate(symbol: "aapl", data: price(1, .mock)))
    await #expect(throws: NetworkError.timeout) { try await service.fetchPrices(for: ["AAPL"]) }
    #expect(await service.isUsingMockData)
  }

  @Test("A cancelled fetch is no reason to show test data")
  func cancellation() async throws {
    let service = service(mock: 1) { throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await service.fetchPrices(for: ["AAPL"]) }
    #expect(await !service.isUsingMockData)
  }

  @Test("A made-up price is marked as such, at the time when it was made")
  func mock() async throws {
    let service = service(mock: 3) { [:] }
    let prices = try await service.fetchPrices(for: [" aapl"])
    #expect(prices["AAPL"]?.source == .mock && prices["AAPL"]?.price == 3)
    #expect(prices["AAPL"]?.timestamp == Date(timeIntervalSinceReferenceDate: 9))
  }

  @Test("An older sheet does not replace a newer one") @MainActor
  func older() {
    let board = PriceBoard()
    board.show(PriceSheet(prices: ["A": price(2, .realtime)], revision: 2))
    board.show(PriceSheet(prices: ["A": price(1, .mock)], revision: 1))
    #expect(board.indicator == .live)
  }

  @Test("The statistics of nothing are real; what needs a price that is missing is left out")
  func statistics() throws {
    let nothing = try PortfolioStatistic.all(of: [], prices: ["A": price(1, .mock)])
    #expect(nothing.map(\.source) == Array(repeating: .real, count: nothing.count))
    #expect(nothing.map(\.value) == Array(repeating: 0, count: nothing.count) && !nothing.isEmpty)
    let trade = TradeRecord(
      id: UUID(), symbol: "A", type: .buy, quantity: 1, price: 1,
      date: Date(timeIntervalSinceReferenceDate: 0))
    let kinds = try PortfolioStatistic.all(of: [trade], prices: [:]).map(\.kind)
    #expect(kinds == [.realizedGain(symbol: "A"), .totalRealizedGain, .totalCostBasis])
  }
}
