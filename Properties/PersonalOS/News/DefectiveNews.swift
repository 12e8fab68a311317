import Foundation
import PersonalOSReference

/// Another news service, with one defect: it keeps its cache in memory and in the store. Without a defect it
/// holds POS-57 to POS-59.
actor DefectiveNews: NewsProviding {
  enum Defect: Sendable {
    case cachesDemoItems, servesAnotherCategory, labelsCachedItemsAsLive, isSilentlyEmpty,
      keepsNoTimeOfDelivery, confusesSimilarCategories, purgesBookmarks, findsEveryDemoItem
  }

  private(set) var dataSource = NewsDataSource.api
  private(set) var fetchedAt: Date?
  private let data: DataActor
  private let feed: any NewsFeed
  private let now: @Sendable () -> Date
  private let defect: Defect?

  init(_ data: DataActor, _ feed: any NewsFeed, _ now: @escaping @Sendable () -> Date, _ defect: Defect?) {
    self.data = data
    self.feed = feed
    self.now = now
    self.defect = defect
  }

  func fetchNews(category: String) async throws -> [NewsItem] {
    if let articles = try? await feed.articles(category: category) {
      let items = articles.map { NewsItem($0, dataSource: .api) }
      try await keep(items, in: category)
      return answer(items, .api, now())
    }
    if let (items, date) = try await cached(category) {
      let label: NewsDataSource = defect == .labelsCachedItemsAsLive ? .api : .cache
      return answer(items.map { labelled($0, label) }, label, defect == .keepsNoTimeOfDelivery ? now() : date)
    }
    if defect == .isSilentlyEmpty { return answer([], .cache, nil) }
    let demo = MockNews.items(category: category)
    if defect == .cachesDemoItems { try await keep(demo, in: category) }
    return answer(demo, .mock, nil)
  }

  func searchNews(query: String) async throws -> [NewsItem] {
    if let articles = try? await feed.articles(matching: query) {
      let items = articles.map { NewsItem($0, dataSource: .api) }
      try await data.perform { scope in
        for item in items { try scope.save(item) }
      }
      return answer(items, .api, now())
    }
    let (items, lists) = try await data.perform {
      (try $0.fetch(NewsItem.self), try $0.fetch(CachedNewsList.self))
    }
    let demo = MockNews.categories.filter { category in
      defect == .findsEveryDemoItem || !lists.contains { $0.category == category && !$0.articleIDs.isEmpty }
    }
    let found = (items.map { labelled($0, .cache) } + demo.flatMap(MockNews.items)).filter { item in
      query.isEmpty || [item.title, item.summary].contains { $0.lowercased().contains(query.lowercased()) }
    }
    return answer(found, found.contains { $0.dataSource == .mock } ? .mock : .cache, nil)
  }

  func purgeCache() async throws {
    let defect = defect
    try await data.perform { scope in
      for item in try scope.fetch(NewsItem.self) { try scope.delete(NewsItem.self, key: item.id) }
      for list in try scope.fetch(CachedNewsList.self) {
        try scope.delete(CachedNewsList.self, key: list.storageKey)
      }
      guard defect == .purgesBookmarks else { return }
      for bookmark in try scope.fetch(Bookmark.self) {
        try scope.delete(Bookmark.self, key: bookmark.articleID)
      }
    }
  }

  private func answer(_ items: [NewsItem], _ source: NewsDataSource, _ date: Date?) -> [NewsItem] {
    (dataSource, fetchedAt) = (source, date)
    return items
  }

  private func labelled(_ item: NewsItem, _ source: NewsDataSource) -> NewsItem {
    var item = item
    item.dataSource = source
    return item
  }

  private func keep(_ items: [NewsItem], in category: String) async throws {
    let list = CachedNewsList(category: category, articleIDs: items.map(\.id), fetchedAt: now())
    try await data.perform { scope in
      for item in items { try scope.save(item) }
      try scope.save(list)
    }
  }

  private func cached(_ category: String) async throws -> ([NewsItem], Date)? {
    let defect = defect
    return try await data.perform { scope in
      let lists = try scope.fetch(CachedNewsList.self).filter { !$0.articleIDs.isEmpty }
      let list = lists.first { list in
        switch defect {
        case .servesAnotherCategory: true
        case .confusesSimilarCategories: list.category.lowercased() == category.lowercased()
        default: list.category.utf8.elementsEqual(category.utf8)
        }
      }
      guard let list else { return nil }
      return (try list.articleIDs.compactMap { try scope.fetch(NewsItem.self, key: $0) }, list.fetchedAt)
    }
  }
}
