import ArgusReference
import Foundation

/// The ids, names, addresses and texts of the articles in a case, by number: a model knows numbers alone. Several look alike and
/// differ in their bytes.
public enum ArticleNames {
  /// The ids of articles.
  public static let ids = ["a", "A", "é", "e\u{301}", "a\0", "ab"]
  /// The names of topics. The last one names none.
  public static let topics = ["é", "e\u{301}", "É", "news", "a,b", ""]
  /// The number of the name that no topic has: an article that names it is in no topic for that.
  public static let noTopic = 5
  /// The Markdown of bodies.
  public static let texts = ["", "one *two*", "three\n\nfour", "# Ünï\u{301}", "a\0b"]

  /// One address in several forms; nil: one of several texts that are no address. Each two addresses differ in one part alone:
  /// scheme, port, path, or what is asked for.
  public static func address(_ number: Int?, form: Int) -> String {
    guard let number else { return noAddresses[form] }
    let (scheme, port, path, query) = addresses[number]
    let place = "://news.example\(port.map { ":\($0)" } ?? "")\(path)"
    let asked = query.map { "?\($0)" } ?? ""
    return switch form {
    case 0: "\(scheme)\(place)\(asked)"
    case 1: "\(scheme.uppercased())://News.Example:\(port ?? (scheme == "https" ? 443 : 80))\(path)/\(asked)#top"
    case 2: "\(scheme)\(place)?utm_source=x\(query.map { "&\($0)" } ?? "")"
    case 3: "\(scheme)\(place)?\(query.map { "\($0)&" } ?? "")UTM_Campaign=x&utm_medium=y"
    default: "\(scheme)\(place)//\(asked)"
    }
  }

  static let formCount = 5
  private static let addresses: [(scheme: String, port: Int?, path: String, query: String?)] = [
    // The port of the one scheme is no usual one of the other.
    ("https", nil, "/a", nil), ("http", nil, "/a", nil), ("https", nil, "/a", "page=2"), ("https", 80, "/a", nil),
    ("https", nil, "", nil),
  ]
  /// Of two articles with one of these nobody knows that they are the same.
  private static let noAddresses = ["", "no address", "https:///a", "ftp://news.example/a", "news.example/a"]

  /// The place of a text in a list, by its bytes; -1 if it is not there.
  public static func number(of text: String, in list: [String]) -> Int {
    list.firstIndex { $0.utf8.elementsEqual(text.utf8) } ?? -1
  }

  /// The number of the address that this is a form of.
  public static func address(of url: String) -> Int? {
    addresses.indices.first { number in (0..<formCount).contains { address(number, form: $0) == url } }
  }

  /// Gives the article all that goes by the number of its text: what it has besides id, address, topics and whether it was read.
  /// Each field tells its text, and no two of the marks are always the same, so that no two can be exchanged unnoticed.
  public static func fill(_ article: inout ArticleModel, withText number: Int) {
    (article.title, article.summary, article.body) = ("T \(texts[number])", "S \(texts[number])", texts[number])
    (article.isBookmarked, article.isArchived, article.highPriority) = (number & 1 != 0, number & 2 != 0, (number + 1) & 2 != 0)
    article.qualityScore = number == 0 ? nil : Double(number) * 12.5
    article.publishedAt = date(number * 100)
  }

  /// So many seconds after the reference date.
  public static func date(_ second: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(second)) }

  /// Rich text that tells its Markdown, in place of reading that: what is looked at is what becomes of it.
  public static func rendered(_ markdown: String) -> RichText {
    RichText(blocks: [RichText.Block(.paragraph, runs: [RichText.Run("«\(markdown)»")])])
  }
}
