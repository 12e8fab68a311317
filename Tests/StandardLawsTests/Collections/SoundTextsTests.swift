import PropertyTesting
import StandardLaws
import Testing

/// Strings, their views and their slices.
///
/// Characters that merge with their neighbours are no elements that a list could hold: what inserts and appends is checked on letters.
@Suite struct SoundTextsTests {
  static let texts = Generator<String>.text(count: 0...5)
  static let words = Generator<String>.text(.of("abc"), count: 0...5)
  static let slices = texts.map { text in ("é" + text + "é").dropFirst().dropLast() }

  /// A trap: “far-distance-in-bytes” in docs/found.md.
  private static func far<View>() -> Waiver<View> {
    .law("index(_:offsetBy:limitedBy:) returns nil for the greatest distance", because: "the views of UTF-8 and UTF-16 trap")
  }

  @Test func strings() throws {
    try checkLaws(.bidirectionalCollection, of: Self.texts, elements: Self.texts.compactMap(\.first))
    try checkLaws(.rangeReplaceableCollection, .valueSemantics, of: Self.words, elements: .element(of: ["a", "b", "c"]))
    try checkLaws(.bidirectionalCollection, of: Self.slices, elements: Self.texts.compactMap(\.first))
    try checkLaws(
      .rangeReplaceableCollection, .valueSemantics, of: Self.words.map { ("a" + $0 + "b").dropFirst().dropLast() },
      elements: .element(of: ["a", "b", "c"]))
  }

  @Test func views() throws {
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: Self.texts.map(\.utf8), elements: .byte)
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: Self.texts.map(\.utf16), elements: .codeUnit)
    try checkLaws(
      .bidirectionalCollection, .rangeReplaceableCollection, of: Self.texts.map(\.unicodeScalars), elements: .scalar)
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: Self.slices.map(\.utf8), elements: .byte)
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: Self.slices.map(\.utf16), elements: .codeUnit)
    try checkLaws(
      .bidirectionalCollection, .rangeReplaceableCollection, of: Self.slices.map(\.unicodeScalars), elements: .scalar)
  }

  @Test func viewsOfCharacters() throws {
    let characters = Self.texts.compactMap(\.first)
    try checkLaws(.bidirectionalCollection, of: characters.map(\.unicodeScalars), elements: .scalar)
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: characters.map(\.utf8), elements: .byte)
    try checkLaws(.bidirectionalCollection.except(Self.far()), of: characters.map(\.utf16), elements: .codeUnit)
    try checkLaws(.randomAccessCollection, of: Generator<Unicode.Scalar>.scalar.map(\.utf8), elements: .byte)
    try checkLaws(.randomAccessCollection, of: Generator<Unicode.Scalar>.scalar.map(\.utf16), elements: .codeUnit)
  }
}

extension Generator<UInt8> {
  fileprivate static var byte: Generator { Generator<Int>.int(in: 0...255).map { UInt8($0) } }
}

extension Generator<UInt16> {
  fileprivate static var codeUnit: Generator { Generator<Int>.int(in: 0...65_535).map { UInt16($0) } }
}

extension Generator<Unicode.Scalar> {
  fileprivate static var scalar: Generator { SoundTextsTests.texts.compactMap(\.unicodeScalars.first) }
}
