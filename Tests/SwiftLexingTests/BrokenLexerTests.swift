import Foundation
import PropertyTesting
import SwiftLexing
import Testing

/// Lexers with one mistake each, made of the right one: the properties must see it.
enum BrokenLexer: String, CaseIterable {
  case losesTheLastToken = "loses the last token"
  case countsCarriageReturnsTwice = "counts CR LF as two lines"
  case joinsClosingAngles = "joins angles that close together"
  case splitsShifts = "splits a shift into two angles"
  case takesRegexForDivision = "takes a regex literal for operators"
  case takesDivisionForRegex = "takes what stands between two divisions for a regex"
  case endsInterpolationAtFirstParenthesis = "ends an interpolation at its first closing parenthesis"
  case endsNestedCommentsEarly = "ends a comment at the first end of one inside"
  case readsRawStringsAsPlain = "ends a raw string at a quote without its signs"
  case splitsDotOperators = "splits a dot off an operator"
  case joinsPostfixSigns = "joins a postfix sign with the operator after it"
  case readsTuplePartsAsFloat = "reads the numbers of tuple parts as one with a fraction"
  case keepsEmojiOutOfWords = "takes what is beyond ASCII for operators"

  /// Whether any text shows it: not only one whose tokens are known.
  var breaksCover: Bool { self == .losesTheLastToken || self == .countsCarriageReturnsTwice }

  var lexing: Lexing {
    { text in
      let source = LexedSource(text)
      return tokens(of: source)
    }
  }

  private func tokens(of source: LexedSource) -> [SwiftToken] {
    let tokens = source.tokens
    switch self {
    case .losesTheLastToken: return tokens.dropLast()
    case .countsCarriageReturnsTwice:
      let ends = source.bytes.indices.dropFirst().filter { source.bytes[$0] == 10 && source.bytes[$0 - 1] == 13 }
      return tokens.map { token in
        SwiftToken(
          kind: token.kind, range: token.range,
          line: token.line + ends.count { $0 < token.range.lowerBound }, column: token.column)
      }
    case .joinsClosingAngles: return joining(source) { $0 == ">" && $1 == ">" }
    case .joinsPostfixSigns: return joining(source) { ($0 == "!" || $0 == "?") && "=!?".contains($1.prefix(1)) }
    case .splitsShifts: return splitting(source) { $0.kind == .operatorSign && $1 == ">>" ? 1 : nil }
    case .splitsDotOperators:
      return splitting(source) { $0.kind == .operatorSign && $1.utf8.count > 1 && $1.hasPrefix(".") ? 1 : nil }
    case .takesRegexForDivision: return splitting(source) { $0.kind == .regex && $1.hasPrefix("/") ? 1 : nil }
    case .takesDivisionForRegex: return joiningDivisions(source)
    case .endsInterpolationAtFirstParenthesis:
      guard let head = tokens.firstIndex(where: { $0.kind == .stringHead }),
        let close = tokens[head...].firstIndex(where: { source.text(of: $0) == ")" })
      else { return tokens }
      return tokens[..<close] + [tokens[close].with(.stringTail)] + tokens[(close + 1)...]
    case .endsNestedCommentsEarly:
      return splitting(source) { token, text in
        guard token.kind == .blockComment, text.dropFirst(2).dropLast(2).contains("/*") else { return nil }
        return text.range(of: "*/").map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) }
      }
    case .readsRawStringsAsPlain:
      return splitting(source) { token, text in
        guard token.kind == .string, text.hasPrefix("#\""), !text.hasPrefix("#\"\"") else { return nil }
        let inside = text.utf8.dropFirst(2)
        guard let quote = inside.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let end = text.utf8.distance(from: text.startIndex, to: quote) + 1
        return end < text.utf8.count - 1 ? end : nil
      }
    case .readsTuplePartsAsFloat:
      guard
        let part = tokens.indices.dropFirst(3).first(where: {
          tokens[$0].kind == .integer && tokens[$0 - 2].kind == .integer && source.text(of: tokens[$0 - 1]) == "."
        })
      else { return tokens }
      return tokens[..<(part - 2)] + [tokens[part - 2].with(.float, upTo: tokens[part])] + tokens[(part + 1)...]
    case .keepsEmojiOutOfWords:
      return tokens.map { $0.kind == .word && source.bytes[$0.range.lowerBound] > 0x7F ? $0.with(.operatorSign) : $0 }
    }
  }

  /// Joins neighbours whose texts satisfy `belong`.
  private func joining(_ source: LexedSource, _ belong: (String, String) -> Bool) -> [SwiftToken] {
    source.tokens.reduce(into: []) { read, token in
      if let last = read.last, last.kind == .operatorSign, token.kind == .operatorSign,
        belong(source.text(of: last), source.text(of: token))
      {
        read[read.count - 1] = last.with(.operatorSign, upTo: token)
      } else {
        read.append(token)
      }
    }
  }

  /// Splits tokens after as many bytes as `length` says.
  private func splitting(_ source: LexedSource, _ length: (SwiftToken, String) -> Int?) -> [SwiftToken] {
    source.tokens.flatMap { token in
      guard let count = length(token, source.text(of: token)) else { return [token] }
      let place = token.range.lowerBound + count
      return [
        SwiftToken(
          kind: token.kind, range: token.range.lowerBound..<place, line: token.line, column: token.column),
        SwiftToken(
          kind: token.kind, range: place..<token.range.upperBound, line: token.line, column: token.column + count),
      ]
    }
  }

  private func joiningDivisions(_ source: LexedSource) -> [SwiftToken] {
    let tokens = source.tokens
    let slashes = tokens.indices.filter { source.text(of: tokens[$0]) == "/" }
    guard let (first, last) = zip(slashes, slashes.dropFirst()).first(where: { tokens[$0].line == tokens[$1].line })
    else { return tokens }
    return tokens[..<first] + [tokens[first].with(.regex, upTo: tokens[last])] + tokens[(last + 1)...]
  }
}

extension SwiftToken {
  fileprivate func with(_ kind: Kind, upTo end: SwiftToken? = nil) -> SwiftToken {
    SwiftToken(
      kind: kind, range: range.lowerBound..<(end ?? self).range.upperBound, line: line, column: column)
  }
}

@Suite("Broken lexers")
struct BrokenLexerTests {
  private let settings = RunSettings(cases: 3_000, seed: 1, shrinks: false, failures: 1)

  @Test("The right lexer passes with the same seed")
  func right() throws {
    try LexingProperties.drawnSource(lexing, settings)
    try LexingProperties.soup(lexing, settings)
    try LexingProperties.anyText(lexing, settings)
  }

  @Test("Known tokens tell each of them", arguments: BrokenLexer.allCases)
  func drawn(_ broken: BrokenLexer) {
    #expect(throws: PropertyFailure.self, "\(broken.rawValue)") {
      try LexingProperties.drawnSource(broken.lexing, settings)
    }
  }

  @Test("A soup of tokens tells those that do not cover it", arguments: BrokenLexer.allCases.filter(\.breaksCover))
  func cover(_ broken: BrokenLexer) {
    #expect(throws: PropertyFailure.self, "\(broken.rawValue)") {
      try LexingProperties.soup(broken.lexing, settings)
    }
  }

  @Test("Random text tells that the end is missing")
  func anyText() {
    #expect(throws: PropertyFailure.self) {
      try LexingProperties.anyText(BrokenLexer.losesTheLastToken.lexing, settings)
    }
  }
}
