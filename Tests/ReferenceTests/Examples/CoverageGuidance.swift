import CoverageGuidance
import PropertyTesting

/// Runs `parse` on random bytes, then on 100,000 cases made from those that reached new branches of it.
func fuzz(_ parse: @escaping @Sendable ([UInt8]) throws -> Void) throws {
  var settings = RunSettings(cases: 1_000)
  settings.guidance = Guidance(cases: 100_000, coverage: try BranchCoverage())
  try check("the parser accepts any bytes", forAll: .bytes(), settings: settings, claims: .completion) { try parse($0) }
}
