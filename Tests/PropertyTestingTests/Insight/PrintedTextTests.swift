@testable import PropertyTesting
import Testing

@Suite("Parts of a printed value")
struct PrintedTextTests {
  static func part(_ text: String, _ other: String) throws -> (path: String, text: String)? {
    let (text, other) = (PrintedText(text), PrintedText(other))
    return try text.difference(from: other).map(text.named).map { (try text.path(to: $0), try text.text($0)) }
  }

  @Test(arguments: [
    ("[0, 900]", "[0, 7]", "[1]", "900"),
    ("[0, 900]", "[5, 900]", "[0]", "0"),
    ("[0, 0, 0]", "[0, 1, 0]", "[1]", "0"),
    ("42", "-7", "", "42"),
    ("(1, 2)", "(1, 3)", "part 2", "2"),
    ("(cents: 1, people: 2)", "(cents: 1, people: 3)", "people", "2"),
    ("[(1, 2)]", "[(1, 3)]", "part 2 of [0]", "2"),
    ("S(pair: (1, T(at: 2)))", "S(pair: (1, T(at: 3)))", "(part 2 of pair).at", "2"),
    ("(1, [\"a\", \"b, c\"])", "(1, [\"a\", \"d\"])", "(part 2)[1]", "\"b, c\""),
    ("Trade(symbol: \"A\", quantity: 3)", "Trade(symbol: \"A\", quantity: 4)", "quantity", "3"),
    ("S(cap: 2, steps: [.queue(T(at: 0.0)), .pass])", "S(cap: 2, steps: [.queue(T(at: 1.0)), .pass])",
      "steps[0].at", "0.0"),
    ("[\"k\": 1, \"l\": 2]", "[\"k\": 1, \"l\": 5]", "[\"l\"]", "2"),
    ("[1970-01-01T00:00:00Z, 1]", "[1970-01-01T00:00:09Z, 1]", "[0]", "1970-01-01T00:00:00Z"),
    ("[.some(1), nil]", "[.some(2), nil]", "[0]", "1"),
    ("\"a\\\"b\"", "\"c\"", "", "\"a\\\"b\""),
    ("P(a: 1, b: R(major: 0, minor: 1, label: nil))", "P(a: 1, b: R(major: 2, minor: 3, label: nil))", "b",
      "R(major: 0, minor: 1, label: nil)"),
    ("[(1, 2), (3, 4)]", "[(1, 2), (5, 6)]", "[1]", "(3, 4)"),
    ("S(steps: [1, 2, 3])", "S(steps: [4, 2, 5])", "steps", "[1, 2, 3]"),
    ("1, 2", "3, 4", "", "1, 2"),
  ])
  func aPartIsFoundAndNamed(text: String, other: String, path: String, part: String) throws {
    let found = try #require(try Self.part(text, other))
    #expect(found.path == path)
    #expect(found.text == part)
  }

  @Test func nothingIsLostAndNothingDiffersFromItself() throws {
    for text in ["", "[", "a: b, (c) \"", "x:y : z", "\"unended \\", "[[1,  2],\n(3)]", ")]"] {
      let printed = PrintedText(text)
      #expect(printed.lexemes.joined() == text)
      #expect(printed.difference(from: PrintedText(text)) == nil)
      _ = try printed.path(to: printed.named(0..<printed.lexemes.count))
    }
  }
}
