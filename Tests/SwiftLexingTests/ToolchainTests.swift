import Foundation
import PropertyTesting
import RandomShare
import SwiftLexing
import Testing

/// The lexer against the parser of the toolchain that runs the tests. A toolchain without the modules of its parser
/// skips them, and says so.
@Suite(
  "Agreement with the toolchain",
  .enabled(if: Toolchain.modules != nil, "the toolchain brings no modules of SwiftParser, so that nothing is compared"))
struct ToolchainTests {
  private func toolchain() throws -> Toolchain { try #require(Toolchain.shared).get() }

  @Test("Every source of this package has the same tokens")
  func ownSources() throws {
    let toolchain = try toolchain()
    let files = try SwiftFiles.ofThisPackage(
      under: ["Sources", "Generators", "Properties", "Tests", "docs"])
    #expect(files.count > 1_000)
    var compared = 0
    for file in RandomShare.third(of: files) {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let reading = try toolchain.read(text)
      #expect(reading.isValid, "\(file)")
      compared += reading.tokens.count
      if let difference = firstDifference(of: text, reading) { Issue.record("\(file): \(difference)") }
    }
    #expect(compared > (RandomShare.isWhole ? 500_000 : 150_000))
  }

  @Test("Drawn sources have the same tokens")
  func drawnSources() throws {
    let toolchain = try toolchain()
    try check(
      "drawn sources", forAll: SourceWriter.generator, settings: RunSettings(cases: 500), requiring: ["parses": 0.5]
    ) { (source: DrawnSource, trial: Trial) in
      let reading = try toolchain.read(source.text)
      trial.label("parses", if: reading.isValid)
      if reading.isValid { try expect("a difference", firstDifference(of: source.text, reading), equals: nil) }
    }
  }

  @Test("So do sources of this package with one edit, as long as they parse")
  func editedSources() throws {
    let toolchain = try toolchain()
    let texts = try SwiftFiles.ofThisPackage(under: ["Sources", "Tests/SwiftLexingTests"])
      .map { try String(contentsOfFile: $0, encoding: .utf8) }.filter { $0.utf8.count < 6_000 }
    try check(
      "edited sources", forAll: .edit(of: texts), settings: RunSettings(cases: 400), requiring: ["parses": 0.3]
    ) { (text: String, trial: Trial) in
      let reading = try toolchain.read(text)
      trial.label("parses", if: reading.isValid)
      let difference = reading.isValid ? firstDifference(of: text, reading) : nil
      // An edit may put signs after a `>` that no program has there: a difference that `LexedSource` names.
      if let difference, difference.contains("at a >") { return }
      try expect("a difference", difference, equals: nil)
    }
  }

  @Test("The comparison tells a lexer that is wrong", arguments: BrokenLexer.allCases.filter { !$0.breaksCover })
  func brokenLexers(_ broken: BrokenLexer) throws {
    let toolchain = try toolchain()
    #expect(throws: PropertyFailure.self, "\(broken.rawValue)") {
      try check(
        "drawn sources", forAll: SourceWriter.generator,
        settings: RunSettings(cases: 2_000, seed: 1, shrinks: false, failures: 1)
      ) { (source: DrawnSource) in
        let reading = try toolchain.read(source.text)
        guard reading.isValid else { return }
        try expect("a difference", firstDifference(of: source.text, reading, broken.lexing), equals: nil)
      }
    }
  }

  /// What the two read differently first: as the toolchain reads it, and as the lexer does.
  private func firstDifference(
    of text: String, _ reading: Toolchain.Reading, _ lexing: Lexing = lexing
  ) -> String? {
    let ours = lexing(text).filter { $0.kind != .blank && $0.kind != .newline }
    let bytes = Array(text.utf8)
    for (index, token) in ours.enumerated() {
      let described = "\(Piece.letters[token.kind] ?? "?") \(token.range.lowerBound) \(token.range.upperBound)"
      guard index < reading.tokens.count else { return "the toolchain ends before \(described)" }
      if reading.tokens[index] != described {
        let isAtAngle =
          bytes[token.range.lowerBound] == UInt8(ascii: ">")
          && reading.tokens[index].hasPrefix("o \(token.range.lowerBound) ")
        return "line \(token.line)\(isAtAngle ? ", at a >" : ""): \(reading.tokens[index]) for the toolchain, "
          + "not \(described)"
      }
    }
    return reading.tokens.count > ours.count ? "the lexer ends before \(reading.tokens[ours.count])" : nil
  }
}

extension Generator where Value == String {
  /// One of the texts, with something taken out, put in or put in place of something else.
  fileprivate static func edit(of texts: [String]) -> Generator {
    let parts = [
      " ", "\n", "\r\n", "\t", "/**/", " //\n", "/", "!", "?", "<", ">", "#", "\"", ".", "\\", "&", "-", "(", ")", "=",
      "..<", "->", ">>", "??", "`", "$0", "0", "1.5", "é", "≤", "try?", "/a/", "#/a/#", "@", ":", ",", ";", "\"\\(x)\"",
    ]
    return Generator { source in
      var scalars = Array(try source(.element(of: texts)).unicodeScalars)
      // Blanks are worth most: what they stand between may join.
      let blanks = scalars.indices.filter { scalars[$0] == " " && $0 > 0 && scalars[$0 - 1] != " " }
      let place = try source(.oneOf(.element(of: blanks), .int(in: 0...(scalars.count - 1))))
      let isReplaced = try source(.bool)
      let part = try source(.frequency((1, .constant("")), (2, .element(of: parts))))
      scalars.replaceSubrange(place..<(isReplaced ? place + 1 : place), with: part.unicodeScalars)
      return String(String.UnicodeScalarView(scalars))
    }
  }
}
