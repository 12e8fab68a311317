import ProcessIsolation
import PropertyTesting
import Testing

/// Cases in worker processes could have ended them: that they did not, a run without a claim shows.
@Suite("What a run in worker processes claims", .serialized)
struct ClaimedInWorkersTests {
  private let settings = RunSettings(cases: 20, seed: 1)

  @Test func withoutAClaimItShowsThatNoProcessEnds() throws {
    let held = try check("no crash", forAll: .int(), settings: settings, isolation: .forked()) { _ in }
    #expect(held.verdict.isHeld)
    #expect(held.onlyClaim == "that no case ends or blocks its process")
    #expect(FailureReport(held).text.contains("held, 20 cases, which show only that no case ends or blocks its process"))
  }

  @Test func inThisProcessItClaimsNothing() throws {
    let failure = try #require(throws: PropertyFailure.self) { try check("no crash", forAll: .int(), settings: settings) { _ in } }
    #expect(failure.result.verdict.name == "claims nothing")
  }

  @Test func aClaimInAWorkerIsOne() throws {
    let held = try check("equal", forAll: .int(), settings: settings, isolation: .forked()) { try expect("self", $0 == $0) }
    #expect(held.verdict.isHeld && held.onlyClaim == nil)
  }
}
