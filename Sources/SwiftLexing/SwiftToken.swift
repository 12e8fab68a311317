/// One piece of Swift source: what it is and where it stands.
public struct SwiftToken: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// Spaces, tabs and all else that separates: a byte order mark, a control character, a no-break space.
    case blank
    /// One end of a line: LF, CR, or both.
    case newline
    /// To the end of the line, without it; also a first line that begins with `#!`.
    case lineComment
    /// With the comments inside it.
    case blockComment

    /// An identifier or keyword; also `_`, `$0`, and a placeholder of an editor: `<#name#>`.
    case word
    /// With its backticks.
    case escapedWord
    case integer, float
    /// A whole string literal without interpolation, delimiters included.
    case string
    /// `"abc\(` of `"abc\(x)def\(y)ghi"`.
    case stringHead
    /// `)def\(`.
    case stringMiddle
    /// `)ghi"`.
    case stringTail
    /// A whole regex literal, delimiters included.
    case regex
    /// `(` `)` `[` `]` `{` `}` `,` `:` `::` `;` `@` `.` `\`, and a `#` or a backtick that begins nothing.
    case punctuation
    /// `+`, `->`, `..<`, `=`, `&`; a postfix `!` or `?` alone.
    case operatorSign
    /// `#if`, `#else`, `#selector`, `#expect`: a word with the sign before it.
    case directive

    /// Whether the compiler would read the same program without the token, but for a blank in its place.
    public var isTrivia: Bool {
      switch self {
      case .blank, .newline, .lineComment, .blockComment: true
      case .word, .escapedWord, .integer, .float, .string, .stringHead, .stringMiddle, .stringTail, .regex,
        .punctuation, .operatorSign, .directive:
        false
      }
    }
  }

  public let kind: Kind
  /// Offsets into the text's UTF-8.
  public let range: Range<Int>
  /// Where the token begins, from 1. LF, CR, and CR with LF each end one line.
  public let line: Int
  /// Where the token begins, from 1, in UTF-8 bytes. A byte order mark is no column: what follows it is at 1.
  public let column: Int

  public init(kind: Kind, range: Range<Int>, line: Int, column: Int) {
    self.kind = kind
    self.range = range
    self.line = line
    self.column = column
  }
}
