import PropertyTesting
import SwiftLexing
import Testing

@Suite("Lexed source")
struct LexedSourceTests {
  @Test("Snippets are taken apart where they were put together", arguments: Snippets.all)
  func snippets(_ title: String, _ notation: [String]) {
    let expected = notation.compactMap(Piece.init)
    #expect(expected.count == notation.count, "\(title): a piece names no kind")
    #expect(pieces(of: expected.map(\.text).joined()) == expected, "\(title)")
  }

  @Test("A place is a line and a column in bytes; a byte order mark is no column")
  func places() {
    let source = LexedSource("\u{FEFF}é = 1\r\n  \"\"\"\n  a\r  \"\"\" + b\rc")
    let words = source.tokens.filter { $0.kind == .word || $0.kind == .integer }
    #expect(words.map { "\(source.text(of: $0)) \($0.line):\($0.column)" } == ["é 1:1", "1 1:6", "b 4:9", "c 5:1"])
  }

  @Test("What does not compile is read to its end", arguments: Snippets.broken)
  func broken(_ text: String, _ notation: [String]) {
    #expect(pieces(of: text) == notation.compactMap(Piece.init))
  }
}
