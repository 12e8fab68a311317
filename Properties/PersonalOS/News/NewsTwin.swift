import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A second news service: it takes articles apart by itself, and reads all lists to find one.
actor NewsTwin: NewsProviding {
  enum Defect: String, CaseIterable, Sendable {
    case newsCachesDemoItems = "keeps demo items in the cache"
    case newsServesAnotherCategory = "serves the cache of another category"
    case newsLabelsCachedItemsAsLive = "labels cached items as live"
    case newsIsSilentlyEmpty = "answers nothing if there is no cache"
    case newsKeepsNoTimeOfDelivery = "dates cached items at the present time"
    case newsConfusesSimilarCategories = "treats categories that differ in case as one"
    case newsFindsEveryDemoItem = "finds demo items of a category that has news"
    case newsPurgeTakesBookmarksAlong = "purges bookmarks with the cache"
    case newsTakesTitlesForSummaries = "uses an article's title as its summary"
    case newsDatesArticlesAtDelivery = "dates articles at the time of their delivery"
    case newsNamesTheFeedAsSource = "names the proxy as the source of every article"
    case newsCachesLateAnswers = "keeps the answer to a cancelled request"
    case newsKnowsArticlesByRawURL = "gives an article an id for each way to write its address"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("NewsTwin") { system, defect in
    system.news.openService = { NewsTwin($0, $1, $2, defect) }
  }

  private(set) var dataSource = NewsDataSource.api
  private(set) var fetchedAt: Date?
  private let data: any DataAccess
  private let feed: any NewsFeed
  private let now: @Sendable () -> Date
  private let defect: Defect?

  init(_ data: any DataAccess, _ feed: any NewsFeed, _ now: @escaping @Sendable () -> Date, _ defect: Defect?) {
    (self.data, self.feed, self.now, self.defect) = (data, feed, now, defect)
  }

  func fetchNews(category: String) async throws -> [NewsItem] {
    if let items = try await asked({ try await $0.articles(category: category) }) {
      try await keep(items, in: category)
      return try answer(items, .api, now())
    }
    if let (items, date) = try await cached(category) {
      let label: NewsDataSource = defect == .newsLabelsCachedItemsAsLive ? .api : .cache
      return try answer(
        items.map { labelled($0, label) }, label, defect == .newsKeepsNoTimeOfDelivery ? now() : date)
    }
    if defect == .newsIsSilentlyEmpty { return try answer([], .cache, nil) }
    let demo = MockNews.items(category: category)
    if defect == .newsCachesDemoItems { try await keep(demo, in: category) }
    return try answer(demo, .mock, nil)
  }

  func searchNews(query: String) async throws -> [NewsItem] {
    if let items = try await asked({ try await $0.articles(matching: query) }) {
      try await keep(items, in: nil)
      return try answer(items, .api, now())
    }
    let (items, lists) = try await data.perform {
      (try $0.fetch(NewsItem.self), try $0.fetch(CachedNewsList.self))
    }
    let demo = MockNews.categories.filter { category in
      defect == .newsFindsEveryDemoItem || !lists.contains { $0.category == category && !$0.articleIDs.isEmpty }
    }
    let found = (items.map { labelled($0, .cache) } + demo.flatMap(MockNews.items)).filter { item in
      query.isEmpty || [item.title, item.summary].contains { $0.lowercased().contains(query.lowercased()) }
    }
    return try answer(found, found.contains { $0.dataSource == .mock } ? .mock : .cache, nil)
  }

  func purgeCache() async throws {
    let defect = defect
    try await data.perform { scope in
      for item in try scope.fetch(NewsItem.self) { try scope.delete(NewsItem.self, key: item.id) }
      for list in try scope.fetch(CachedNewsList.self) {
        try scope.delete(CachedNewsList.self, key: list.storageKey)
      }
      guard defect == .newsPurgeTakesBookmarksAlong else { return }
      for bookmark in try scope.fetch(Bookmark.self) {
        try scope.delete(Bookmark.self, key: bookmark.articleID)
      }
    }
  }

  /// Nil: the API failed.
  private func asked(_ ask: (any NewsFeed) async throws -> [FeedArticle]) async throws -> [NewsItem]? {
    do {
      let items = try await ask(feed).map(item)
      if defect != .newsCachesLateAnswers { try EffectPass.check() }
      return items
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }

  private func item(_ article: FeedArticle) -> NewsItem {
    var item = NewsItem(article, dataSource: .api)
    switch defect {
    case .newsTakesTitlesForSummaries: item.summary = article.title
    case .newsDatesArticlesAtDelivery: item.publishedAt = now()
    case .newsNamesTheFeedAsSource: item.source = "proxy"
    case .newsKnowsArticlesByRawURL: item.id = digestedArticleID(article.url)
    default: break
    }
    return item
  }

  private func answer(_ items: [NewsItem], _ source: NewsDataSource, _ date: Date?) throws -> [NewsItem] {
    try EffectPass.check()
    (dataSource, fetchedAt) = (source, date)
    return items
  }

  private func labelled(_ item: NewsItem, _ source: NewsDataSource) -> NewsItem {
    var item = item
    item.dataSource = source
    return item
  }

  /// - Parameter category: nil: of a search.
  private func keep(_ items: [NewsItem], in category: String?) async throws {
    let list = category.map { CachedNewsList(category: $0, articleIDs: items.map(\.id), fetchedAt: now()) }
    let data = data
    let keep: @Sendable () async throws -> Void = {
      try await data.perform { scope in
        for item in items { try scope.save(item) }
        if let list { try scope.save(list) }
      }
    }
    if defect == .newsCachesLateAnswers {
      // In a task of its own, which nobody cancels and which carries no pass.
      try await Task.detached { try await keep() }.value
    } else {
      try await keep()
    }
  }

  private func cached(_ category: String) async throws -> ([NewsItem], Date)? {
    let defect = defect
    return try await data.perform { scope in
      let lists = try scope.fetch(CachedNewsList.self).filter { !$0.articleIDs.isEmpty }
      let list = lists.first { list in
        switch defect {
        case .newsServesAnotherCategory: true
        case .newsConfusesSimilarCategories: list.category.lowercased() == category.lowercased()
        default: list.category.utf8.elementsEqual(category.utf8)
        }
      }
      guard let list else { return nil }
      return (try list.articleIDs.compactMap { try scope.fetch(NewsItem.self, key: $0) }, list.fetchedAt)
    }
  }
}
