import PersonalOSReference
import PropertyTesting

/// A second news screen: it keeps rows by category, and beside them which request each of them answers.
@MainActor
final class NewsScreenTwin: NewsFeedDisplay {
  enum Defect: String, CaseIterable, Sendable {
    case newsBannerIsNeverCleared = "never takes the banner away"
    case newsKeepsDemoRows = "keeps demo items beside the real ones"
    case newsSuccessClearsEveryBanner = "takes the banner away when one category of several succeeds"
    case newsKeepsDemoRowsForAnEmptyAnswer = "leaves demo items up when the API has nothing"
    case newsRowsNameTheServicesSource = "names the service's source in every row"
    case newsShowsOlderAnswers = "shows the answer that arrives last, even to an older request"
    case newsShowsLateAnswers = "shows the answer to a cancelled request"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("NewsScreenTwin") { system, defect in
    system.news.openViewModel = { NewsScreenTwin($0, defect) }
  }

  private var order: [String] = []
  private var rows: [String: [NewsItem]] = [:]
  private var found: [NewsItem] = []
  /// The request that is answered, by category, and by the search.
  private var answered: [String: Int] = [:]
  private var answeredSearch = 0
  private var requests = 0
  private var hasBanner = false
  private var source = NewsDataSource.api
  private let news: any NewsProviding
  private let defect: Defect?

  init(_ news: any NewsProviding, _ defect: Defect?) {
    (self.news, self.defect) = (news, defect)
  }

  var items: [NewsItem] { found + order.flatMap { rows[$0] ?? [] } }

  var indicators: NewsIndicators {
    let isMock = items.map { $0.dataSource == .mock }
    let isRemembered = defect == .newsBannerIsNeverCleared || defect == .newsSuccessClearsEveryBanner
    return NewsIndicators(
      labels: items.map { defect == .newsRowsNameTheServicesSource ? source : $0.dataSource },
      badges: isMock.map { $0 ? "Demo Content" : nil },
      banner: (isRemembered ? hasBanner : isMock.contains(true)) ? "Simulated." : nil)
  }

  func load(category: String) async throws {
    requests += 1
    let request = requests
    let items = try await answer { try await $0.fetchNews(category: category) }
    guard defect == .newsShowsOlderAnswers || request > max(answeredSearch, answered[category] ?? 0) else { return }
    if !order.contains(category) { order.append(category) }
    // What is not on the screen any more is no later answer.
    (found, answeredSearch) = ([], 0)
    let stays = defect == .newsKeepsDemoRows || defect == .newsKeepsDemoRowsForAnEmptyAnswer && items.isEmpty
    let demo = stays ? (rows[category] ?? []).filter { $0.dataSource == .mock } : []
    rows[category] = items + demo
    answered[category] = request
    await noteSource(of: items)
  }

  func search(_ query: String) async throws {
    requests += 1
    let request = requests
    let items = try await answer { try await $0.searchNews(query: query) }
    guard defect == .newsShowsOlderAnswers || request > max(answeredSearch, answered.values.max() ?? 0) else { return }
    found = items
    (order, rows, answered) = ([], [:], [:])
    answeredSearch = request
    await noteSource(of: found)
  }

  private func answer(_ ask: @escaping @Sendable (any NewsProviding) async throws -> [NewsItem]) async throws -> [NewsItem] {
    // A service that answers though the request is over: asked in a task that nobody cancels.
    if defect == .newsShowsLateAnswers {
      let news = news
      return try await Task.detached { try await ask(news) }.value
    }
    let items = try await ask(news)
    try EffectPass.check()
    return items
  }

  private func noteSource(of items: [NewsItem]) async {
    hasBanner = items.contains { $0.dataSource == .mock } || defect == .newsBannerIsNeverCleared && hasBanner
    source = await news.dataSource
  }
}
