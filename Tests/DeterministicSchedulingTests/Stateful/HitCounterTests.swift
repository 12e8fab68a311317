import Foundation
import PropertyTesting
import Testing

/// What docs/stateful-testing.md shows of lanes is what there is.
@Suite("The example of lanes")
struct HitCounterTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// An optimised build has fewer hops, and so another trace.
  #if DEBUG
    private static let isDebug = true
  #else
    private static let isDebug = false
  #endif

  @Test(.enabled(if: isDebug)) func theReportIsTheOneThatIsPrinted() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try checkHitCounter(RunSettings(seed: 1, shrinkTime: .seconds(3_600)))
    }
    let report = try #require(failure).description.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: Self.root.path + "/", with: "")
    let document = try String(
      contentsOf: Self.root.appendingPathComponent("docs/stateful-testing.md"), encoding: .utf8)
    #expect(document.contains("```\n" + report + "\n```"), "\(report)")
  }
}
