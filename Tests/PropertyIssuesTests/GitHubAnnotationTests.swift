@testable import PropertyIssues
import PropertyTesting
import Testing

@Suite struct GitHubAnnotationTests {
  private func failure() throws -> PropertyFailure {
    try #require(throws: PropertyFailure.self) {
      try check("100 %: a, b", forAll: .int(in: 0...1_000), settings: .fixed, filePath: "/home/runner/shop/Tests/CartTests.swift") { number in
        try expect("it is\nlow", number < 100, filePath: "/home/runner/shop/Tests/CartTests.swift", line: 12)
      }
    }
  }

  @Test func itStandsAtTheClaim() throws {
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": "/home/runner/shop"]
    #expect(
      GitHubAnnotation(try failure(), environment)?.text
        == "::error file=Tests/CartTests.swift,line=12,title=100 %25%3A a%2C b::falsified: it is%0Alow%0Agiven 100")
  }

  @Test func elsewhereThereIsNone() throws {
    let failure = try failure()
    #expect(GitHubAnnotation(failure, [:]) == nil && GitHubAnnotation(failure, ["GITHUB_ACTIONS": "false", "CI": "true"]) == nil)
  }
}
