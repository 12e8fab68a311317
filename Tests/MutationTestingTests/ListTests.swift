import Foundation
import Testing

@testable import MutationTesting

/// Lists that people and other tools write: equivalent mutants, Git's differences, names of tests, earlier reports.
@Suite struct ListTests {
  private let mutation = Mutation(
    id: 1, kind: .border, file: "Sources/A.swift", place: "A.f", line: 2, column: 8, endLine: 2, endColumn: 9,
    original: "<", replacement: "<=",
    before: "  if a < b {", after: "  if a <= b {")

  @Test func anEntryIsAReportsDiffWithAReason() throws {
    let list = try EquivalentMutants("# ours\n\n\(mutation.diff)\nbecause a and b\n  are never equal\n", name: "list")
    #expect(list.entries.count == 1)
    #expect(list.entry(for: mutation)?.reason == "a and b are never equal")
    #expect(list.entry(for: mutation)?.line == 3)
    #expect(list.stale(in: ["Sources/A.swift": "func f() {\n    if a < b {\n}"]).isEmpty)
    #expect(list.stale(in: ["Sources/A.swift": "func f() {\n  if a > b {\n}"]).count == 1)
    #expect(list.stale(in: [:]).count == 1)
    #expect(list.limited { $0 == "Sources/A.swift" }.entries.count == 1)
    #expect(list.limited { $0 == "Sources/B.swift" }.entries.isEmpty)
  }

  @Test(arguments: [
    (
      "Sources/A.swift A.f\n- a\n+ b",
      "list:1: an entry has a file and a place, lines with - and +, and “because” with a reason; this one has no “because”"
    ),
    (
      "Sources/A.swift\n- a\n+ b\nbecause c",
      "list:1: an entry has a file and a place, lines with - and +, and “because” with a reason; this one has no place"
    ),
    ("\nSources/A.swift A.f\n- a\nb\nbecause c", "list:4: “b” is neither a line with - or + nor “because”"),
    ("Sources/A.swift A.f\n+ b\nbecause c", "list:1: the entry has no line with -, which quotes the source"),
  ])
  func aPartIsMissing(_ text: String, _ message: String) {
    #expect { _ = try EquivalentMutants(text, name: "list") } throws: { "\($0)" == message }
  }

  @Test func gitsDifferences() {
    let changed = ChangedLines(
      diff: """
        diff --git a/Sources/A.swift b/Sources/A.swift
        --- a/Sources/A.swift
        +++ b/Sources/A.swift
        @@ -3 +3,2 @@ func f() {
        -  a
        +  b
        +  c
        @@ -10,2 +11,0 @@
        -  d
        -  e
        diff --git a/B.swift b/B.swift
        --- a/B.swift
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -x
        -y
        """)
    #expect((1...12).filter { changed.contains($0, of: "Sources/A.swift") } == [3, 4])
    #expect(!changed.contains(1, of: "B.swift"))
  }

  @Test func namesOfTests() throws {
    let list = "[0/1] Planning build\nA.S/one()\nA.S/two(_:)\nA.free()\nB.C/testThree\n"
    #expect(TestCommand.swiftTest.tests(inList: list) == ["A.S", "A.free()", "B.C"])
    #expect(
      TestCommand.swiftTest.line(for: ["A.S", "A.free()"])
        == #"swift test --skip-build --ignore-lock --filter '^(A\.S|A\.free\(\))(/|$)'"#)
    let own = try TestCommand(command: "check {,}", list: "names")
    #expect(own.tests(inList: "P-1\nP-2\n\n") == ["P-1", "P-2"])
    #expect(own.line(for: ["P-1", "P-2"]) == "check P-1,P-2")
    #expect(throws: MutationError.self) { try TestCommand(command: "check {}", list: nil) }
    #expect(throws: MutationError.self) { try TestCommand(command: "check", list: "names") }
  }

  @Test func cheapTestsFirst() {
    let tests = [0.1, 0.2, 0.5, 0.6, 2, 3, 30].enumerated().map {
      TestReach.Test(name: "\($0)", seconds: $1, mutants: [])
    }
    #expect(MutationRun.batches(tests).map { $0.map(\.name) } == [["0", "1", "2"], ["3", "4"], ["5"], ["6"]])
  }

  @Test func whatSurvivedBefore() throws {
    let outcome = MutationOutcome(
      results: [MutantResult(mutation, .survived, reachedBy: ["T"])], open: 0,
      sources: ["Sources/A.swift": "f\n  if a < b {\n"], testCount: 1)
    let report = MutationReport(outcome)
    let json = try StrykerReport(report).json()
    let known = try KnownSurvivors(json: Data(json.utf8), name: "known")
    #expect(report.newSurvivors(since: known).isEmpty)
    let other = Mutation(
      id: 2, kind: .border, file: "Sources/A.swift", place: "A.g", line: 9, column: 1, endLine: 9, endColumn: 2,
      original: "<", replacement: "<=",
      before: "  if a < b {", after: "  if a <= b {")
    let later = MutationReport(
      MutationOutcome(results: [MutantResult(other, .survived)], open: 0, sources: [:], testCount: 1))
    #expect(later.newSurvivors(since: known).count == 1)
    #expect(throws: MutationError.self) { try KnownSurvivors(json: Data("{}".utf8), name: "known") }
  }

  @Test func theSchemaOfStryker() throws {
    let text = "// äöü 🎈\nlet é = \"🎈\" < b\n"
    let found = Mutation(
      id: 1, kind: .border, file: "A.swift", place: "A", line: 2, column: 18, endLine: 2, endColumn: 19, original: "<",
      replacement: "<=",
      before: "let é = \"🎈\" < b", after: "let é = \"🎈\" <= b")
    let report = MutationReport(
      MutationOutcome(
        results: [MutantResult(found, .crashed, reachedBy: ["T"], killedBy: ["T"])], open: 0,
        sources: ["A.swift": text], testCount: 1))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(StrykerReport(report).json().utf8)) as? [String: Any])
    #expect(json["schemaVersion"] as? String == "2")
    let files = try #require(json["files"] as? [String: [String: Any]])
    let mutant = try #require((files["A.swift"]?["mutants"] as? [[String: Any]])?.first)
    #expect(mutant["status"] as? String == "Killed")
    // In UTF-16 units: the balloon is two.
    let location = try #require(mutant["location"] as? [String: [String: Int]])
    #expect(location["start"] == ["line": 2, "column": 15])
  }
}
