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

/// A service without a feed and without a cache, which makes its items up.
struct DemoNewsTwin: NewsProviding {
  enum Defect: String, CaseIterable, Sendable {
    case makesUpOneItem = "makes up one item instead of three"
    case namesAllAlike = "gives all items of a category one title"
    case namesNoCategory = "does not name the category"
    case hidesThatItIsADemo = "gives items titles of news"
    case namesANewspaper = "names a newspaper as the source"
    case givesNoReason = "does not say why the items are there"
    case linksSomewhere = "links to an article"
    case datesItemsToday = "dates items at the time of display"
    case numbersAnew = "gives items other ids each time"
    case takesThemForCached = "labels made-up items as cached"
    case findsOneCategory = "finds items of only one category"
    case findsNothing = "finds no made-up items"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("DemoNewsTwin") { system, defect in
    let calls = Remembered(0)
    system.news.openService = { _, _, now in DemoNewsTwin(now: now, calls: calls, defect: defect) }
  }

  let now: @Sendable () -> Date
  let calls: Remembered<Int>
  let defect: Defect?

  var dataSource: NewsDataSource { .mock }
  var fetchedAt: Date? { nil }
  func purgeCache() async throws {}

  func fetchNews(category: String) async throws -> [NewsItem] {
    calls.withValue { $0 += 1 }
    return (defect == .makesUpOneItem ? [1] : [1, 2, 3]).map { item($0, category) }
  }

  func searchNews(query: String) async throws -> [NewsItem] {
    if defect == .findsNothing { return [] }
    let categories = defect == .findsOneCategory ? ["science"] : ["business", "science", "technology"]
    return categories.flatMap { category in [1, 2, 3].map { item($0, category) } }
  }

  private func item(_ number: Int, _ category: String) -> NewsItem {
    let subject = defect == .namesNoCategory ? "news" : category
    let kind = defect == .hidesThatItIsADemo ? "Report" : "Demo"
    return NewsItem(
      id: "mock_\(category)_\(defect == .numbersAnew ? number + calls.now : number)",
      url: defect == .linksSomewhere ? "https://a.example/\(number)" : "",
      title: "\(kind): \(subject), number \(defect == .namesAllAlike ? 1 : number)",
      summary: defect == .givesNoReason ? "Something happened." : "News is not available.",
      publishedAt: defect == .datesItemsToday ? now() : Date(timeIntervalSinceReferenceDate: 0),
      source: defect == .namesANewspaper ? "Daily" : "A demo",
      dataSource: defect == .takesThemForCached ? .cache : .mock)
  }
}
