import Foundation
import PersonalOSReference
import PropertyTesting

/// Deliveries of articles. The generator knows which of them belong to the same article.
public struct ArticleIdentity: Sendable {
  /// An article with a usable address.
  public let first: FeedArticle
  /// The same article: its address has another spelling, and its details may differ.
  public let again: FeedArticle
  /// The edits that lead from the address of ``first`` to that of ``again``.
  public let respelling: [SpellingEdit]
  /// Other articles. Their addresses have other meanings; all else is as in ``first``.
  public let others: [FeedArticle]
  /// For each of ``others``, the change of its address.
  public let changes: [AddressChange]
  /// Two texts that are not usable addresses.
  public let brokenURLs: [String]
  /// The day on which articles without usable addresses are published, in days since 1970-01-01 UTC.
  public let day: Int
  /// Two times of that day, in seconds since midnight.
  public let times: [Int]
  /// Whether the case also checks the published test vectors.
  public let looksAtVectors: Bool
}

extension Generator where Value == ArticleIdentity {
  /// Three other articles, 1 to 8 edits of the spelling; one case in ten checks the vectors.
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
