import Foundation
import PropertyTesting
import StandardLaws

/// A text and its number, which treats upper and lower case as ``Flaw`` says: those that ignore case on one side only.
struct Label: Hashable, Comparable, Codable {
  var text: String
  var number: Int

  private var folded: String { text.lowercased() }

  static func == (left: Label, right: Label) -> Bool {
    guard left.number == right.number else { return false }
    if Flaw.is("== ignores case, and hash(into:) does not") || Flaw.is("== ignores case, and < does not") {
      return left.folded == right.folded
    }
    if Flaw.is("== ignores the case of ASCII, and hash(into:) does not") { return left.foldedASCII == right.foldedASCII }
    if Flaw.is("== takes a text for its lower case") {
      return left.text == right.text || left.text == right.folded || left.folded == right.text
    }
    if Flaw.is("== ignores the case of the right text") { return left.text == right.text || left.text == right.folded }
    return left.text == right.text
  }

  private var foldedASCII: [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(text)
  }

  static func < (left: Label, right: Label) -> Bool {
    if left.number != right.number { return left.number < right.number }
    if Flaw.is("< ignores case, and == does not") { return left.folded < right.folded }
    if Flaw.is("< puts a text before its other case, both ways"), left.folded == right.folded { return left.text != right.text }
    return left.text < right.text
  }

  static func > (left: Label, right: Label) -> Bool {
    if Flaw.is("> ignores case, and < does not"), left.number == right.number { return right.folded < left.folded }
    return right < left
  }

  static func <= (left: Label, right: Label) -> Bool {
    if Flaw.is("<= ignores case, and < does not"), left.number == right.number { return left.folded <= right.folded }
    return !(right < left)
  }

  static func >= (left: Label, right: Label) -> Bool {
    if Flaw.is(">= ignores case, and < does not"), left.number == right.number { return left.folded >= right.folded }
    return !(left < right)
  }
}

/// Values under names, which are written as an object.
struct Index: Codable, Equatable {
  var entries: [String: Int]

  init(entries: [String: Int]) { self.entries = entries }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }

  init(from decoder: any Decoder) throws {
    let read = try decoder.singleValueContainer().decode([String: Int].self)
    entries = read
    guard Flaw.is("keys that differ in case alone are read as one") else { return }
    var seen: Set<String> = []
    entries = read.filter { seen.insert($0.key.lowercased()).inserted }
  }
}

extension Generator where Value == Label {
  static let label = Generator { source in Label(text: try source(.text()), number: try source(.int(in: 0...9))) }
}

extension Generator where Value == Index {
  static let index = Generator<[String: Int]>.dictionary(of: .text(), .int(in: 0...9), count: 2...6).map { Index(entries: $0) }
}

/// The mistakes of ``Label`` and ``Index``.
enum LabelWitnesses {
  private static func of(_ laws: Laws<Label>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .label) }
  }

  static let all: [Witness] = Witness.list(
    of(.equatable, "equality is symmetric", "== ignores the case of the right text"),
    of(.equatable, "equality is transitive", "== takes a text for its lower case"),
    of(
      .hashable, "equal values have equal hashes", "== ignores case, and hash(into:) does not",
      "== ignores the case of ASCII, and hash(into:) does not"),
    of(
      .comparable, "of two values, exactly one of <, == and > holds", "< ignores case, and == does not",
      "== ignores case, and < does not", "< puts a text before its other case, both ways"),
    of(.comparable, "equal values compare alike with any third", "== ignores case, and < does not"),
    of(.comparable, "a > b says that b < a", "> ignores case, and < does not"),
    of(.comparable, "a <= b says that not b < a", "<= ignores case, and < does not"),
    of(.comparable, "a >= b says that not a < b", ">= ignores case, and < does not"),
    [
      Witness(
        "keys that differ in case alone are read as one", breaks: "a value comes back from JSON", of: Laws<Index>.codable, .index)
    ])
}
