import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  static let articlesAreKnownByRawURL = Fault(
    "articlesAreKnownByRawURL", "identifies articles by their addresses as written, and keeps these"
  ) { system in
    let makeItem = system.bookmarks.makeItem
    system.bookmarks.makeItem = { article, source in
      var item = makeItem(article, source)
      (item.id, item.url) = (digestedArticleID(article.url), article.url)
      return item
    }
  }
}
