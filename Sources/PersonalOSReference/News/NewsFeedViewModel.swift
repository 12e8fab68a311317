import Observation

/// The content of the news screen: the categories that the user opened, or the result of a search.
public protocol NewsFeedDisplay: Sendable {
  /// The articles that are shown, category by category in the order in which the user opened them.
  @MainActor var items: [NewsItem] { get }
  /// The labels, badges and banner for ``items``.
  @MainActor var indicators: NewsIndicators { get }
  /// Fetches the category and shows the result in place of the category's present articles. If the answer to a later
  /// request is already shown, it stays.
  /// - Throws: the service's error, or `CancellationError` for a request that is over. The screen then stays as it
  ///   is.
  @MainActor func load(category: String) async throws
  /// Searches and shows only the result. If the answer to a later request is already shown, it stays.
  /// - Throws: the same errors as ``load(category:)``.
  @MainActor func search(_ query: String) async throws
}

/// The marks that show the reader which items are real news. They depend on nothing but the items shown.
public struct NewsIndicators: Sendable, Equatable {
  /// The source that each row names, in the order of the items.
  public let labels: [NewsDataSource]
  /// The badge of each row; nil for a row without one.
  public let badges: [String?]
  /// The banner at the top of the screen; nil if there is none.
  public let banner: String?

  /// Creates indicators from their parts, without comparing them with any items.
  public init(labels: [NewsDataSource], badges: [String?], banner: String?) {
    self.labels = labels
    self.badges = badges
    self.banner = banner
  }

  /// Creates the indicators for `items`: a badge for each demo item, and a banner if there is at least one.
  public init(of items: [NewsItem]) {
    let isMock = items.map { $0.dataSource == .mock }
    labels = items.map(\.dataSource)
    badges = isMock.map { $0 ? "Demo Content" : nil }
    banner = isMock.contains(true) ? "News could not be loaded. Some of what you see is simulated." : nil
  }
}

/// The content of the news screen, fetched from a service.
///
/// Requests may overlap, and their answers may arrive in any order. The answer to an older request never replaces a
/// newer one, and the late answer to a cancelled request is never shown.
@MainActor
@Observable
public final class NewsFeedViewModel: NewsFeedDisplay {
  private struct Section {
    /// Nil for the result of a search.
    let category: String?
    var items: [NewsItem]
    /// The number of the request whose answer this is.
    var number: Int
  }

  private var sections: [Section] = []
  @ObservationIgnored private var lastNumber = 0
  private let news: any NewsProviding

  public var items: [NewsItem] { sections.flatMap(\.items) }
  public var indicators: NewsIndicators { NewsIndicators(of: items) }

  /// Creates an empty screen over `news`. It fetches nothing yet.
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
