import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What holds of the ids of articles: known from how their addresses were made, not from reading them.
struct ArticleIdentityClaims {
  private let bookmarks: BookmarkSystem

  init(_ bookmarks: BookmarkSystem) {
    self.bookmarks = bookmarks
  }

  private func id(_ article: FeedArticle) -> String { bookmarks.makeItem(article, .api).id }

  func expectSame(_ first: FeedArticle, _ again: FeedArticle) throws {
    try expect("id of \(describe(again.url)), as of \(describe(first.url))", id(again), equals: id(first))
    try expect(
      "canonical form of \(describe(again.url)), as of \(describe(first.url))",
      bookmarks.canonicalURL(again.url),
      equals: bookmarks.canonicalURL(first.url))
  }

  func expectDifferent(_ first: FeedArticle, _ other: FeedArticle) throws {
    try expect(
      "\(describe(other.url)) has another id than \(describe(first.url))", id(other) != id(first))
  }

  /// Half of the digest of the canonical form, which is a form of its own, and what the item has for a URL.
  func expectDerivedFromCanonicalURL(_ articles: [FeedArticle]) throws {
    for article in articles {
      let canonical = bookmarks.canonicalURL(article.url) ?? ""
      try expect("\(describe(article.url)) is usable", !canonical.isEmpty)
      let item = bookmarks.makeItem(article, .api)
      try expect(
        "id of the article at \(canonical)", item.id,
        equals: digestedArticleID(canonical))
      try expect("URL of the item", item.url, equals: canonical)
      try expect(
        "canonical form of \(canonical)", bookmarks.canonicalURL(canonical), equals: canonical)
    }
  }

  /// Without a usable address, an article is its source, its title and its day.
  func expectIdentityWithoutURL(_ identity: ArticleIdentity) throws {
    func article(
      url: Int, _ source: String, _ title: String, day: Int, time: Int
    ) -> FeedArticle {
      FeedArticle(
        url: identity.brokenURLs[url], title: title, summary: identity.first.summary,
        publishedAt: Date(timeIntervalSince1970: Double(day * 86_400 + identity.times[time])), source: source)
    }
    let (source, title, day) = (identity.first.source, identity.first.title, identity.day)
    let first = article(url: 0, source, title, day: day, time: 0)
    try expectSame(first, article(url: 1, source, title, day: day, time: 1))
    try expect(
      "URL of the item, which is not usable", bookmarks.makeItem(first, .api).url, equals: first.url)
    for url in identity.brokenURLs {
      try expect(
        "canonical form of \(describe(url)), which is not usable", bookmarks.canonicalURL(url), equals: nil)
    }
    try expectDifferent(first, article(url: 0, source, title + "!", day: day, time: 0))
    try expectDifferent(first, article(url: 0, source + "!", title, day: day, time: 0))
    try expectDifferent(first, article(url: 0, source, title, day: day + 1, time: 0))
    try expectDifferent(
      article(url: 0, source + "a", title, day: day, time: 0),
      article(url: 0, source, "a" + title, day: day, time: 0))
    let separated = "\(source)\u{0}\(title)\u{0}\(day)"
    try expect(
      "id of \(describe(separated))", id(first),
      equals: digestedArticleID(separated))
  }

  /// A dot at the end of a name stands for the root; in brackets it belongs to the address.
  func expectLiteralsKept(_ article: FeedArticle) throws {
    var (named, literal, dotted) = (article, article, article)
    (named.url, literal.url, dotted.url) = ("https://v1.a./x", "https://[v1.a]/x", "https://[v1.a.]/x")
    try expectDerivedFromCanonicalURL([named, literal, dotted])
    try expectDifferent(literal, dotted)
    try expectDifferent(literal, named)
  }

  func expectVector(_ vector: ArticleIDVectors.Vector) throws {
    try expect(
      "canonical form of \(vector.url)", bookmarks.canonicalURL(vector.url), equals: vector.canonical)
    let article = FeedArticle(
      url: vector.url, title: "", summary: "", publishedAt: Date(timeIntervalSince1970: 0), source: "")
    try expect("id of \(vector.url)", id(article), equals: vector.id)
  }
}

extension ArticleIdentity {
  /// The classes of the case.
  var classes: [String] {
    var classes: [String] = []
    if again.url != first.url { classes.append("another spelling") }
    if again.title != first.title { classes.append("another title") }
    let swaps = respelling.contains { edit in
      if case .swapParameters(let a, let b) = edit { a != b } else { edit == .swapNamesakes }
    }
    if swaps && first.url.contains("&") { classes.append("parameters in another order") }
    for (change, other) in zip(changes, others) {
      switch change {
      case .caseOfPath where other.url.lowercased() == first.url.lowercased():
        classes.append("the case of the path changes")
      case .encodedSlash where other.url.contains("%2F"): classes.append("an encoded slash")
      case .shorterQuery, .longerName, .longerValue, .duplicateParameter:
        classes.append("a change of parameters")
      default: break
      }
    }
    return classes
  }
}
