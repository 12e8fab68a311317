import Testing

@testable import PropertyTesting

@Suite("Texts that match a pattern")
struct PatternTests {
  /// Those that Swift reads, too: each text has to match as a whole.
  @Test(arguments: [
    "abc", "", "a|b|cd", "[a-z]{2,5}(-[0-9]+)?", "^\\d{4}-\\d\\d-\\d\\d$", "(?:foo|bar)+", "(?<year>\\d{2,4})x", "[^a-z]", "[^\\w\\s]+", "\\D\\S\\W",
    ".", ".*", ".{3}", "[\\d.,]+", "a{3}b{2,}c{0,2}", "x*?y+?z??", "[-a]", "[a-]", "\\p{Lu}\\p{Ll}*", "\\P{L}+", "[\\p{L}\\d_]+", "\\x41\\u{1F600}",
    "\\u00e9", "[а-я]+", "[\\u{4E00}-\\u{4E10}]{1,3}", "(a(b(c)?)?)?", "\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\\\\\^\\$", "\\t\\n", "[[:digit:]]+[[:alpha:]]",
    "(\\+\\d{1,3} )?\\(\\d{3}\\) \\d{3}-\\d{4}", "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}", "#[0-9a-fA-F]{6}", "(([01]?\\d|2[0-3]):[0-5]\\d)", "a||b",
    "[[a-c][x-z]]+", "\\h\\s", "é", "日本[語国]",
  ])
  func textsMatch(_ pattern: String) throws {
    let regex = try Regex(pattern)
    let texts = try values(of: .text(matching: pattern), count: 200)
    #expect(texts.count == 200)
    for text in texts {
      #expect(text.wholeMatch(of: regex) != nil, "\(describe(text)) does not match \(pattern)")
    }
  }

  @Test func textsVary() throws {
    let texts = try values(of: .text(matching: "[a-c]{2}(-[0-9]+)?|zz"), count: 1_000)
    #expect(texts.contains("zz") && texts.contains { $0.contains("-") } && texts.contains { !$0.contains("-") })
    #expect(Set(texts).count > 100)
    #expect(Set(try values(of: .text(matching: "[ab][01]"), count: 200)) == ["a0", "a1", "b0", "b1"])
    #expect(try values(of: .text(matching: "."), count: 500).contains { !$0.utf8.allSatisfy { $0 < 128 } })
  }

  @Test func textsShrinkToTheSimplest() async {
    let found = await counterexamples(.text(matching: "([a-z]+[0-9]{2,4};)*|x"), seeds: 5) { $0.contains(";") }
    #expect(found == [#""a00;""#: 5])
    #expect(await counterexamples(.text(matching: "\\w{3,9}"), seeds: 5) { $0.count > 4 } == [#""aaaaa""#: 5])
  }

  @Test(arguments: [
    ("a(b", 1, "“(” without a “)”"), ("ab)", 2, "“)” without a “(”"), ("[a-", 0, "“[” without a “]”"), ("a\\bc", 1, "\\b, which depends"),
    ("(?=a)b", 0, "(?="), ("(?i)a", 0, "(?i"), ("(a)\\1", 3, "a back reference"), ("*a", 0, "“*” without anything before it"),
    ("a{5,2}", 1, "the counts 5 to 2"), ("a^b", 1, "^ after the beginning"), ("a$b", 1, "$ before the end"), ("\\q", 0, "\\q is no escape"),
    ("[z-a]", 1, "the range z-a"), ("\\p{Greek}", 0, "names no general category"), ("[a&&b]", 2, "an operation on classes"), ("a\\", 1, "a “\\” at the end"),
    ("a{99999}", 1, "more than 10,000 repeats"), ("[^\\d\\D]", 0, "a class without a character"), ("a{,}", 1, "“{” without counts"),
  ])
  func whatIsNotReadIsSaid(_ pattern: String, _ place: Int, _ reason: String) async {
    #expect {
      try PatternParser.parse(pattern)
    } throws: { error in
      guard let error = error as? PatternError else { return false }
      return error.place == place && error.reason.contains(reason)
    }
    let result = await run(.text(matching: pattern)) { _ in }
    #expect(result.verdict.name == "errored")
    #expect(FailureReport(result).text.contains("at character \(place + 1) of the pattern"))
  }

  @Test func noPatternEndsTheProcess() throws {
    // Parts of patterns in any order.
    let parts = Generator<[String]>.array(
      of: .element(of: ["a", "(", ")", "[", "]", "^", "$", "|", "*", "+", "?", "{", "2", ",", "}", "\\", "d", "p", "-", "[:", ":]", "(?", "<", ">", "&&", "é"]))
    for pattern in try values(of: parts, count: 3_000).map({ $0.joined() }) {
      guard let node = try? PatternParser.parse(pattern) else { continue }
      var source = Source(seed: 1, index: 7)
      var text = String.UnicodeScalarView()
      try node.draw(from: &source, into: &text)
    }
  }
}

@Suite("Texts of a grammar")
struct GrammarTests {
  private static let sums = Grammar(
    start: "sum",
    [
      "sum": [[.rule("number"), "+", .rule("sum")], [.rule("number")]],
      "number": [["(", .rule("sum"), ")"], [.matching("[1-9][0-9]{0,2}")], [.generated(.element(of: ["0", "00"]))]],
    ])

  @Test func textsFollowTheRules() throws {
    let texts = try values(of: .text(of: Self.sums), count: 500)
    for text in texts {
      #expect(text.allSatisfy { "0123456789+()".contains($0) } && !text.contains("++") && !text.contains("()"))
      #expect(text.count { $0 == "(" } == text.count { $0 == ")" })
    }
    #expect(texts.contains { $0.contains("((") } && texts.contains { $0.contains("+") } && texts.allSatisfy { $0.count < 3_000 })
    #expect(texts.first == "1")
  }

  @Test func textsShrink() async {
    #expect(await counterexamples(.text(of: Self.sums), seeds: 5) { $0.contains("(") } == [#""(1)""#: 5])
  }

  @Test(arguments: [
    (Grammar(start: "a", ["b": [[]]]), "the grammar has no rule a to start with"),
    (Grammar(start: "a", ["a": [[.rule("c")]]]), "the rule a of the grammar uses c, which is no rule of it"),
    (Grammar(start: "a", ["a": []]), "the rule a of the grammar has no alternative"),
    (Grammar(start: "a", ["a": [["x", .rule("a")]]]), "the rule a of the grammar never ends"),
  ])
  func aMistakeIsSaid(_ grammar: Grammar, _ reason: String) async {
    let result = await run(.text(of: grammar)) { _ in }
    #expect(result.verdict.name == "errored")
    #expect(FailureReport(result).text.contains(reason))
  }
}
