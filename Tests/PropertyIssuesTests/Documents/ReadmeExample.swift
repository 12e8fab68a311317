import PropertyIssues
import PropertyTesting
import Testing

/// The shares of a bill, in cents.
private func split(cents: Int, among people: Int) -> [Int] {
  Array(repeating: cents / people, count: people)
}

/// What README shows somebody with an empty package.
@Suite struct ReadmeExample {
  @Test func splittingLosesNoCent() async throws {
    let issue = try await onlyIssue {
      try check(forAll: .int(in: 0...10_000), .int(in: 1...20), settings: .fixed) { cents, people in
        #expect(split(cents: cents, among: people).reduce(0, +) == cents)
      }
    }
    let readme = try Document("../README.md", section: "## Three minutes")
    try #require(readme.output.count == 1)
    for line in readme.output[0] where !line.hasPrefix("saved") {
      #expect(issue.text.contains(line), "\(issue.text)")
    }
    let names = [
      "public func split(cents: Int, among people: Int) -> [Int] {", "import Bills", "@Suite(.properties) struct BillsTests {",
      "@Test func splittingLosesNoCent() throws {",
    ]
    #expect(try readme.linesThatNothingCompiles().filter { !readme.isOfTheManifest($0) } == names)
  }
}
