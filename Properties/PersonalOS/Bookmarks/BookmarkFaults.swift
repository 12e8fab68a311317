import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  static let articlesAreKnownByRawURL = makingItems(
    "articlesAreKnownByRawURL", "identifies articles by their addresses as written"
  ) { $0.id = digestedArticleID($1.url) }

  static let bookmarksPersistRawURLs = makingItems(
    "bookmarksPersistRawURLs", "stores the address as the feed wrote it"
  ) { $0.url = $1.url }

  private static func makingItems(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout NewsItem, FeedArticle) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let makeItem = system.bookmarks.makeItem
      system.bookmarks.makeItem = { article, source in
        var item = makeItem(article, source)
        change(&item, article)
        return item
      }
    }
  }
}
