import Foundation
import Observation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import Synchronization

/// A price service with its feed, what it shows, somebody who looks on at every change, and the model of all
/// that.
@MainActor
final class PriceDriver {
  private let feed = ScriptedPriceFeed()
  private let service: any PriceService
  private let display: any PriceDisplay
  private let script: PriceScript
  private let stream: AsyncStream<PriceUpdate>
  /// What must be shown.
  private var shown: [String: PriceData] = [:]
  /// What the subscriber must have heard: of what came at once, one or the other first.
  private var heard: [[PriceUpdate]] = []
  /// What was seen at some moment and did not fit together.
  private var oddity: String?

  init(_ system: PersonalOSSystem, _ script: PriceScript) async throws {
    self.script = script
    let display = system.prices.openDisplay()
    self.display = display
    let mocked = script.mocked
    service = system.prices.openService(
      PriceServiceSetup(
        feed: feed, mockPrice: { mocked.contains($0) ? Self.mockPrice : nil },
        now: { Self.now }, show: { sheet in await display.show(sheet) }))
    stream = await service.subscribeToPriceUpdates(symbols: script.subscribed)
    lookOn()
    try await expectShown()
  }

  private nonisolated static let mockPrice = Decimal(42)
  private nonisolated static let now = Date(timeIntervalSinceReferenceDate: 7)

  /// - Returns: the classes of the case that it belongs to.
  func take(_ event: PriceScript.Event) async throws -> [String] {
    let before = Self.indicator(of: shown)
    switch event {
    case .fetch(let symbols, let answer): try await fetch(symbols, answer)
    case .fetchOverlapping(let symbols, let answer, let update):
      feed.holdsAnswers = true
      let fetching = Task { try await fetch(symbols, answer, meanwhile: update) }
      // Time moves when nothing else can run: the feed is asked by then.
      try await Task.sleep(for: .milliseconds(1))
      await receive([update])
      feed.holdsAnswers = false
      try await fetching.value
    case .update(let symbol, let data): await receive([PriceUpdate(symbol: symbol, data: data)])
    case .updatesAtOnce(let updates): await receive(updates)
    }
    try await expectShown()
    return classes(event, before)
  }

  /// Each update by a task of its own.
  private func receive(_ updates: [PriceUpdate]) async {
    let service = service
    let tasks = updates.map { update in Task { await service.receive(update) } }
    for task in tasks { await task.value }
    let subscribed = Set(script.subscribed.map(SymbolSpellings.meaning))
    let meant = updates.map { PriceUpdate(symbol: SymbolSpellings.meaning(of: $0.symbol), data: $0.data) }
    for update in meant { shown[update.symbol] = update.data }
    heard.append(meant.filter { subscribed.contains($0.symbol) })
  }

  private func fetch(
    _ symbols: [String], _ answer: PriceScript.Answer, meanwhile update: PriceUpdate? = nil
  ) async throws {
    feed.answer(with: answer)
    let wanted = Set(symbols.map(SymbolSpellings.meaning))
    var delivered: [String: PriceData] = [:]
    if case .prices(let prices) = answer {
      for (symbol, price) in prices where wanted.contains(SymbolSpellings.meaning(of: symbol)) {
        delivered[SymbolSpellings.meaning(of: symbol)] = price
      }
    }
    if let update, case let symbol = SymbolSpellings.meaning(of: update.symbol), wanted.contains(symbol) {
      delivered[symbol] = update.data
    }
    for symbol in wanted where delivered[symbol] == nil && script.mocked.contains(symbol) {
      delivered[symbol] = PriceData(price: Self.mockPrice, timestamp: Self.now, source: .mock)
    }
    var isFailure = false
    if case .failure = answer { isFailure = delivered.isEmpty }
    do {
      let prices = try await service.fetchPrices(for: symbols)
      try expect("a failure without a made-up price is thrown", !isFailure)
      try expect("the prices delivered", prices, equals: delivered)
      shown = delivered
    } catch let error as NetworkError {
      try expect("thrown: \(error)", isFailure && error == .timeout)
    }
  }

  private func expectShown() async throws {
    let indicator = Self.indicator(of: shown)
    try expect("the prices shown", display.prices, equals: shown)
    try expect("the indicator", display.indicator?.rawValue, equals: indicator)
    try expect("what is shown uses mock data", display.isUsingMockData, equals: indicator == "Test Data")
    try expect("the service uses mock data", await service.isUsingMockData, equals: indicator == "Test Data")
    if let oddity { try expect(oddity, false) }
  }

  /// Each update of what it asked for, in order, and nothing else before it.
  func expectSubscriberHeard() async throws {
    var iterator = stream.makeAsyncIterator()
    for updates in heard {
      var next: [PriceUpdate] = []
      for _ in updates {
        if let update = await iterator.next() { next.append(update) }
      }
      try expect(
        "the next updates", next.sorted { $0.symbol < $1.symbol },
        equals: updates.sorted { $0.symbol < $1.symbol })
    }
  }

  /// The requirement, told anew: one made-up price makes it test data, one delayed one makes it delayed.
  private static func indicator(of prices: [String: PriceData]) -> String? {
    if prices.isEmpty { return nil }
    if prices.values.contains(where: { $0.source == .mock }) { return "Test Data" }
    return prices.values.allSatisfy { $0.source == .realtime } ? "Live" : "Delayed"
  }

  /// Looks at the display now, and again right before each change of anything that it has seen.
  private func lookOn() {
    withObservationTracking {
      let (prices, indicator, isMock) = (display.prices, display.indicator, display.isUsingMockData)
      let right = Self.indicator(of: prices)
      if indicator?.rawValue != right || isMock != (right == "Test Data") {
        oddity = "for a moment \(describe(prices)) stands under “\(indicator?.rawValue ?? "nothing")”"
      }
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.lookOn() }
    }
  }

  private func classes(_ event: PriceScript.Event, _ before: String?) -> [String] {
    var classes: [String] = []
    let after = Self.indicator(of: shown)
    if let after { classes.append("shows \(after.lowercased())") }
    if before == "Test Data", after != nil, after != before { classes.append("recovers from test data") }
    if after == "Test Data", before != nil, after != before { classes.append("turns to test data") }
    let mockCount = shown.values.count { $0.source == .mock }
    if mockCount > 0, mockCount < shown.count { classes.append("some are made up") }
    switch event {
    case .fetch(_, .failure): classes.append("the feed fails")
    case .fetch: break
    case .update: classes.append("a price changes")
    case .updatesAtOnce: classes.append("prices change at once")
    case .fetchOverlapping(let symbols, _, let update):
      let meaning = SymbolSpellings.meaning(of: update.symbol)
      if symbols.contains(where: { SymbolSpellings.meaning(of: $0) == meaning }) {
        classes.append("a price changes while it is asked for")
      }
    }
    return classes
  }
}

/// Answers as it is told to.
private final class ScriptedPriceFeed: PriceProvider {
  private let next = Mutex(PriceScript.Answer.failure)
  private let isHeld = Mutex(false)

  /// While true nothing is answered.
  var holdsAnswers: Bool {
    get { isHeld.withLock { $0 } }
    set { isHeld.withLock { $0 = newValue } }
  }

  func answer(with answer: PriceScript.Answer) { next.withLock { $0 = answer } }

  func prices(for symbols: [String]) async throws -> [String: PriceData] {
    await Task.yield()
    while holdsAnswers { try await Task.sleep(for: .milliseconds(1)) }
    switch next.withLock({ $0 }) {
    case .prices(let prices): return prices
    case .failure: throw NetworkError.timeout
    }
  }
}
