/// A Swift source as its tokens, trivia included, every branch of `#if` alike.
///
/// Any text is read, in time and memory that grow as it does; nesting costs no stack. The tokens are those of the
/// compiler's parser, as far as they can be told without parsing. Where a program compiles, they differ from it only
/// in these:
///
/// - A literal is one token, or one for each piece between interpolations: the compiler has one for each delimiter
///   and for each line of text. `#name` is one token, and so is `15.1` in `@available(macOS 15.1, *)`.
/// - Whether a `<` opens a list of generic arguments is told from the tokens up to its `>`, not from a parser. It
///   matters only where a `>` touches further operator signs. `a<b>>c` is a shift; `A<B<C>>` closes two lists; before
///   `=`, `==`, `&` or `->` a `>` closes a list whose name begins with a capital letter, as in `let a: Set<Int>=[]`.
/// - `<-` is one operator in `Slab<-1, Int>`.
/// - Markers of a merge conflict are operators, not comments.
///
/// Where it does not compile, what an unfinished literal or comment hides is at most the rest of its line, or of the
/// text where it may span lines. An unfinished string is a token like any other, without its closing delimiter; an
/// interpolation in a string of one line ends with the line.
public struct LexedSource: Sendable {
  /// The text's UTF-8.
  public let bytes: [UInt8]
  /// The ranges of the tokens follow on each other and cover the whole text; none is empty.
  public let tokens: [SwiftToken]

  public init(_ text: String) {
    var lexer = Lexer([UInt8](text.utf8))
    lexer.readAll()
    bytes = lexer.bytes
    tokens = lexer.tokens
  }

  /// The token as written.
  /// - Parameter token: one of ``tokens``.
  public func text(of token: SwiftToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }
}
