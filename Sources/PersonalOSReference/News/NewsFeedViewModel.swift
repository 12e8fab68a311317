import Observation

/// What the news screen shows: the categories that were opened, or what a search found.
public protocol NewsFeedDisplay: Sendable {
  @MainActor var items: [NewsItem] { get }
  @MainActor var indicators: NewsIndicators { get }
  /// Replaces what is shown of the category by what there is now.
  @MainActor func load(category: String) async throws
  /// Replaces all that is shown by what is found.
  @MainActor func search(_ query: String) async throws
}

/// What tells the reader how real the news is: a function of the items shown, of nothing else.
public struct NewsIndicators: Sendable, Equatable {
  /// The source that each row names, in the order of the items.
  public let labels: [NewsDataSource]
  /// The badge of each row; nil: none.
  public let badges: [String?]
  /// Across the top; nil: none.
  public let banner: String?

  public init(labels: [NewsDataSource], badges: [String?], banner: String?) {
    self.labels = labels
    self.badges = badges
    self.banner = banner
  }

  public init(of items: [NewsItem]) {
    let isMock = items.map { $0.dataSource == .mock }
    labels = items.map(\.dataSource)
    badges = isMock.map { $0 ? "Demo Content" : nil }
    banner = isMock.contains(true) ? "News could not be loaded. Some of what you see is simulated." : nil
  }
}

/// The screen over a service.
@MainActor
@Observable
public final class NewsFeedViewModel: NewsFeedDisplay {
  private var sections: [(category: String?, items: [NewsItem])] = []
  private let news: any NewsProviding

  public var items: [NewsItem] { sections.flatMap(\.items) }
  public var indicators: NewsIndicators { NewsIndicators(of: items) }

  public init(_ news: any NewsProviding) {
    self.news = news
  }

  public func load(category: String) async throws {
    let items = try await news.fetchNews(category: category)
    sections.removeAll { $0.category == nil }
    if let index = sections.firstIndex(where: { $0.category == category }) {
      sections[index].items = items
    } else {
      sections.append((category, items))
    }
  }

  public func search(_ query: String) async throws {
    sections = [(nil, try await news.searchNews(query: query))]
  }
}
