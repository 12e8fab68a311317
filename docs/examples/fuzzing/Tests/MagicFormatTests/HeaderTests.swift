import CoverageGuidance
import MagicFormat
import PropertyTesting
import Testing

/// What a header is read from is what it is written as. The reader has a defect that takes six bytes to come to,
/// each in its place.
@Suite(.serialized) struct HeaderTests {
  func whatIsReadIsWrittenAlike(_ settings: RunSettings) throws -> PropertyResult {
    try check("what is read is written alike", forAll: .bytes(count: 0...40), settings: settings, claims: .completion) { bytes in
      let header: Header
      do { header = try Header(bytes) } catch is Header.Malformed { return }
      try expect("bytes", header.bytes, equals: bytes)
    }
  }

  @Test func randomCasesDoNotFindIt() throws {
    #expect(try whatIsReadIsWrittenAlike(RunSettings(cases: 200_000, seed: 1)).verdict.isHeld)
  }

  /// Where the code is built to be watched: docs/discovery.md.
  @Test(.enabled(if: (try? BranchCoverage()) != nil), arguments: UInt64(1)...5)
  func guidedCasesFindIt(seed: UInt64) throws {
    var settings = RunSettings(cases: 100, seed: seed)
    settings.guidance = Guidance(cases: 200_000, coverage: try BranchCoverage())
    let failure = try #require(#expect(throws: PropertyFailure.self) { try whatIsReadIsWrittenAlike(settings) })
    let found = try #require(failure.result.verdict.counterexample)
    print("found at \(found.origin): \(found.value)")
  }
}
