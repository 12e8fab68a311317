import PropertyTesting
import Testing

/// A property that holds says so to whoever wants to know.
@Suite("The line of a property that holds")
struct HeldLineTests {
  @Test func hasTheCasesAndTheTime() async throws {
    let lines = Log<String>()
    var settings = RunSettings(seed: 1)
    settings.announce = { lines.append($0) }
    try check("a claim", forAll: .int(), settings: settings) { _ in true }
    try await check("a suspended claim", forAll: .int(), settings: settings) { _ in
      await Task.yield()
      return true
    }
    try check("a small claim", forAll: .bool, settings: settings) { _ in true }
    #expect(lines.entries.count == 3)
    #expect(lines.entries.first?.wholeMatch(of: /✔ a claim: 100 cases in \d+\.\d\d s/) != nil, "\(lines.entries)")
    #expect(lines.entries.dropFirst().first?.hasPrefix("✔ a suspended claim: 100 cases in ") == true)
    #expect(lines.entries.last?.hasPrefix("✔ a small claim: proven: all 2 cases in ") == true)
  }

  @Test func saysWhatARunWithoutAClaimShows() throws {
    let lines = Log<String>()
    var settings = RunSettings(seed: 1)
    settings.announce = { lines.append($0) }
    try check("a body", forAll: .int(), settings: settings, claims: .completion) { _ in }
    #expect(lines.entries.first?.wholeMatch(of: /✔ a body: 100 cases in \d+\.\d\d s, which show only that the body completes/) != nil)
  }

  @Test func aFailureHasAReportInstead() {
    let lines = Log<String>()
    var settings = RunSettings(seed: 1)
    settings.announce = { lines.append($0) }
    #expect(throws: PropertyFailure.self) {
      try check("a claim", forAll: .int(), settings: settings) { number in try expect("it is small", number < 9) }
    }
    #expect(lines.entries.isEmpty)
  }
}
