/// What the user reads: news, and what he keeps of it.
@MainActor
public struct AppReading {
  public let news: any NewsProviding
  public let screen: any NewsFeedDisplay
  public let bookmarks: any ArticleBookmarks
  public let tasks: any ArticleTasks
  /// What the app asks of the news proxy, and how that ends.
  public let usage: any UsageMonitoring

  init(_ core: AppCore, _ configuration: AppConfiguration, _ trust: AppTrust) throws {
    let (platform, parts) = (core.platform, core.parts)
    let network = NewsNetwork(
      NewsNetwork.Setup(
        proxy: NewsProxyClient.Setup(
          environment: platform.build.environment,
          proxyURLs: platform.build.baseURLs.compactMapValues { $0["news"]?.absoluteString },
          apiKeys: configuration.remote.configuration?.apiKeys ?? [:], transport: trust.transport),
        limits: parts.api.makeLimits(nil, nil), clock: platform.clock, log: core.log, now: platform.now),
      of: parts.api)
    usage = network.monitor
    news = parts.news.openService(core.data, network.feed, platform.now)
    screen = parts.news.openViewModel(news)
    bookmarks = parts.bookmarks.openBookmarks(core.data)
    tasks = parts.bookmarks.openTasks(core.data, platform.now)
  }
}
