import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Content that is made up says so in words.
///
/// The specification has these criteria without a numbered property; POS-40, POS-41 and POS-58 say when something is marked,
/// this says how.
public enum DemoContentProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [demoContentSaysSo]

  static let demoContentSaysSo = Requirement<PersonalOSSystem>(
    "POS-N6", "Demo content is marked as such",
    says: """
      If there is no news for a category, the app shows three demo items, the same each time and without a link. Each has a \
      badge, names the category, and says “demo” and why it is there. A banner says that news is simulated because none \
      could be loaded. Made-up prices show “Test Data”, and results based on them say that they are not real.
      """,
    covers: "10.1", "10.2", "10.4", "14.1", "14.2", of: "MockNews, NewsFeedViewModel, PortfolioStatistic", needs: [],
    mustCatch: [
      .demoBannerGivesNoReason, .demoBannerSaysNothingOfSimulation, .demoBannerStaysWithoutDemoItems, .demoBadgeIsForAllItems,
      .demoBadgeIsVague, .labelsMixedTotalsReal,
    ]
  ).holds(
    forAll: .demoContent,
    requiring: [
      "a category of the app": 0.2, "another category": 0.2, "demo items and others": 0.1, "no demo items": 0.1,
      "some prices are made up": 0.15, "no prices are made up": 0.1,
    ]
  ) { content, system, trial in
    trial.label(DemoNewsModel.categories.contains(content.category) ? "a category of the app" : "another category")
    try await DemoNewsModel.expectDemoItems(of: content.category, system)
    try await expectIndicators(of: content.shown, system, trial)
    try await expectPrices(content.prices, system, trial)
  }

  private static func expectIndicators(of shown: [NewsDataSource], _ system: PersonalOSSystem, _ trial: Trial) async throws {
    let items = shown.enumerated().map { index, source in
      NewsItem(
        id: "\(index)", url: "https://a.example/\(index)", title: "News", summary: "", publishedAt: .distantPast,
        source: "Daily", dataSource: source)
    }
    let isDemo = shown.map { $0 == .mock }
    trial.label("demo items and others", if: isDemo.contains(true) && isDemo.contains(false))
    trial.label("no demo items", if: !shown.isEmpty && !isDemo.contains(true))
    let screen = await system.news.openViewModel(FixedNews(items: items))
    try await screen.load(category: "science")
    let indicators = await screen.indicators
    try expect("badges", indicators.badges, equals: isDemo.map { $0 ? "Demo Content" : nil })
    try expect("a banner is shown", indicators.banner != nil, equals: isDemo.contains(true))
    let banner: Wording = [
      "what": ["news"], "the reason": ["could not be loaded", "not available"], "what it is": ["simulated", "made up"],
    ]
    if let text = indicators.banner { try expect("what the banner “\(text)” lacks", banner.missing(from: text), equals: []) }
  }

  private static func expectPrices(_ sources: [PriceSource], _ system: PersonalOSSystem, _ trial: Trial) async throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let symbols = sources.indices.map { "S\($0)" }
    let prices = Dictionary(
      uniqueKeysWithValues: zip(symbols, sources.map { PriceData(price: 3, timestamp: date, source: $0) }))
    let areSimulated = sources.contains(.mock)
    trial.label("some prices are made up", if: areSimulated)
    trial.label("no prices are made up", if: !sources.isEmpty && !areSimulated)
    let display = await system.prices.openDisplay()
    await display.show(PriceSheet(prices: prices, revision: 1))
    try expect("“Test Data” is shown", await display.indicator?.rawValue == "Test Data", equals: areSimulated)
    try expect("mock data is in use", await display.isUsingMockData, equals: areSimulated)

    let trades = symbols.map {
      TradeRecord(id: UUID(), symbol: $0, type: .buy, quantity: 1, price: 2, date: date)
    }
    let disclaimer: Wording = [
      "what": ["price"], "what they are": ["simulated", "made up"], "what it is not": ["not a real", "no real"],
    ]
    for statistic in try system.prices.statistics(trades, prices) where statistic.kind == .profitAndLoss {
      try expect("profit and loss has a disclaimer", statistic.disclaimer != nil, equals: areSimulated)
      guard let text = statistic.disclaimer else { continue }
      try expect("what the disclaimer “\(text)” lacks", disclaimer.missing(from: text), equals: [])
    }
  }

  /// News that is what it is.
  private struct FixedNews: NewsProviding {
    let items: [NewsItem]
    var dataSource: NewsDataSource { .api }
    var fetchedAt: Date? { nil }
    func fetchNews(category: String) async throws -> [NewsItem] { items }
    func searchNews(query: String) async throws -> [NewsItem] { items }
    func purgeCache() async throws {}
  }
}

// What POS-58 and POS-N6 must catch of the screen.
extension Fault<PersonalOSSystem> {
  static let newsBannerIsNeverCleared = shows("newsBannerIsNeverCleared", "never takes the banner away") {
    NewsIndicators(labels: $0.labels, badges: $0.badges, banner: $0.banner ?? "Some of this news is simulated.")
  }
  fileprivate static let demoBannerGivesNoReason = shows("demoBannerGivesNoReason", "does not say why news is simulated") {
    NewsIndicators(labels: $0.labels, badges: $0.badges, banner: $0.banner.map { _ in "Some of this news is simulated." })
  }
  fileprivate static let demoBannerSaysNothingOfSimulation = shows(
    "demoBannerSaysNothingOfSimulation", "says that news could not be loaded, not that it is simulated"
  ) {
    NewsIndicators(labels: $0.labels, badges: $0.badges, banner: $0.banner.map { _ in "News could not be loaded." })
  }
  fileprivate static let demoBannerStaysWithoutDemoItems = shows(
    "demoBannerStaysWithoutDemoItems", "shows the banner over real news too"
  ) {
    NewsIndicators(
      labels: $0.labels, badges: $0.badges, banner: $0.banner ?? "News could not be loaded. What you see is simulated.")
  }
  fileprivate static let demoBadgeIsForAllItems = shows(
    "demoBadgeIsForAllItems", "puts the badge on all items if one is made up"
  ) { indicators in
    let badge = indicators.badges.compactMap { $0 }.first
    return NewsIndicators(labels: indicators.labels, badges: indicators.badges.map { _ in badge }, banner: indicators.banner)
  }
  fileprivate static let demoBadgeIsVague = shows("demoBadgeIsVague", "puts “Recommended” on demo items") {
    NewsIndicators(labels: $0.labels, badges: $0.badges.map { $0.map { _ in "Recommended" } }, banner: $0.banner)
  }

  private static func shows(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (NewsIndicators) -> NewsIndicators
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.news.openViewModel
      system.news.openViewModel = { ChangedScreen(screen: open($0), change: change) }
    }
  }
}

private struct ChangedScreen: NewsFeedDisplay {
  let screen: any NewsFeedDisplay
  let change: @Sendable (NewsIndicators) -> NewsIndicators

  @MainActor var items: [NewsItem] { screen.items }
  @MainActor var indicators: NewsIndicators { change(screen.indicators) }
  @MainActor func load(category: String) async throws { try await screen.load(category: category) }
  @MainActor func search(_ query: String) async throws { try await screen.search(query) }
}
