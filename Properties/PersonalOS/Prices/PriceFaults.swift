import Foundation
import Observation
import PersonalOSReference
import PropertyTesting

// What POS-40 must catch: another display, or another service, with one defect.

extension Fault<PersonalOSSystem> {
  static let keepsShowingTestData = display(
    "keepsShowingTestData", "keeps the mark of test data when real prices are back", .keepsTestData)
  static let showsTheIndicatorBeforeThePrices = display(
    "showsTheIndicatorBeforeThePrices", "shows the indicator before the prices that it is for", .indicatorFirst)
  static let showsTheIndicatorAfterThePrices = display(
    "showsTheIndicatorAfterThePrices", "shows the indicator after the prices that it is for", .indicatorLast)
  static let showsSomeMadeUpPricesAsLive = display(
    "showsSomeMadeUpPricesAsLive", "shows “Test Data” only if every price is made up", .onlyAllMade)
  static let showsDelayedPricesAsLive = display(
    "showsDelayedPricesAsLive", "shows delayed prices as live", .delayedAsLive)
  static let followsFetchesAlone = display(
    "followsFetchesAlone", "sets the indicator when prices are fetched, and not when one changes", .fetchesAlone)

  static let asksWhetherTheFeedFailed = Fault(
    "asksWhetherTheFeedFailed", "assumes mock data after any failure of its feed") {
    system in
    let open = system.prices.openService
    system.prices.openService = { FailureMindedService(open, $0) }
  }

  static let passesMadeUpPricesOffAsDelayed = Fault(
    "passesMadeUpPricesOffAsDelayed", "passes made-up prices off as delayed ones") { system in
    let open = system.prices.openService
    system.prices.openService = { setup in
      var changed = setup
      changed.show = { sheet in
        let prices = sheet.prices.mapValues { price in
          PriceData(
            price: price.price, timestamp: price.timestamp,
            source: price.source == .mock ? .delayed : price.source)
        }
        await setup.show(PriceSheet(prices: prices, revision: sheet.revision))
      }
      return open(changed)
    }
  }

  static let keepsPricesNoLongerAskedFor = display(
    "keepsPricesNoLongerAskedFor", "keeps showing prices that are no longer asked for", .keepsOldPrices)

  static let takesSymbolsOfTheFeedAsSpelled = Fault(
    "takesSymbolsOfTheFeedAsSpelled", "misses prices whose symbol the feed spells otherwise") {
    system in
    let open = system.prices.openService
    system.prices.openService = { setup in
      var changed = setup
      changed.feed = LiterallyReadFeed(feed: setup.feed)
      return open(changed)
    }
  }

  static let showsWhateverComesLast = display(
    "showsWhateverComesLast", "shows the update that arrives last, even if it is older", .showsWhateverComesLast)

  static let forgetsUpdatesDuringAFetch = Fault(
    "forgetsUpdatesDuringAFetch", "shows the feed's answer instead of an update that arrived meanwhile") { system in
    let open = system.prices.openService
    system.prices.openService = { LateTaker(open, $0) }
  }

  private static func display(_ id: String, _ fact: String, _ defect: DefectivePriceBoard.Defect) -> Fault {
    Fault(id, fact) { system in
      system.prices.openDisplay = { DefectivePriceBoard(defect) }
    }
  }
}

/// A feed of which only symbols in their normal form are understood.
private struct LiterallyReadFeed: PriceProvider {
  let feed: any PriceProvider

  func prices(for symbols: [String]) async throws -> [String: PriceData] {
    try await feed.prices(for: symbols).filter { symbols.contains($0.key) }
  }
}

/// A display in which the indicator does not follow from the prices.
///
/// Without a defect it is as good as the reference, which a test shows.
@Observable
@MainActor
final class DefectivePriceBoard: PriceDisplay {
  enum Defect: Sendable {
    case keepsTestData, indicatorFirst, indicatorLast, onlyAllMade, delayedAsLive, fetchesAlone,
      keepsOldPrices, showsWhateverComesLast
  }

  private struct Shown {
    var prices: [String: PriceData] = [:]
    var indicator: PriceIndicator?
  }

  private var shown = Shown()
  private(set) var revision = 0
  private let defect: Defect?

  init(_ defect: Defect?) { self.defect = defect }

  var prices: [String: PriceData] { shown.prices }
  var indicator: PriceIndicator? { shown.indicator }
  var isUsingMockData: Bool { indicator == .testData }

  func show(_ sheet: PriceSheet) {
    guard sheet.revision > revision || defect == .showsWhateverComesLast else { return }
    revision = sheet.revision
    let old = prices
    let new = defect == .keepsOldPrices ? old.merging(sheet.prices) { $1 } : sheet.prices
    let isChangeOfOne =
      Set(new.keys).symmetricDifference(old.keys).count <= 1
      && new.count { old[$0.key] != $0.value } == 1
    let right = indicator(of: new, isChangeOfOne: isChangeOfOne)
    switch defect {
    case .indicatorFirst:
      shown.indicator = right
      shown.prices = new
    case .indicatorLast:
      shown.prices = new
      shown.indicator = right
    default: shown = Shown(prices: new, indicator: right)
    }
  }

  private func indicator(of prices: [String: PriceData], isChangeOfOne: Bool) -> PriceIndicator? {
    let right = PriceSheet(prices: prices).indicator
    switch defect {
    case .keepsTestData: return indicator == .testData ? .testData : right
    case .onlyAllMade:
      guard right == .testData, !prices.values.allSatisfy({ $0.source == .mock }) else { return right }
      return PriceSheet(prices: prices.filter { $0.value.source != .mock }).indicator
    case .delayedAsLive: return right == .delayed ? .live : right
    case .fetchesAlone: return isChangeOfOne && indicator != nil ? indicator : right
    case .indicatorFirst, .indicatorLast, .keepsOldPrices, .showsWhateverComesLast, nil: return right
    }
  }
}

/// Thinks that it uses mock data where its feed has failed last.
private actor FailureMindedService: PriceService {
  private let service: any PriceService
  private let feed: Feed

  init(_ open: @Sendable (PriceServiceSetup) -> any PriceService, _ setup: PriceServiceSetup) {
    let feed = Feed(setup.feed)
    var setup = setup
    setup.feed = feed
    self.feed = feed
    service = open(setup)
  }

  private(set) var isUsingMockData = false

  func fetchPrices(for symbols: [String]) async throws -> [String: PriceData] {
    do {
      let prices = try await service.fetchPrices(for: symbols)
      isUsingMockData = await feed.hasFailed
      return prices
    } catch {
      isUsingMockData = true
      throw error
    }
  }

  func subscribeToPriceUpdates(symbols: [String]) async -> AsyncStream<PriceUpdate> {
    await service.subscribeToPriceUpdates(symbols: symbols)
  }

  func receive(_ update: PriceUpdate) async { await service.receive(update) }

  private actor Feed: PriceProvider {
    private let feed: any PriceProvider
    private(set) var hasFailed = false

    init(_ feed: any PriceProvider) { self.feed = feed }

    func prices(for symbols: [String]) async throws -> [String: PriceData] {
      do {
        hasFailed = false
        return try await feed.prices(for: symbols)
      } catch {
        hasFailed = true
        throw error
      }
    }
  }
}

/// Asks the feed, and takes the answer for one of the moment that it came.
private actor LateTaker: PriceService {
  private let service: any PriceService
  private let feed: any PriceProvider
  private let answer = Answer()

  init(_ open: @Sendable (PriceServiceSetup) -> any PriceService, _ setup: PriceServiceSetup) {
    feed = setup.feed
    var setup = setup
    setup.feed = answer
    service = open(setup)
  }

  private(set) var isUsingMockData = false

  func fetchPrices(for symbols: [String]) async throws -> [String: PriceData] {
    let prices = try? await feed.prices(for: symbols)
    await answer.take(prices)
    let fetched = try await service.fetchPrices(for: symbols)
    isUsingMockData = await service.isUsingMockData
    return fetched
  }

  func subscribeToPriceUpdates(symbols: [String]) async -> AsyncStream<PriceUpdate> {
    await service.subscribeToPriceUpdates(symbols: symbols)
  }

  func receive(_ update: PriceUpdate) async {
    await service.receive(update)
    isUsingMockData = await service.isUsingMockData
  }

  private actor Answer: PriceProvider {
    private var prices: [String: PriceData]?

    func take(_ prices: [String: PriceData]?) { self.prices = prices }

    func prices(for symbols: [String]) throws -> [String: PriceData] {
      guard let prices else { throw NetworkError.timeout }
      return prices
    }
  }
}
