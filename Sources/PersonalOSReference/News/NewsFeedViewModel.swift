import Observation

/// What the news screen shows: the categories that were opened, or what a search found.
public protocol NewsFeedDisplay: Sendable {
  @MainActor var items: [NewsItem] { get }
  @MainActor var indicators: NewsIndicators { get }
  /// Replaces what is shown of the category by what there is now, unless the answer to a later request is shown already.
  /// - Throws: what the service throws; `CancellationError` for a request that is over. What is shown stays then.
  @MainActor func load(category: String) async throws
  /// Replaces all that is shown by what is found, unless the answer to a later request is shown already.
  /// - Throws: as ``load(category:)``.
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
///
/// Requests may overlap, and answers come in any order: what is shown is never replaced by the answer to an older
/// request, nor by the late answer to a cancelled one.
@MainActor
@Observable
public final class NewsFeedViewModel: NewsFeedDisplay {
  private struct Section {
    /// Nil: what a search found.
    let category: String?
    var items: [NewsItem]
    /// Of the request that it answers.
    var number: Int
  }

  private var sections: [Section] = []
  @ObservationIgnored private var lastNumber = 0
  private let news: any NewsProviding

  public var items: [NewsItem] { sections.flatMap(\.items) }
  public var indicators: NewsIndicators { NewsIndicators(of: items) }

  public init(_ news: any NewsProviding) {
    self.news = news
  }

  public func load(category: String) async throws {
    let number = nextNumber()
    let items = try await news.fetchNews(category: category)
    try EffectPass.check()
    let search = sections.firstIndex { $0.category == nil }
    if let search, sections[search].number > number { return }
    if let index = sections.firstIndex(where: { $0.category == category }) {
      guard sections[index].number < number else { return }
      sections[index].items = items
      sections[index].number = number
    } else {
      sections.append(Section(category: category, items: items, number: number))
    }
    if let search { sections.remove(at: search) }
  }

  public func search(_ query: String) async throws {
    let number = nextNumber()
    let found = try await news.searchNews(query: query)
    try EffectPass.check()
    guard sections.allSatisfy({ $0.number < number }) else { return }
    sections = [Section(category: nil, items: found, number: number)]
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
