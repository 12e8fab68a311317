import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What demo items have to say: the oracle of POS-N6.
enum DemoNewsModel {
  /// What the app offers.
  static let categories = ["business", "science", "technology"]

  /// What a service shows whose feed fails, with nothing in its cache.
  static func expectDemoItems(of category: String, _ system: PersonalOSSystem) async throws {
    let store = try await MemoryLocation().open()
    let news = system.news.openService(system.dataAccess.openData(store), ScriptedFeed()) { Date(timeIntervalSinceReferenceDate: 99) }
    let items = try await news.fetchNews(category: category)
    try expectDemo(items, category)
    try expect("the items at a second time", try await news.fetchNews(category: category), equals: items)
    var found = try await news.searchNews(query: "")[...]
    for category in categories {
      try expectDemo(Array(found.prefix(3)), category)
      found = found.dropFirst(3)
    }
    try expect("items of no category that are found", Array(found), equals: [])
    try await store.close()
  }

  private static func expectDemo(_ items: [NewsItem], _ category: String) throws {
    try expect("ids", items.map(\.id), equals: ["mock_\(category)_1", "mock_\(category)_2", "mock_\(category)_3"])
    try expect("titles that differ", Set(items.map(\.title)).count, equals: 3)
    let reason: Wording = ["what": ["news"], "the reason": ["could not be loaded", "no news could be loaded", "not available"]]
    for (number, item) in zip(1..., items) {
      try expect("the title “\(item.title)” says “demo”", item.title.lowercased().contains("demo"))
      try expect("the title “\(item.title)” has its number", item.title.contains("\(number)"))
      try expect("the title “\(item.title)” names \(category)", category.isEmpty || item.title.contains(category))
      try expect("what the summary “\(item.summary)” lacks", reason.missing(from: item.summary), equals: [])
      try expect("the source “\(item.source)” says “demo”", item.source.lowercased().contains("demo"))
      try expect("the link of \(item.id)", item.url, equals: "")
      // Older than any article: the first day that the platform counts.
      try expect("the date of \(item.id)", item.publishedAt, equals: Date(timeIntervalSince1970: 978_307_200))
      try expect("where \(item.id) comes from", item.dataSource, equals: .mock)
      try expect("\(item.id) is bookmarked", item.isBookmarked, equals: false)
    }
  }
}
