import Foundation
import PersonalOSReference
import Testing

@testable import PersonalOSProperties

/// Decisions at the edges of what a web address is, and which of two spellings count as one.
@Suite("Canonical URLs")
struct CanonicalURLTests {
  @Test("The published vectors hold", arguments: ArticleIDVectors.all)
  func vectors(_ vector: ArticleIDVectors.Vector) {
    #expect(CanonicalURL(vector.url)?.text == vector.canonical)
    #expect(CanonicalURL(vector.url)?.articleID == vector.id)
  }

  @Test(
    "What counts as the same", .tags(.decision),
    arguments: [
      // Both default ports go, whatever the scheme: the schemes count as one.
      ("http://a.b:443/", "https://a.b/"), ("https://a.b:80/", "https://a.b/"),
      ("https://a.b:/", "https://a.b/"),
      ("https://a.b:08080/", "https://a.b:8080/"), ("https://a.b..", "https://a.b/"),
      ("https://EX%41MPLE.com", "https://example.com/"), ("https://@a.b", "https://a.b/"),
      ("https://a.b/c//", "https://a.b/c"), ("https://a.b//", "https://a.b/"),
      ("https://a.b//c", "https://a.b//c"),
      ("https://a.b/%2e%2E/c", "https://a.b/c"), ("https://a.b/c/..", "https://a.b/"),
      ("https://a.b/a+b", "https://a.b/a+b"), ("https://a.b/a%2bb", "https://a.b/a%2Bb"),
      ("https://a.b/?q=1+2", "https://a.b/?q=1+2"), ("https://a.b/?q=1%202", "https://a.b/?q=1%202"),
      // The names of tracking parameters are written small.
      ("https://a.b/?UTM_source=1", "https://a.b/?UTM_source=1"), ("https://a.b/?utm_=1", "https://a.b/"),
      ("https://a.b/?utm%5Fid=1", "https://a.b/"), ("https://a.b/?a;utm_id=1", "https://a.b/?a;utm_id=1"),
      ("https://a.b/?=1&a", "https://a.b/?=1&a"), ("https://a.b/?a=b=c", "https://a.b/?a=b=c"),
      ("https://[2001:DB8::1]:8080/", "https://[2001:db8::1]:8080/"),
      ("https://bücher.example/", "https://b%C3%BCcher.example/"),
      ("https://a.b/\u{301}", "https://a.b/%CC%81"),
    ])
  func same(url: String, canonical: String) {
    #expect(CanonicalURL(url)?.text == canonical)
    #expect(CanonicalURL(canonical)?.text == canonical)
  }

  @Test(
    "What is no web address", .tags(.decision),
    arguments: [
      "", "a.b", "//a.b/", "https:/a.b", "https://", "https:///a", "https://?q", "https://.", "https://:80/",
      "ftp://a.b/", "file:///a", "mailto:a@b", " https://a.b", "https://a.b ", "https://a.b/a b",
      "https://a.b/\n",
      "https://a.b/%", "https://a.b/%4", "https://a.b/%4g", "https://a.b/<", "https://a.b/\"",
      "https://a.b/{x}",
      "https://a.b/a[0]", "https://a.b/?a[]=1", "https://a.b/#a#b", "https://a@b@c/", "https://a:65536/",
      "https://a:8o/", "https://a:1:2/", "https://a:-1/", "https://[::1/", "https://::1]/", "https://[]/",
      "https://u[ser@a.b/", "http%3A//a.b", "https://a.b:８０/",
    ])
  func unusable(url: String) {
    #expect(CanonicalURL(url) == nil)
  }

  @Test(
    "Dot segments go as RFC 3986 shows",
    arguments: [
      ("/a/b/c/./../../g", "/a/g"), ("/mid/content=5/../6", "/mid/6"), ("/b/c/d;p/../../../g", "/g"),
      ("/b/c/../../../../g", "/g"), ("/b/c/g.", "/b/c/g."), ("/b/c/..g", "/b/c/..g"),
      ("/b/c/./g/.", "/b/c/g"),
      ("/b/c/g;x=1/../y", "/b/c/y"),
    ])
  func dotSegments(path: String, expected: String) {
    #expect(CanonicalURL("https://a" + path)?.text == "https://a" + expected)
  }

  @Test(
    "Without an address, source, title and day make the id",
    arguments: [
      (0.0, "art_a2f16e2b4ab8617b94d97c9e750aa7ac"), (86_399.5, "art_a2f16e2b4ab8617b94d97c9e750aa7ac"),
      (-0.5, "art_5c1ec80b2828300c7f952386758b9d9b"), (-86_400, "art_5c1ec80b2828300c7f952386758b9d9b"),
    ])
  func identityWithoutURL(seconds: Double, id: String) {
    let article = FeedArticle(
      url: "about:blank", title: "A title", summary: "", publishedAt: Date(timeIntervalSince1970: seconds),
      source: "Daily")
    #expect(article.stableID == id)
    #expect(NewsItem(article, dataSource: .api).url == "about:blank")
  }

  @Test("A day beyond all calendars still makes an id")
  func endlessDay() {
    for seconds in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
      let article = FeedArticle(
        url: "", title: "", summary: "", publishedAt: Date(timeIntervalSince1970: seconds), source: "")
      #expect(article.stableID.hasPrefix("art_"))
    }
  }
}
