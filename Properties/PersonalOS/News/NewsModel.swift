import Foundation
import PersonalOSReference

/// What the API delivered, as the fake API itself recorded it: the oracle of POS-57 to POS-59.
struct NewsModel {
  /// What must be answered, or shown.
  struct Expected {
    /// To the byte, in this order, but for demo items.
    var items: [NewsItem]
    /// The categories of which there are demo items; of no other.
    var demo: Set<String> = []
    /// Demo items may be there, and need not.
    var isDemoOptional = false
    var fetchedAt: Date?
  }

  /// By id, each as it was delivered last.
  private(set) var delivered: [String: NewsItem] = [:]
  /// By the bytes of the category: two may be one text and not the same.
  private var lists: [[UInt8]: (ids: [String], at: Date)] = [:]

  /// - Parameter answer: what the API answers; nil: it fails.
  mutating func load(_ category: String, _ answer: [NewsItem]?, at now: Date) -> Expected {
    if let answer {
      deliver(answer)
      lists[Array(category.utf8)] = (answer.map(\.id), now)
      return Expected(items: answer, fetchedAt: now)
    }
    guard let list = lists[Array(category.utf8)], !list.ids.isEmpty else {
      return Expected(items: [], demo: [category])
    }
    return Expected(items: list.ids.compactMap(cached), fetchedAt: list.at)
  }

  mutating func search(_ query: String, _ answer: [NewsItem]?, at now: Date) -> Expected {
    if let answer {
      deliver(answer)
      return Expected(items: answer, fetchedAt: now)
    }
    let found = delivered.keys.sorted().compactMap(cached).filter {
      query.isEmpty || holds($0.title, query) || holds($0.summary, query)
    }
    let notCached = MockNews.categories.filter { lists[Array($0.utf8)]?.ids.isEmpty ?? true }
    return Expected(items: found, demo: Set(notCached), isDemoOptional: !query.isEmpty)
  }

  mutating func purge() {
    delivered = [:]
    lists = [:]
  }

  private mutating func deliver(_ items: [NewsItem]) {
    for item in items { delivered[item.id] = item }
  }

  private func cached(_ id: String) -> NewsItem? {
    guard var item = delivered[id] else { return nil }
    item.dataSource = .cache
    return item
  }

  /// Whether the text holds the letters of `query`, which are ASCII, large or small.
  private func holds(_ text: String, _ query: String) -> Bool {
    func small(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
    let (text, query) = (small(text), small(query))
    return text.indices.contains { text[$0...].starts(with: query) }
  }
}

extension NewsItem {
  /// Demo items have a namespace of their own.
  var isInMockNamespace: Bool { id.hasPrefix("mock_") }
}
