import Foundation
import Testing

@testable import MutationTesting

/// Mistakes that people write down: where they stand, and how they are planted.
@Suite struct EditTests {
  private static let source = """
    struct Ledger {
      var entries: [Int] = []
      let limit = [
        1,  // the least
        2,
      ]
      /// Appends what is above zero.
      mutating func append(_ amount: Int) {
        if amount > 0 { entries.append(amount) }
      }
      func balance() -> Int { entries.reduce(0, +) }
      func isEmpty() -> Bool { entries.isEmpty }
      func advanced(by step: Int = 1) {}
    }

    """

  private func planted(_ list: String) throws -> String {
    let file = SourceFile(path: "A.swift", text: Self.source)
    let finder = try EditFinder(try NamedEdits([(list, "list")]), in: [file])
    return Planter(names: MutantSwitch(module: 7), path: "/p/A.swift").plant(finder.sites, in: finder.files[0]).text
  }

  private func branch(_ number: Int, of text: String) -> String? {
    guard let start = text.range(of: "case \(number): do {\n")?.upperBound, let end = text.range(of: "\n}\n", range: start..<text.endIndex)
    else { return nil }
    return text[start..<end.lowerBound].split(separator: "\n").dropFirst().map { trimmed($0) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  @Test func linesMayBeBrokenOtherwise() throws {
    let text = try planted("a: b\nA.swift\n- if amount > 0 {\n- entries.append(amount)\n- }\n+ if amount >= 0 { entries.append(amount) }\n")
    #expect(branch(1, of: text) == "if amount >= 0 { entries.append(amount) }")
    #expect(text.contains("default: do {"))
  }

  @Test(arguments: [
    ("- if amount > 0 { entries.append(amount) }", "if amount > 0 { }", "if amount > 0 { }"),
    ("- entries.append(amount)", "", "if amount > 0 {  }"),
    ("- amount > 0", "!(amount > 0)", "if !(amount > 0) { entries.append(amount) }"),
    ("- entries.append(amount)", "entries.append(amount); entries.append(1)", "if amount > 0 { entries.append(amount); entries.append(1) }"),
    ("- entries.append(amount)", "self.entries.append(amount)", "if amount > 0 { self.entries.append(amount) }"),
  ])
  func whatDiffersIsChanged(_ before: String, _ after: String, _ becomes: String) throws {
    #expect(branch(1, of: try planted("a: b\nA.swift\n\(before)\n+ \(after)\n")) == becomes)
  }

  /// What a line has in the middle of a text begins no token.
  @Test func aTextOfSeveralLinesIsOneToken() throws {
    let list = "a: b\nA.swift\n- print(\"\"\"\n- one\n- two\n- \"\"\")\n+ print(\"\"\"\n+ one\n+ three\n+ \"\"\")"
    let change = try TextChange(
      NamedEdits([(list, "list")]).edits[0].hunks[0], in: SourceCode("print(\"\"\"\none\ntwo\n\"\"\")"))
    #expect(change.replacement == "\"\"\"\none\nthree\n\"\"\"")
  }

  @Test func anExpressionBecomesStatements() throws {
    let text = try planted("a: b\nA.swift\n- entries.reduce(0, +)\n+ var sum = 0\n+ for entry in entries { sum += entry }\n+ return sum")
    #expect(branch(1, of: text) == "var sum = 0\nfor entry in entries { sum += entry }\nreturn sum")
    let other = try planted("a: b\nA.swift\n- entries.reduce(0, +)\n+ entries.reduce(1, +)")
    #expect(branch(1, of: other) == "return entries.reduce(1, +)")
  }

  @Test func severalHunksAreOneMistake() throws {
    let text = try planted(
      """
      forgets: counts what it does not keep
      A.swift
      - var entries: [Int] = []
      + var entries: [Int] = []
      + var lost = 0
      A.swift
      - entries.append(amount)
      + lost += amount
      A.swift
      - entries.reduce(0, +)
      + entries.reduce(lost, +)

      another: another
      A.swift
      - entries.isEmpty
      + !entries.isEmpty
      """)
    #expect(text.contains("var entries: [Int] = []\nvar lost = 0\n\n  let limit"))
    #expect(text.contains("if amount > 0 { lost += amount }"))
    #expect(text.contains("return entries.reduce(lost, +)"))
    #expect(text.contains("case 2: do {"))
    #expect(text.contains("return !entries.isEmpty"))
    #expect(text.contains("if amount > 0 { touchstoneReached7(1); entries.append(amount) }"))
  }

  @Test func aValueIsChosen() throws {
    #expect(try planted("a: b\nA.swift\n- 2,\n+ 3,").contains("touchstoneIsOn7(1) ? ([     1,        3,   ]) : ("))
    #expect(try planted("a: b\nA.swift\n- by step: Int = 1\n+ by step: Int = 2").contains("by step: Int = touchstoneIsOn7(1) ? ( 2) : (1)"))
    #expect(try planted("a: b\nA.swift\n- by step: Int = 1\n+ by step: Int = 1 + 1").contains("touchstoneIsOn7(1) ? (1 + 1) : (1)"))
  }

  @Test(arguments: [
    ("A.swift\n- a\n+ b", "list:1: an entry begins with “name: what the mistake is” or “name (tests): what the mistake is”, not “A.swift”"),
    ("\na: b", "list:2: “a” changes nothing: add the path of a Swift file, and its lines with - and +"),
    ("a: b\nA.swift\n+ c", "list:2: a hunk is the path of a Swift file, and its lines with - and +; this one has no line with -"),
    ("a: b\nA.txt\n- c", "list:2: a hunk is the path of a Swift file, and its lines with - and +, not “A.txt”"),
    ("a: b\nA.swift\n- c\n\na: d\nA.swift\n- e", "list:5: the name “a” stands there twice: give each mistake a name of its own"),
    ("# a comment alone", "list names no mistake"),
    ("a: b\nB.swift\n- c", "list:2: a: B.swift is no source that is changed"),
    ("a: b\nA.swift\n- nowhere()", "list:2: a: its lines with - do not stand in A.swift"),
    ("a: b\nA.swift\n- entries", "list:2: a: its lines with - stand in A.swift more than once, in lines 2, 9, 11, 12: add lines around them"),
    ("a: b\nA.swift\n- entries.isEmpty\n+ entries\n+   .isEmpty", "list:2: a: it changes nothing: its lines with - and + have the same tokens"),
    ("a: b\nA.swift\n- func isEmpty()\n+ func isFull()", "list:2: a: it changes a declaration, or two at once, or stands"),
    ("a: b\nA.swift\n- func isEmpty()\n+ func isEmpty(of: Int)", "list:2: a: it changes a declaration, or two at once, or stands"),
    ("a: b\nA.swift\n- func isEmpty()\n+ func isFull() { false }\n+ func isEmpty()", "list:1: a: it only adds declarations, which are there without"),
  ])
  func whatIsWrongIsSaid(_ list: String, _ message: String) {
    #expect { _ = try planted(list) } throws: { "\($0)".hasPrefix(message) }
  }

  @Test func testsAreNamed() throws {
    let list = try NamedEdits([("a (one, two): b\nA.swift\n- c\n+ d", "list")])
    #expect(list.edits[0].tests == ["one", "two"])
    #expect(list.edits[0].says == "b")
    #expect(throws: Never.self) { try list.expectTests(among: ["two", "one"]) }
    #expect { try list.expectTests(among: ["one"]) } throws: { "\($0)" == "list:1: a: no test is called “two”; there are one" }
  }

  /// Those of the reference cores: `make mistakes` makes them.
  @Test func theMistakesOfThisProjectCanBeMade() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL
    let text = { (path: String) in try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Properties").path)
    let lists = names.filter { $0.hasSuffix(".edits") }.sorted()
    let edits = try NamedEdits(lists.map { (try text("Properties/\($0)"), $0) })
    let paths = Set(edits.edits.flatMap(\.hunks).map(\.file)).sorted()
    let finder = try EditFinder(edits, in: paths.map { SourceFile(path: $0, text: try text($0)) })
    #expect(!lists.isEmpty)
    #expect(Set(finder.sites.map(\.mutation.id)).count == edits.edits.count)
    #expect(edits.edits.allSatisfy { !$0.tests.isEmpty })
    #expect(try text("docs/mutate.md").contains("`Properties/*.edits`: \(edits.edits.count) mistakes"))
  }
}
