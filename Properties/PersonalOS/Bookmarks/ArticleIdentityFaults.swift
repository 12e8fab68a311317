import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// Faults of POS-65: other ids, and canonical forms with one rule that is wrong.

extension Fault<PersonalOSSystem> {
  static let articleIDIsAHashValue = articleID(
    "articleIDIsAHashValue", "uses Swift's hash value, which differs in every process, as an id"
  ) {
    let word = String(UInt(bitPattern: ($0.url.hashValue)), radix: 16)
    return "art_" + String(repeating: "0", count: max(0, 32 - word.count)) + word
  }

  static let articleIDIsNewEachTime = articleID(
    "articleIDIsNewEachTime", "gives an article a new UUID at each delivery") { _ in
    "art_" + UUID().uuidString.lowercased().replacing("-", with: "")
  }

  static let articleIDIsMadeOfTheTitle = articleID("articleIDIsMadeOfTheTitle", "makes the id from the title") {
    digestedArticleID($0.title)
  }

  static let brokenArticlesShareAnID = Fault(
    "brokenArticlesShareAnID", "hashes an empty address if there is no usable one") {
    system in
    let (canonicalURL, makeItem) = (system.bookmarks.canonicalURL, system.bookmarks.makeItem)
    system.bookmarks.makeItem = { article, source in
      var item = makeItem(article, source)
      if canonicalURL(article.url) == nil {
        item.id = digestedArticleID("")
      }
      return item
    }
  }

  static let brokenArticlesLoseTheirURL = Fault(
    "brokenArticlesLoseTheirURL", "keeps no address that is not usable") { system in
    let (canonicalURL, makeItem) = (system.bookmarks.canonicalURL, system.bookmarks.makeItem)
    system.bookmarks.makeItem = { article, source in
      var item = makeItem(article, source)
      item.url = canonicalURL(article.url) ?? ""
      return item
    }
  }

  static let canonicalURLDecodesPorts = canonicalURL(
    "canonicalURLDecodesPorts", "decodes the digits of a port") { url, reference in
    reference(url.replacing("%38%30", with: "80").replacing("808%30", with: "8080"))
  }

  static let canonicalURLDropsDotsInBrackets = canonicalURL(
    "canonicalURLDropsDotsInBrackets", "drops a dot at the end of an address in brackets") { url, reference in
    reference(url.replacing(".]", with: "]"))
  }

  static let canonicalURLSortsOnlyNames = canonicalURL(
    "canonicalURLSortsOnlyNames", "sorts parameters only by name") { url, reference in
    guard let canonical = reference(url), let mark = canonical.firstIndex(of: "?") else {
      return reference(url)
    }
    let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    // Each parameter by itself, so that the reference sorts nothing.
    let parameters = query.split(separator: "&").compactMap { parameter in
      reference("https://example.com/?" + parameter)?.split(separator: "?", maxSplits: 1).dropFirst().first
    }
    let sorted = parameters.sorted { $0.prefix { $0 != "=" } < $1.prefix { $0 != "=" } }
    return canonical[..<mark] + "?" + sorted.joined(separator: "&")
  }

  static let canonicalURLLowercasesThePath = canonicalURL(
    "canonicalURLLowercasesThePath", "lower-cases the whole address") {
    $1($0)?.lowercased()
  }

  static let canonicalURLDecodesSlashes = canonicalURL("canonicalURLDecodesSlashes", "decodes an encoded slash") {
    $1($0)?.replacing("%2F", with: "/")
  }

  static let canonicalURLDropsParameters = canonicalURL("canonicalURLDropsParameters", "drops all parameters") {
    $1($0).map { String($0.prefix { $0 != "?" }) }
  }

  static let canonicalURLDropsRef = canonicalURL(
    "canonicalURLDropsRef", "treats the parameter ref as a tracking parameter") {
    $1($0.replacing("?ref", with: "?utm_ref").replacing("&ref", with: "&utm_ref"))
  }

  static let canonicalURLTakesPlusForSpace = canonicalURL(
    "canonicalURLTakesPlusForSpace", "treats a plus sign in the query as a space") {
    guard let canonical = $1($0), let mark = canonical.firstIndex(of: "?") else { return $1($0) }
    return String(canonical[..<mark]) + String(canonical[mark...]).replacing("+", with: "%20")
  }

  static let canonicalURLKeepsTracking = canonicalURL("canonicalURLKeepsTracking", "keeps utm parameters") {
    $1($0.replacing("utm_", with: "utm-"))
  }

  static let canonicalURLKeepsDotSegments = canonicalURL(
    "canonicalURLKeepsDotSegments", "leaves dot segments where they are") {
    $1($0.replacing("/../", with: "/..;/").replacing("/./", with: "/.;/"))
  }

  static let canonicalURLAcceptsAnything = canonicalURL(
    "canonicalURLAcceptsAnything", "accepts any text as an address") { $1($0) ?? $0 }

  /// Another id, of the item as the reference makes it.
  private static func articleID(
    _ id: String, _ fact: String, _ identify: @escaping @Sendable (NewsItem) -> String
  ) -> Fault {
    Fault(id, fact) { system in
      let makeItem = system.bookmarks.makeItem
      system.bookmarks.makeItem = { article, source in
        var item = makeItem(article, source)
        item.id = identify(item)
        return item
      }
    }
  }

  /// Another canonical form, and the id that it gives.
  private static func canonicalURL(
    _ id: String, _ fact: String,
    _ form: @escaping @Sendable (_ url: String, _ reference: (String) -> String?) -> String?
  ) -> Fault {
    Fault(id, fact) { system in
      let (canonicalURL, makeItem) = (system.bookmarks.canonicalURL, system.bookmarks.makeItem)
      let defective: @Sendable (String) -> String? = { form($0, canonicalURL) }
      system.bookmarks.canonicalURL = defective
      system.bookmarks.makeItem = { article, source in
        var item = makeItem(article, source)
        guard let canonical = defective(article.url) else { return item }
        item.url = canonical
        item.id = digestedArticleID(canonical)
        return item
      }
    }
  }
}
