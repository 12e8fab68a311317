import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// Another implementation of bookmarks, with one defect: a list that is searched. Without a defect it holds
/// POS-66 to POS-68, so that what a property catches is the defect.
struct DefectiveBookmarks: ArticleBookmarks {
  enum Defect: Sendable {
    case comparesRawURLs, comparesWholeItems, staysWhenRemovedByVariant, matchesByTitle
    case makesIDsAnewOnLoading, livesInTheCache, keepsTheListIndex, keysByURL
    case showsTheItemsFlag, showsTheCachesFlag, marksOneRow, setsFlagsOnly, rewritesTheSource
  }

  private let data: any DataAccess
  private let defect: Defect?

  init(_ data: any DataAccess, _ defect: Defect?) {
    self.data = data
    self.defect = defect
  }

  func bookmark(_ item: NewsItem) async throws {
    var bookmark = Bookmark(
      articleID: item.id, url: item.url, title: item.title, summary: item.summary, source: item.source,
      publishedAt: item.publishedAt, dataSource: item.dataSource)
    if defect == .rewritesTheSource { bookmark.dataSource = .cache }
    if defect == .keepsTheListIndex {
      let present = try await bookmarks()
      bookmark.articleID = present.first { $0.url == item.url }?.articleID ?? "\(present.count)"
    }
    let (new, key) = (bookmark, key(of: bookmark))
    try await data.perform { scope in
      let fields = new.storedFields.merging(["id": .text(new.articleID)]) { old, _ in old }
      try scope.live().put(fields, at: key, in: Bookmark.collection)
    }
  }

  func unbookmark(_ item: NewsItem) async throws {
    for bookmark in try await bookmarks() where matches(bookmark, item) { try await delete(bookmark) }
  }

  func unbookmark(url: String) async throws {
    let address = defect == .staysWhenRemovedByVariant ? url : form(url)
    for bookmark in try await bookmarks() where bookmark.url == address { try await delete(bookmark) }
  }

  func isBookmarked(_ item: NewsItem) async throws -> Bool {
    try await bookmarks().contains { matches($0, item) }
  }

  func isBookmarked(url: String) async throws -> Bool {
    try await bookmarks().contains { $0.url == form(url) }
  }

  func bookmarks() async throws -> [Bookmark] {
    let defect = defect
    return try await data.perform { scope in
      let stored = try scope.live().scan(Bookmark.collection).map { record in
        var bookmark = try Bookmark(
          stored: StoredRecord(collection: Bookmark.collection, key: record.key, fields: record.fields))
        if case .text(let id) = record.fields["id"] { bookmark.articleID = id }
        return bookmark
      }
      switch defect {
      case .livesInTheCache:
        return try stored.filter { try scope.fetch(NewsItem.self, key: $0.articleID) != nil }
      case .makesIDsAnewOnLoading: return stored.map(withNewID)
      default: return stored.sorted { $0.articleID < $1.articleID }
      }
    }
  }

  func displayed(_ items: [NewsItem]) async throws -> [NewsItem] {
    let bookmarks = try await bookmarks()
    var seen: Set<String> = []
    return items.map { item in
      var item = item
      let isMarked = bookmarks.contains { $0.articleID == item.id }
      switch defect {
      case .showsTheItemsFlag: break
      case .showsTheCachesFlag where item.dataSource == .cache: break
      case .marksOneRow: item.isBookmarked = isMarked && seen.insert(item.id).inserted
      case .setsFlagsOnly: item.isBookmarked = item.isBookmarked || isMarked
      default: item.isBookmarked = isMarked
      }
      return item
    }
  }

  private func matches(_ bookmark: Bookmark, _ item: NewsItem) -> Bool {
    switch defect {
    case .comparesWholeItems: bookmark.title == item.title && bookmark.publishedAt == item.publishedAt
    case .matchesByTitle: bookmark.title == item.title
    case .keepsTheListIndex: bookmark.url == item.url
    default: bookmark.articleID == item.id
    }
  }

  /// The address to look for.
  private func form(_ url: String) -> String? {
    defect == .comparesRawURLs ? url : CanonicalURL(url)?.text
  }

  private func key(of bookmark: Bookmark) -> String {
    defect == .keysByURL ? bookmark.url : bookmark.articleID
  }

  private func delete(_ bookmark: Bookmark) async throws {
    let key = key(of: bookmark)
    try await data.perform { _ = try $0.delete(Bookmark.self, key: key) }
  }
}

private func withNewID(_ bookmark: Bookmark) -> Bookmark {
  var bookmark = bookmark
  let address = String(bookmark.url.prefix { $0 != "?" })
  bookmark.articleID = digestedArticleID(address)
  return bookmark
}
