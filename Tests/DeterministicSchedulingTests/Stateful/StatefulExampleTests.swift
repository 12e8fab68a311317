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

  /// Without what changes when cases are drawn otherwise, and says nothing of the counterexample.
  private func essence(_ report: String) -> [Substring] {
    report.split(separator: "\n").filter { !$0.hasPrefix("  falsified at case") && !$0.hasPrefix("  replay") }
  }

  @Test(.enabled(if: isDebug)) func theReportIsTheOneThatIsPrinted() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try checkHitCounter(RunSettings(seed: 1, shrinkTime: .seconds(3_600)))
    }
    let report = try #require(failure).description.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: Self.root.path + "/", with: "")
    let document = try String(
      contentsOf: Self.root.appendingPathComponent("docs/stateful-testing.md"), encoding: .utf8)
    let blocks = document.components(separatedBy: "```\n").map(essence)
    #expect(blocks.contains(essence(report)), "\(report)")
  }
}
