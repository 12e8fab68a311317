import Foundation
import Testing

@testable import PropertyWriting

/// What the command prints of properties that do not hold.
@Suite struct WriteReportTests {
  /// A trap in one line is one defect, and so is a function whose answers are wrong.
  @Test func failuresWithOneCauseStandTogether() {
    let parse = callable("parse"), print = callable("print"), other = callable("other")
    func failure(_ test: String, _ about: [Callable], _ verdict: String, _ claim: String) -> (WrittenProperty, RunResults.Result) {
      (
        property(test, about: about),
        RunResults.Result(place: "", verdict: verdict, reason: nil, report: "✘ check\n  claim    \(claim)", cases: 1)
      )
    }
    let groups = FailureGroup.groups(of: [
      failure("a", [parse], "crashed", "the process died of SIGILL: Fatal error: Index out of range, in f() (A.swift:3)"),
      failure("b", [parse, print], "falsified", "1 read back: expected 1, got 2"),
      failure("c", [other], "crashed", "the process died of SIGILL: Fatal error: Index out of range, in f() (A.swift:3)"),
      failure("d", [print], "falsified", "once more: expected 1, got 2"),
      failure("e", [parse], "crashed", "the process died of SIGILL: Fatal error: Index out of range, in f() (A.swift:30)"),
      failure("f", [parse, print, other], "falsified", "other: it is not the same"),
      failure("g", [], "falsified", "a == a"), failure("h", [], "falsified", "a == a"),
    ])
    #expect(groups.map { $0.failures.map(\.property.test).joined() } == ["ac", "bd", "e", "f", "g", "h"])
  }

  @Test(arguments: [
    (["let written = f(text)", "try expect(\"\\(describe(written)) read back\", try g(written), equals: text)"],
      "import Subject; let text: String = \"a\"; let written = f(text); print(try g(written) == text)"),
    (["let first = try? f(text)", "trial.label(\"accepted\", if: first != nil)", "try expect(\"again\", isSame(try? f(text), first))"],
      "import Subject; let text: String = \"a\"; let first = try? f(text); print(try? f(text), first)"),
    (["guard let made = f(text) else { throw Discard(reason: \"refused\") }", "try expect(\"it ends\", true)"],
      "import Subject; let text: String = \"a\"; guard let made = f(text) else { throw CancellationError() }"),
    (["for part in text {", "  try expect(\"in\", f(part, [1, 2]))", "}"],
      "import Subject; let text: String = \"a\"; for part in text { print(f(part, [1, 2])) }"),
  ])
  func aFailureAsCode(_ body: [String], _ expected: String) {
    #expect(line(body, value: "\"a\"") == expected)
  }

  @Test func onlyWhatCanBeMadeOutsideIsCode() {
    let claim = ["try expect(\"holds\", f(text))"]
    let type = SwiftType.named("Name")
    #expect(line(claim, value: "Name(text: \"a\")", type) == "import Subject; let text: Name = Name(text: \"a\"); print(f(text))")
    #expect(line(claim, value: "Name(text: \"a\", hidden: 3)", type) == nil)
    #expect(line(claim, value: "[Name(text: \"a, b\"), .other(Name(-2))]", .array(type)) != nil)
    #expect(line(claim, value: "Name(text: Other.first)", type) == nil && line(claim, value: "a name", type) == nil)
    // A description is no code; and a value of many lines is cut.
    #expect(line(claim, value: "-3", .named("BigNumber")) == nil)
    #expect(line(claim, value: "(.minus, 3)", .tuple([.named("Sign"), type])) == nil)
    #expect(line(claim, value: "(.minus, 3)", .tuple([.named("Sign"), .named("Int")])) != nil)
    #expect(line(claim, value: "\"a\"\n           \"b\"") == nil && line(claim, value: nil) == nil)
  }

  @Test func ofManyQuestionsOneIsCode() {
    let questions = ["a", "b", "c", "d", "e"].map { "try expect(\"\($0)\", isSame(text.\($0), text.\($0)))" }
    #expect(line(questions, value: "\"a\"", claim: "c: it is not") == "import Subject; let text: String = \"a\"; print(text.c, text.c)")
  }

  private func line(
    _ body: [String], value: String?, _ type: SwiftType = .named("String"), claim: String = "it does not hold"
  ) -> String? {
    let input = Proposal.Input(name: "text", type: type, generator: ".text()")
    let proposal = Proposal(kind: .roundTrip, subject: "Subject", name: "t", because: "", inputs: [input], body: body, about: [])
    let given = value.map { "\n  given    \($0)\n  replay   x" } ?? ""
    let result = RunResults.Result(
      place: "", verdict: "falsified", reason: nil, report: "✘ check\n  claim    \(claim)\(given)", cases: 1)
    return StandaloneLine(initializers: ["Name": [["text"], [""]], "Sign": []], modules: ["Subject": "Subject"]).code(of: proposal, result)
  }

  private func property(_ test: String, about: [Callable]) -> WrittenProperty {
    WrittenProperty(
      proposal: Proposal(kind: .roundTrip, subject: "A", name: test, because: "", inputs: [], body: [], about: about),
      suite: "S", test: test)
  }

  private func callable(_ name: String) -> Callable {
    Callable(
      kind: .function, name: name, owner: nil, parameters: [], result: .named("Int"), attributes: [], isFailable: false, isSettable: false,
      comment: "", place: "")
  }
}

/// The package that is written.
@Suite struct WrittenPackageTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("written-\(UUID().uuidString)").path

  /// It has no sources of its own: the engine finds those of the package that it is about.
  @Test func whoseConstantsAreAmongTheValues() {
    let proposal = Proposal(kind: .laws, subject: "Shop", name: "t", because: "", inputs: [], body: ["f()"], about: [])
    let property = WrittenProperty(proposal: proposal, suite: "S", test: "t")
    let package = WrittenPackage(subject(traits: []), ["Shop": [property]], generators: [:])
    #expect(package.files.first { $0.path == "Tests/ShopProperties/.touchstone-sources" }?.text == "../../../Sources/Shop\n")
  }

  /// What only the tests of a package need is not asked for by what depends on it.
  @Test func thePackageIsReadAsADependency() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let client = try subject(traits: ["JSON", "default"]).writeClient()
    let manifest = try String(contentsOfFile: "\(client)/Package.swift", encoding: .utf8)
    #expect(manifest.contains("dependencies: [.package(path: \"../../../shop\", traits: [\"JSON\", \"default\"])]"), "\(manifest)")
    #expect(manifest.contains(".product(name: \"Shop\", package: \"shop\")"))
  }

  private func subject(traits: [String]) -> SubjectPackage {
    SubjectPackage(
      "\(folder)/shop", folder: "\(folder)/shop/PropertyTests", scratch: "\(folder)/scratch/build", touchstone: "/touchstone",
      modules: [SubjectPackage.Module(name: "Shop", product: "Shop", path: "\(folder)/shop/Sources/Shop")], traits: traits)
  }
}
