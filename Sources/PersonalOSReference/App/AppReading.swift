/// The user's reading: news, bookmarks and tasks from articles.
@MainActor
public struct AppReading {
  /// News from the proxy, from the cache or made up. Each item says which.
  public let news: any NewsProviding
  /// The contents of the news screen.
  public let screen: any NewsFeedDisplay
  /// The articles that the user marked.
  public let bookmarks: any ArticleBookmarks
  /// The tasks that the user made from articles.
  public let tasks: any ArticleTasks
  /// Counts the requests to the news proxy and their outcomes.
  public let usage: any UsageMonitoring

  init(_ core: AppCore, _ trust: AppTrust) throws {
    let (platform, parts) = (core.platform, core.parts)
    let network = NewsNetwork(
      NewsNetwork.Setup(
        proxy: NewsProxyClient.Setup(
          environment: platform.build.environment,
          proxyURLs: platform.build.baseURLs.compactMapValues { $0["news"]?.absoluteString },
          // The proxy has the key of the news, and a client that has none gives none away.
          apiKeys: [:], transport: trust.transport),
        limits: parts.api.makeLimits(nil, nil), clock: platform.clock, jitter: platform.jitter, log: core.log,
        now: platform.now),
      of: parts.api)
    usage = network.monitor
    news = parts.news.openService(core.data, network.feed, platform.now)
    screen = parts.news.openViewModel(news)
    bookmarks = parts.bookmarks.openBookmarks(core.data)
    tasks = parts.bookmarks.openTasks(core.data, platform.now)
  }
}
