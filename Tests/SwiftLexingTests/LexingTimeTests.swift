import Foundation
import SwiftLexing
import Testing

/// Four times the text takes about four times as long, and would take sixteen times where each part is read again for
/// each other: in this thread's own time, the least of three, so that a busy machine changes nothing.
@Suite("Time of the lexer")
struct LexingTimeTests {
  @Test(
    "Hostile text is read in time that grows as it does",
    arguments: [
      "#", "\"", "\"\"\"\n", "'", "(", "[{(", ")", "\"\\(", "\"\"\"\n\\(", "#\"\"\"\\#(", "#\"\"\"", "#/\n", "##/\n\\",
      " /a", " /(", "/\\", " /\\", "/*", "<", "A<", "<#", ">", ">?", "a.", ".", "`", "`a\n", "!", "\\.?", "0x", "+/*/",
      "-", "\r", "(\n", "\"\\(\n", "é", "≤", "\u{301}", "\u{A0}", "= / ", "try? /", "#if ", "<a>>b ", "1.", "1e",
    ])
  func hostile(_ part: String) {
    func seconds(_ count: Int) -> Double {
      let text = String(repeating: part, count: count)
      return (0..<3).map { _ in
        let start = threadNanoseconds()
        let tokens = LexedSource(text).tokens
        #expect(tokens.last?.range.upperBound == text.utf8.count)
        return Double(threadNanoseconds() - start) / 1e9
      }.min() ?? 0
    }
    let (short, long) = (seconds(4_000), seconds(16_000))
    #expect(long < 10 * short + 0.001, "\(short) s, then \(long) s")
  }

  @Test("So is text that opens first and closes later")
  func nested() {
    let pairs = [("\"\\(", ")\""), ("(", ")"), ("A<", ">"), ("A<", ">?"), ("/*", "*/"), ("\"\"\"\n\\((", "\n"), ("#", "\"")]
    for (opening, closing) in pairs {
      func seconds(_ count: Int) -> Double {
        let text = String(repeating: opening, count: count) + String(repeating: closing, count: count)
        return (0..<3).map { _ in
          let start = threadNanoseconds()
          _ = LexedSource(text)
          return Double(threadNanoseconds() - start) / 1e9
        }.min() ?? 0
      }
      let (short, long) = (seconds(4_000), seconds(16_000))
      #expect(long < 10 * short + 0.001, "\(opening)…\(closing): \(short) s, then \(long) s")
    }
  }

  /// This thread's time on the processor.
  private func threadNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
