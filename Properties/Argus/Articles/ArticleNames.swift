import ArgusReference
import Foundation

/// The ids, names, addresses and texts of the articles in a case, by number: the model knows numbers alone. Several look alike
/// and differ in their bytes.
enum ArticleNames {
  static let ids = ["a", "A", "é", "e\u{301}", "a\0", "ab"]
  static let topics = ["é", "e\u{301}", "É", "news", "a,b", ""]
  /// The number of the name that no topic has: an article that names it is in no topic for that.
  static let noTopic = 5
  static let texts = ["", "one *two*", "three\n\nfour", "# Ünï\u{301}", "a\0b"]

  /// One address in several forms.
  static func address(_ number: Int?, form: Int) -> String {
    guard let number else { return ["", "no address"][form % 2] }
    let (scheme, port) = number % 2 == 0 ? ("https", usualPorts[0]) : ("http", usualPorts[1])
    return switch form {
    case 0: "\(scheme)://news.example/\(number)"
    case 1: "\(scheme.uppercased())://News.Example:\(port)/\(number)/#top"
    case 2: "\(scheme)://news.example/\(number)?utm_source=x"
    case 3: "\(scheme)://news.example/\(number)?UTM_Campaign=x&utm_medium=y"
    default: "\(scheme)://news.example/\(number)/"
    }
  }

  static let formCount = 5
  private static let usualPorts = [443, 80]

  static func number(of text: String, in list: [String]) -> Int {
    list.firstIndex { $0.utf8.elementsEqual(text.utf8) } ?? -1
  }

  /// The number that stands in an address of the case.
  static func address(of url: String) -> Int? {
    url.split { !$0.isNumber }.map(String.init).compactMap(Int.init).first { !usualPorts.contains($0) }
  }

  static func date(_ second: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(second)) }

  /// Rich text that tells its Markdown, in place of reading that: what is looked at is what becomes of it.
  static func rendered(_ markdown: String) -> RichText {
    RichText(blocks: [RichText.Block(.paragraph, runs: [RichText.Run("«\(markdown)»")])])
  }
}
