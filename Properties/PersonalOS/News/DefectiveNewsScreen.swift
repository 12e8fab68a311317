import PersonalOSReference

/// Another news screen, with one defect.
@MainActor
final class DefectiveNewsScreen: NewsFeedDisplay {
  enum Defect: Sendable {
    case neverClearsTheBanner, keepsDemoRows, clearsEveryBanner, keepsDemoRowsForAnEmptyAnswer
    case namesTheServicesSource
  }

  private var order: [String] = []
  private var rows: [String: [NewsItem]] = [:]
  private var found: [NewsItem] = []
  private var hasBanner = false
  private var source = NewsDataSource.api
  private let news: any NewsProviding
  private let defect: Defect?

  init(_ news: any NewsProviding, _ defect: Defect?) {
    self.news = news
    self.defect = defect
  }

  var items: [NewsItem] { found + order.flatMap { rows[$0] ?? [] } }

  var indicators: NewsIndicators {
    let isMock = items.map { $0.dataSource == .mock }
    let showsBanner =
      defect == .neverClearsTheBanner || defect == .clearsEveryBanner ? hasBanner : isMock.contains(true)
    return NewsIndicators(
      labels: items.map { defect == .namesTheServicesSource ? source : $0.dataSource },
      badges: isMock.map { $0 ? "Demo Content" : nil }, banner: showsBanner ? "Simulated." : nil)
  }

  func load(category: String) async throws {
    let items = try await news.fetchNews(category: category)
    if !order.contains(category) { order.append(category) }
    found = []
    let stays = defect == .keepsDemoRows || defect == .keepsDemoRowsForAnEmptyAnswer && items.isEmpty
    let demo = stays ? (rows[category] ?? []).filter { $0.dataSource == .mock } : []
    rows[category] = items + demo
    await noteSource(of: items)
  }

  func search(_ query: String) async throws {
    found = try await news.searchNews(query: query)
    (order, rows) = ([], [:])
    await noteSource(of: found)
  }

  private func noteSource(of items: [NewsItem]) async {
    hasBanner = items.contains { $0.dataSource == .mock } || defect == .neverClearsTheBanner && hasBanner
    source = await news.dataSource
  }
}
