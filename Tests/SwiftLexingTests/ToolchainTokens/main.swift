// Prints the tokens of Swift files as the toolchain's own parser reads them. The tests compile it against the modules
// that the toolchain brings, and run it once for many files.
//
// It reads texts, each after a line with its length in bytes. To each it answers with a header of 16 bytes, `v` for a text
// that parses without complaint or `i`, a blank, 13 digits and a line end, and then with as many bytes as the digits say: a
// line for each token or comment, of a letter for its kind, and where it begins and ends. What the parser splits and
// SwiftLexing does not is put together here: the parts of a literal, `#` and the name after it, `15.1` in a version.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import SwiftParser
import SwiftSyntax

struct Piece {
  var kind: Character
  var start: Int
  var end: Int
}

final class Reading: SyntaxVisitor {
  private(set) var pieces: [Piece] = []
  private var offset = 0
  private var isAfterPound = false

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.leadingTriviaLength.utf8Length > 0 { readComments(token.leadingTrivia) }
    let end = offset + token.trimmedLength.utf8Length
    if token.presence == .present { readToken(token, offset, end) }
    isAfterPound = token.tokenKind == .pound
    offset = end
    if token.trailingTriviaLength.utf8Length > 0 { readComments(token.trailingTrivia) }
    return .skipChildren
  }

  private func readComments(_ trivia: Trivia) {
    for piece in trivia {
      let end = offset + piece.sourceLength.utf8Length
      switch piece {
      case .lineComment, .docLineComment: pieces.append(Piece(kind: "c", start: offset, end: end))
      case .blockComment, .docBlockComment: pieces.append(Piece(kind: "k", start: offset, end: end))
      default: break
      }
      offset = end
    }
  }

  private func readToken(_ token: TokenSyntax, _ start: Int, _ end: Int) {
    if readText(token, start, end) { return }
    guard start < end, token.tokenKind != .endOfFile else { return }
    if case .shebang = token.tokenKind { return pieces.append(Piece(kind: "c", start: start, end: end)) }
    if let last = pieces.last, last.end == start, joins(token) {
      pieces[pieces.count - 1].end = end
      if last.kind == "p" { pieces[pieces.count - 1].kind = "d" }
      if last.kind == "i" { pieces[pieces.count - 1].kind = "f" }
      return
    }
    pieces.append(Piece(kind: kind(of: token), start: start, end: end))
  }

  /// `#` and a name; the first two numbers of a version and the dot between them.
  private func joins(_ token: TokenSyntax) -> Bool {
    switch token.tokenKind {
    case .identifier, .keyword, .dollarIdentifier: return isAfterPound && !token.text.hasPrefix("`")
    case .period, .integerLiteral:
      guard let component = token.parent?.as(VersionComponentSyntax.self),
        let components = component.parent?.as(VersionComponentListSyntax.self)
      else { return false }
      return components.first == component
    default: return false
    }
  }

  /// The parts of a literal become one piece, or one up to each interpolation.
  private func readText(_ token: TokenSyntax, _ start: Int, _ end: Int) -> Bool {
    let parent = token.parent
    if parent?.is(RegexLiteralExprSyntax.self) == true {
      return append("r", start, end, continuing: token != parent?.firstToken(viewMode: .sourceAccurate))
    }
    if parent?.is(ExpressionSegmentSyntax.self) == true {
      switch token.tokenKind {
      case .rightParen: return append("t", start, end, continuing: false)
      case .leftParen:
        pieces[pieces.count - 1].kind = pieces[pieces.count - 1].kind == "t" ? "m" : "h"
        fallthrough
      case .backslash, .rawStringPoundDelimiter: return append("s", start, end, continuing: true)
      default: return false
      }
    }
    let isPart =
      parent?.is(StringSegmentSyntax.self) == true || parent?.is(StringLiteralExprSyntax.self) == true
      || parent?.is(SimpleStringLiteralExprSyntax.self) == true
    guard isPart else { return false }
    let literal = parent?.is(StringSegmentSyntax.self) == true ? parent?.parent?.parent : parent
    return append("s", start, end, continuing: token != literal?.firstToken(viewMode: .sourceAccurate))
  }

  private func append(_ kind: Character, _ start: Int, _ end: Int, continuing: Bool) -> Bool {
    if continuing, !pieces.isEmpty {
      pieces[pieces.count - 1].end = end
    } else {
      pieces.append(Piece(kind: kind, start: start, end: end))
    }
    return true
  }

  private func kind(of token: TokenSyntax) -> Character {
    switch token.tokenKind {
    case .identifier(let name): name.hasPrefix("`") ? "e" : "w"
    case .keyword, .dollarIdentifier, .wildcard: "w"
    case .integerLiteral: "i"
    case .floatLiteral: "f"
    case .binaryOperator, .prefixOperator, .postfixOperator, .equal, .arrow, .prefixAmpersand, .exclamationMark,
      .postfixQuestionMark, .infixQuestionMark, .ellipsis, .leftAngle, .rightAngle:
      "o"
    case .poundIf, .poundElse, .poundElseif, .poundEndif, .poundAvailable, .poundUnavailable, .poundSourceLocation: "d"
    default: "p"
    }
  }
}

while let line = readLine(), let count = Int(line) {
  var bytes = [UInt8](repeating: 0, count: count)
  guard fread(&bytes, 1, count, stdin) == count else { break }
  let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
  let reading = Reading(viewMode: .sourceAccurate)
  reading.walk(tree)
  let body = reading.pieces.map { "\($0.kind) \($0.start) \($0.end)" }.joined(separator: "\n")
  let length = String(body.utf8.count)
  let header = (tree.hasError ? "i " : "v ") + String(repeating: "0", count: 13 - length.count) + length
  print(header, body, separator: "\n", terminator: "")
  fflush(stdout)
}
