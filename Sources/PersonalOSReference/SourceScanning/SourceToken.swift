/// One token of Swift source. Comments are none, and of a string literal only what is interpolated is read
/// as code.
public struct SourceToken: Sendable, Equatable {
  public enum Kind: Sendable {
    /// An identifier or keyword; between backticks, an identifier in any case.
    case word, escapedWord
    case integer, float
    /// A string or regex literal, or the part of one up to the next interpolation.
    case text
    /// `#if`, `#selector` …, with its sign.
    case directive
    /// Brackets, commas, colons, a single dot, `@`: one character each.
    case punctuation
    case operatorSign
  }

  public let kind: Kind
  /// As written, without backticks; of a literal only its first character.
  public let text: String
  /// From 1.
  public let line: Int
  /// From 1, in UTF-8 bytes, as the compiler counts them.
  public let column: Int
  /// Nothing stands between the token before and this one.
  public let followsDirectly: Bool

  /// Whether the token is this word, keyword or not.
  public func isWord(_ word: String) -> Bool {
    (kind == .word || kind == .escapedWord) && text == word
  }

  /// Whether the token is this word, not between backticks.
  public func isKeyword(_ word: String) -> Bool { kind == .word && text == word }

  public func isPunctuation(_ sign: String) -> Bool { kind == .punctuation && text == sign }
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
