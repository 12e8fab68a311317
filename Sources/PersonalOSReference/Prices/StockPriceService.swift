import Foundation

/// Where prices come from.
public protocol PriceProvider: Sendable {
  /// A price for each of the symbols that it has one for.
  func prices(for symbols: [String]) async throws -> [String: PriceData]
}

/// The prices of stocks, with made-up ones in place of those that cannot be had.
public protocol PriceService: Actor {
  /// Whether any of the prices that were delivered last is made up.
  var isUsingMockData: Bool { get }
  /// The prices of `symbols`, by normalised symbol. From then on they, and no others, are the ones shown. An update that
  /// comes while the feed is asked is newer than the feed's answer.
  /// - Throws: what the feed throws, where there is no made-up price for any of them either; then what is
  ///   shown stays as it is.
  func fetchPrices(for symbols: [String]) async throws -> [String: PriceData]
  /// Each change of a price of `symbols` from now on, until the caller stops listening.
  func subscribeToPriceUpdates(symbols: [String]) async -> AsyncStream<PriceUpdate>
  /// The feed's word that a price has changed. It is shown from then on.
  func receive(_ update: PriceUpdate) async
}

/// What a price service is made of.
public struct PriceServiceSetup: Sendable {
  public var feed: any PriceProvider
  /// A made-up price for a symbol, or nil.
  public var mockPrice: @Sendable (_ symbol: String) -> Decimal?
  public var now: @Sendable () -> Date
  /// Shows the prices that are now the last delivered.
  public var show: @Sendable (PriceSheet) async -> Void

  public init(
    feed: any PriceProvider, mockPrice: @escaping @Sendable (String) -> Decimal?,
    now: @escaping @Sendable () -> Date, show: @escaping @Sendable (PriceSheet) async -> Void
  ) {
    self.feed = feed
    self.mockPrice = mockPrice
    self.now = now
    self.show = show
  }
}

/// The reference: the feed's prices, and a made-up one, marked as such, for each symbol that the feed fails.
public actor StockPriceService: PriceService {
  private struct Subscription {
    let symbols: Set<String>
    let continuation: AsyncStream<PriceUpdate>.Continuation
  }

  private let setup: PriceServiceSetup
  private var sheet = PriceSheet()
  private var subscriptions: [Int: Subscription] = [:]
  private var subscriptionCount = 0
  private var updateCount = 0
  /// The last update of each symbol, and which of all updates it was.
  private var updates: [String: (number: Int, data: PriceData)] = [:]

  public init(_ setup: PriceServiceSetup) {
    self.setup = setup
  }

  public var isUsingMockData: Bool { sheet.isUsingMockData }

  public func fetchPrices(for symbols: [String]) async throws -> [String: PriceData] {
    let wanted = Set(symbols.map(TradeSymbol.normalized))
    var delivered: [String: PriceData] = [:]
    var failure: (any Error)?
    let before = updateCount
    do {
      for (symbol, price) in try await setup.feed.prices(for: wanted.sorted()) {
        let symbol = TradeSymbol.normalized(symbol)
        if wanted.contains(symbol) { delivered[symbol] = price }
      }
    } catch let error as CancellationError {
      // Nobody waits for the answer: no reason to show test data.
      throw error
    } catch {
      failure = error
    }
    for symbol in wanted {
      if let update = updates[symbol], update.number > before { delivered[symbol] = update.data }
    }
    for symbol in wanted where delivered[symbol] == nil {
      delivered[symbol] = setup.mockPrice(symbol).map {
        PriceData(price: $0, timestamp: setup.now(), source: .mock)
      }
    }
    if let failure, delivered.isEmpty { throw failure }
    await deliver(delivered)
    return delivered
  }

  public func subscribeToPriceUpdates(symbols: [String]) -> AsyncStream<PriceUpdate> {
    let (stream, continuation) = AsyncStream<PriceUpdate>.makeStream()
    subscriptionCount += 1
    let number = subscriptionCount
    subscriptions[number] = Subscription(
      symbols: Set(symbols.map(TradeSymbol.normalized)), continuation: continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unsubscribe(number) }
    }
    return stream
  }

  public func receive(_ update: PriceUpdate) async {
    let symbol = TradeSymbol.normalized(update.symbol)
    updateCount += 1
    updates[symbol] = (updateCount, update.data)
    await deliver(sheet.prices.merging([symbol: update.data]) { _, new in new })
    for subscription in subscriptions.values where subscription.symbols.contains(symbol) {
      subscription.continuation.yield(PriceUpdate(symbol: symbol, data: update.data))
    }
  }

  private func deliver(_ prices: [String: PriceData]) async {
    sheet = PriceSheet(prices: prices, revision: sheet.revision + 1)
    await setup.show(sheet)
  }

  private func unsubscribe(_ number: Int) {
    subscriptions[number] = nil
  }
}
