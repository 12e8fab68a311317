import PropertyTesting
import SwiftLexing

/// A token by its kind and text: what a source is put together from, and what is read off it again.
struct Piece: Sendable, Equatable, CustomStringConvertible {
  var kind: SwiftToken.Kind
  var text: String

  init(_ kind: SwiftToken.Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// `w:let`: see ``letters``.
  init?(_ notation: String) {
    guard let letter = notation.first, let kind = Self.letters.first(where: { $0.value == letter })?.key else { return nil }
    self.init(kind, String(notation.dropFirst(2)))
  }

  var description: String { "\(Self.letters[kind] ?? "?"):\(text.debugDescription)" }

  static let letters: [SwiftToken.Kind: Character] = [
    .blank: "b", .newline: "n", .lineComment: "c", .blockComment: "k", .word: "w", .escapedWord: "e", .integer: "i",
    .float: "f", .string: "s", .stringHead: "h", .stringMiddle: "m", .stringTail: "t", .regex: "r",
    .punctuation: "p", .operatorSign: "o", .directive: "d",
  ]
}

/// A source and the tokens of which it was put together.
struct DrawnSource: Sendable, CounterexampleDescribable {
  /// No two blanks follow on each other, nor do CR and LF as two ends of lines.
  let pieces: [Piece]

  var text: String { pieces.map(\.text).joined() }
  var counterexampleDescription: String { text.debugDescription }

  init(_ pieces: [Piece]) {
    self.pieces = pieces.filter { !$0.text.isEmpty }.reduce(into: []) { merged, piece in
      let last = merged.last
      if piece.kind == .blank && last?.kind == .blank || piece.text == "\n" && last == Piece(.newline, "\r") {
        merged[merged.count - 1].text += piece.text
      } else {
        merged.append(piece)
      }
    }
  }
}

/// What is under test: the lexer, or one of its broken twins.
typealias Lexing = @Sendable (String) -> [SwiftToken]

let lexing: Lexing = { LexedSource($0).tokens }

func pieces(of text: String, _ lexing: Lexing = lexing) -> [Piece] {
  let bytes = Array(text.utf8)
  return lexing(text).map { Piece($0.kind, String(decoding: bytes[$0.range], as: UTF8.self)) }
}
