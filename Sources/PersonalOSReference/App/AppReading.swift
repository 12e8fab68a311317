/// What the user reads: news, and what he keeps of it.
@MainActor
public struct AppReading {
  public let news: any NewsProviding
  public let screen: any NewsFeedDisplay
  public let bookmarks: any ArticleBookmarks
  public let tasks: any ArticleTasks

  init(_ core: AppCore, _ configuration: AppConfiguration, _ trust: AppTrust) throws {
    let (platform, parts) = (core.platform, core.parts)
    news = parts.news.openService(core.data, platform.network.news, platform.now)
    screen = parts.news.openViewModel(news)
    bookmarks = parts.bookmarks.openBookmarks(core.data)
    tasks = parts.bookmarks.openTasks(core.data, platform.now)
  }
}
