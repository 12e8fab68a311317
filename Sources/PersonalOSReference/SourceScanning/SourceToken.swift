/// A token of Swift source. Comments are not tokens. Of a string literal, only the interpolations count as code.
public struct SourceToken: Sendable, Equatable {
  /// What kind of token it is, as far as the rules distinguish tokens.
  public enum Kind: Sendable {
    /// An identifier or keyword. Between backticks, it is always an identifier.
    case word, escapedWord
    case integer, float
    /// A string or regex literal, or the part of a string up to the next interpolation.
    case text
    /// `#if`, `#selector` and others, with the `#`.
    case directive
    /// A bracket, comma, colon, single dot or `@`, each of one character.
    case punctuation
    case operatorSign
  }

  /// The kind, which decides the form of ``text``.
  public let kind: Kind
  /// The token as written, but without backticks. For a literal, only its first character.
  public let text: String
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1 in UTF-8 bytes, as the compiler counts.
  public let column: Int
  /// Whether nothing stands between the previous token and this one.
  public let followsDirectly: Bool

  /// Whether the token is this word, keyword or not.
  public func isWord(_ word: String) -> Bool {
    (kind == .word || kind == .escapedWord) && text == word
  }

  /// Whether the token is this word and not between backticks.
  public func isKeyword(_ word: String) -> Bool { kind == .word && text == word }

  /// Whether the token is this punctuation sign.
  public func isPunctuation(_ sign: String) -> Bool { kind == .punctuation && text == sign }
  /// Whether the token is an operator with exactly this text.
  public func isOperator(_ sign: String) -> Bool { kind == .operatorSign && text == sign }
}

extension SourceToken {
  /// Whether a value may end here, so that a `!` right after it unwraps that value.
  var endsOperand: Bool {
    switch kind {
    case .word, .escapedWord, .integer, .float, .text, .directive: true
    case .punctuation: [")", "]", "}"].contains(text)
    case .operatorSign: ["!", "?", ">"].contains(text)
    }
  }
}
