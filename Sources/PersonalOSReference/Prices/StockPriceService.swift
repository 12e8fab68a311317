import Foundation

/// A source of market prices.
public protocol PriceProvider: Sendable {
  /// The prices of those symbols for which the provider has one.
  func prices(for symbols: [String]) async throws -> [String: PriceData]
}

/// Provides the prices of stocks. It uses a made-up price for a symbol if the feed has none.
public protocol PriceService: Actor {
  /// Whether any of the prices that were delivered last is made up.
  var isUsingMockData: Bool { get }
  /// Fetches the prices of `symbols` and from then on shows only these. If an update for a symbol arrives during the
  /// fetch, the update replaces the feed's price.
  /// - Returns: the prices by normalized symbol.
  /// - Throws: the feed's error, if there is neither an update nor a made-up price for any of the symbols.
  ///   `CancellationError` if the feed throws it. The prices shown then stay as they are.
  func fetchPrices(for symbols: [String]) async throws -> [String: PriceData]
  /// The price updates for `symbols` from now on, until the caller stops listening.
  func subscribeToPriceUpdates(symbols: [String]) async -> AsyncStream<PriceUpdate>
  /// Takes an update from the feed. The service shows the price and sends it to the subscribers.
  func receive(_ update: PriceUpdate) async
}

/// The parts of a price service.
public struct PriceServiceSetup: Sendable {
  /// The source of market prices.
  public var feed: any PriceProvider
  /// Returns a made-up price for a symbol, or nil if there is none.
  public var mockPrice: @Sendable (_ symbol: String) -> Decimal?
  /// Returns the current time, which becomes the timestamp of made-up prices.
  public var now: @Sendable () -> Date
  /// Shows the prices. The service calls it after each delivery.
  public var show: @Sendable (PriceSheet) async -> Void

  /// Creates a setup from its parts.
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

/// The reference implementation. It uses the feed's prices, and a made-up price, marked as such, for each symbol that
/// the feed does not deliver.
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
  /// The last update of each symbol, and its number among all updates.
  private var updates: [String: (number: Int, data: PriceData)] = [:]

  /// Creates a service that has delivered nothing yet. It does not call the feed.
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
      // Nobody waits for the answer, so there is no reason to show test data.
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
