import Foundation
import PersonalOSReference
import PropertyTesting

/// Deliveries of which it is known beforehand which are of one article.
public struct ArticleIdentity: Sendable {
  public let first: FeedArticle
  /// The same article: its address in another spelling, its details as they may be.
  public let again: FeedArticle
  public let respelling: [SpellingEdit]
  /// Other articles: their addresses say something else; nothing else differs from the first.
  public let others: [FeedArticle]
  /// What each of them says in another way.
  public let changes: [AddressChange]
  /// Not usable.
  public let brokenURLs: [String]
  /// Days since 1970-01-01, UTC.
  public let day: Int
  /// Two times of that day, in seconds.
  public let times: [Int]
  /// Whether the published vectors are looked at too.
  public let looksAtVectors: Bool
}

extension Generator where Value == ArticleIdentity {
  public static var articleIdentity: Generator {
    let edits = Generator<[SpellingEdit]>.array(of: .spellingEdit, count: 0...6)
    let article = Generator<FeedArticle>.feedArticle(url: .constant(""))
    return Generator { source in
      let address = try source(.webAddress)
      var (first, again) = (try source(article), try source(article))
      let spelling = try source(edits)
      let respelling = try source(.array(of: .spellingEdit, count: 1...8))
      first.url = address.written(spelling)
      again.url = address.written(spelling + respelling)
      let changes = try source(.array(of: .addressChange, count: 3))
      let others = changes.map { change in
        var other = first
        other.url = address.changed(change).written(spelling)
        return other
      }
      return ArticleIdentity(
        first: first, again: again, respelling: respelling, others: others, changes: changes,
        brokenURLs: try source(.array(of: .brokenAddress, count: 2)),
        day: try source(.int(in: -40_000...40_000, target: 0)),
        times: try source(.array(of: .element(of: [0, 1, 43_200, 86_399]), count: 2)),
        looksAtVectors: try source(.frequency((9, .constant(false)), (1, .constant(true)))))
    }
  }
}
