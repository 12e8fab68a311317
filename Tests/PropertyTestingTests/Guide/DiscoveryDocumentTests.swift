import PropertyTesting
import Testing

/// The examples of docs/discovery.md, each as it is shown. That of coverage is compiled by docs/examples/fuzzing.
@Suite("The examples of docs/discovery.md")
struct DiscoveryDocumentTests {
  @Test func sixFacesAreProven() throws {
    let result = try check("a die shows its opposite below", forAll: .int(in: 1...6)) { face in
      try expect("opposite faces add up", face + (7 - face), equals: 7)
    }
    #expect(result.provenCases == 6)
  }

  @Test func theErrorStaysSmall() throws {
    var settings = RunSettings(cases: 1_000)
    settings.guidance.cases = 2_000     // nil, the default: as many as there are random cases
    try check("the error stays small", forAll: .array(of: .double(in: -1...1)), settings: settings) { numbers, trial in
      let error = abs(numbers.reduce(0, +) - numbers.sorted().reduce(0, +))
      trial.target("error", error)
      try expect("error", error < 1e-9)
    }
  }

  @Test func everyExampleIsCompiled() throws {
    let compiled = try Guide.lines(of: ["DiscoveryDocumentTests.swift"])
    let examples = try Guide("docs/discovery.md").examples.filter { !$0.contains("BranchCoverage") && !$0.contains(".target(name:") }
    #expect(examples.count == 2)
    for line in examples.joined(separator: "").split(separator: "\n") where !line.hasPrefix("//") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(compiled.contains(line), "docs/discovery.md says “\(line)”, which no test compiles")
    }
  }
}
