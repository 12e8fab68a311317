import SwiftLexing

extension SourceToken {
  /// The tokens of a source, without white space and comments.
  ///
  /// `a!=b` counts as a comparison. The compiler takes it for an assignment to `a!` and rejects it in a condition, but
  /// nobody who writes it means to unwrap.
  static func tokens(of text: String) -> [SourceToken] {
    let source = LexedSource(text)
    let code = source.tokens.filter { !$0.kind.isTrivia }
    var read: [SourceToken] = []
    read.reserveCapacity(code.count)
    var end = -1
    for token in code {
      let text = source.words(of: token)
      let followsDirectly = token.range.lowerBound == end
      end = token.range.upperBound
      if followsDirectly, text.first == "=", let sign = read.last, sign.isOperator("!"), sign.followsDirectly {
        read[read.count - 1] = SourceToken(
          kind: .operatorSign, text: sign.text + text, line: sign.line, column: sign.column, followsDirectly: true)
      } else {
        read.append(
          SourceToken(
            kind: Kind(token.kind), text: text, line: token.line, column: token.column,
            followsDirectly: followsDirectly))
      }
    }
    return read
  }
}

extension SourceToken.Kind {
  fileprivate init(_ kind: SwiftToken.Kind) {
    self =
      switch kind {
      case .word: .word
      case .escapedWord: .escapedWord
      case .integer: .integer
      case .float: .float
      case .string, .stringHead, .stringMiddle, .stringTail, .regex: .text
      case .directive: .directive
      case .operatorSign: .operatorSign
      case .punctuation, .blank, .newline, .lineComment, .blockComment: .punctuation
      }
  }
}

extension LexedSource {
  /// The token's text in the form of ``SourceToken/text``.
  fileprivate func words(of token: SwiftToken) -> String {
    switch token.kind {
    case .string, .stringHead, .stringMiddle, .stringTail: "\""
    case .regex: "/"
    case .escapedWord: String(text(of: token).dropFirst().dropLast())
    default: text(of: token)
    }
  }
}
