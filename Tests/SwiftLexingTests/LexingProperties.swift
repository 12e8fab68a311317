import Foundation
import PropertyTesting
import SwiftLexing
import Testing

/// What holds of any text, and what is known of a source because it was put together from its tokens.
enum LexingProperties {
  /// The tokens cover the text byte for byte; their places are those that counting line ends gives.
  static func expectCover(_ text: String, _ lexing: Lexing) throws {
    let bytes = Array(text.utf8)
    let starts = lineStarts(of: bytes)
    var end = 0
    for token in lexing(text) {
      try expect("where a token begins", token.range.lowerBound, equals: end)
      try expect("it has at least a byte", !token.range.isEmpty)
      end = token.range.upperBound
      let line = starts.partitioningIndex { $0 > token.range.lowerBound }
      let isMark = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && token.range.lowerBound >= 3
      try expect("its line", token.line, equals: line)
      try expect(
        "its column", token.column, equals: token.range.lowerBound - starts[line - 1] + 1 - (isMark ? 3 : 0))
    }
    try expect("where the last token ends", end, equals: bytes.count)
  }

  /// Where each line begins.
  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    [0]
      + bytes.indices.filter { bytes[$0] == 10 || bytes[$0] == 13 && !($0 + 1 < bytes.count && bytes[$0 + 1] == 10) }
      .map { $0 + 1 }
  }

  static func anyText(_ lexing: @escaping Lexing, _ settings: RunSettings) throws {
    try check("any text is covered", forAll: .text(.unicode), settings: settings) { try expectCover($0, lexing) }
    try check("any bytes are covered", forAll: .bytes(count: 0...60), settings: settings) { bytes in
      try expectCover(String(decoding: bytes, as: UTF8.self), lexing)
    }
  }

  static func soup(_ lexing: @escaping Lexing, _ settings: RunSettings) throws {
    try check("a soup of tokens is covered", forAll: .tokenSoup, settings: settings) { try expectCover($0, lexing) }
  }

  static func drawnSource(_ lexing: @escaping Lexing, _ settings: RunSettings) throws {
    try check(
      "a source is taken apart where it was put together", forAll: SourceWriter.generator, settings: settings,
      requiring: ["nested interpolation": 0.02, "regex": 0.1, "division": 0.1, "lists that close together": 0.03]
    ) { (source: DrawnSource, trial: Trial) in
      trial.label("regex", if: source.pieces.contains { $0.kind == .regex })
      trial.label("division", if: source.pieces.contains { $0.kind == .operatorSign && $0.text.contains("/") })
      trial.label("nested interpolation", if: source.interpolationDepth > 1)
      trial.label(
        "lists that close together",
        if: zip(source.pieces, source.pieces.dropFirst()).contains { $0.text == ">" && $1.text == ">" })
      try expectCover(source.text, lexing)
      let found = pieces(of: source.text, lexing)
      for (index, piece) in source.pieces.enumerated() {
        try expect("token \(index)", index < found.count ? found[index] : nil, equals: piece)
      }
      try expect("how many tokens", found.count, equals: source.pieces.count)
    }
  }
}

extension DrawnSource {
  fileprivate var interpolationDepth: Int {
    var (depth, deepest) = (0, 0)
    for piece in pieces {
      if piece.kind == .stringHead { depth += 1 }
      if piece.kind == .stringTail { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

extension Generator where Value == String {
  /// What lexers look at, in no order.
  fileprivate static var tokenSoup: Generator {
    let parts: Generator<String> = .element(of: [
      "a", "Set", "func", "operator", "return", "try", "0", "0x", "0xf.fp", "1.5", "1e", "0b2", "$0", "_", "`", "\"",
      "\"\"\"", "\\(", ")", "(", "[", "]", "{", "}", "#", "##", "#\"", "\"#", "\\#(", "#/", "/#", "\\", "\\.", "'", "/",
      "//", "/*", "*/", "/a/", "+", "->", ".", "...", "..<", ".+", "<", ">", ">>", "==", "!", "?", "&", "=", ":", ";",
      ",", "@", " ", "\t", "\n", "\r\n", "\r", "é", "🐶", "≤", "\u{301}", "\u{A0}", "\u{FEFF}", "\u{0}", "\u{B}", "“",
      "<#", "#>", "#if",
    ])
    return Generator<[String]>.array(of: parts, count: 0...40).map { $0.joined() }
  }
}

extension RandomAccessCollection where Index == Int {
  /// How many elements at the beginning do not satisfy `belongs`, of a collection where all others do.
  fileprivate func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

@Suite("Properties of the lexer")
struct LexingPropertyTests {
  @Test("Any text is covered")
  func anyText() throws { try LexingProperties.anyText(lexing, RunSettings(cases: 2_000)) }

  @Test("A soup of tokens is covered")
  func soup() throws { try LexingProperties.soup(lexing, RunSettings(cases: 3_000)) }

  @Test("A source is taken apart where it was put together")
  func drawnSource() throws { try LexingProperties.drawnSource(lexing, RunSettings(cases: 3_000)) }

  @Test("Sources of this package that end anywhere are covered")
  func truncations() throws {
    let sources = try SwiftFiles.ofThisPackage(under: ["Sources/SwiftLexing", "Tests/SwiftLexingTests"]).map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    #expect(sources.count > 10)
    let place = Generator<(String, Int)> { source in
      let text = try source(.element(of: sources))
      return (text, try source(.int(in: 0...text.unicodeScalars.count)))
    }
    try check("the beginning of a source is covered", forAll: place, settings: RunSettings(cases: 150)) { text, count in
      try LexingProperties.expectCover(String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))), lexing)
    }
  }
}
