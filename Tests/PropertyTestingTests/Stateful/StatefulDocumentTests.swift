import Foundation
import PropertyTesting
import Testing

/// What docs/stateful-testing.md shows is what there is.
@Suite("The document on stateful testing")
struct StatefulDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let examples = [
    "Tests/PropertyTestingTests/Stateful/Examples/RingBuffer.swift",
    "Tests/PropertyTestingTests/Stateful/Examples/TemporaryFiles.swift",
    "Tests/PropertyTestingTests/Stateful/Examples/ConnectionPool.swift",
    "Tests/PropertyTestingTests/Stateful/Examples/Thermostat.swift",
    "Tests/DeterministicSchedulingTests/Stateful/Examples/HitCounter.swift",
    "Tests/DeterministicSchedulingTests/Stateful/Examples/PhoneBooth.swift",
    "Tests/DeterministicSchedulingTests/Stateful/Examples/Outbox.swift",
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Every block of code is a file that is compiled and run, and every such file is shown.
  @Test func theCodeIsTheOneThatRuns() throws {
    let document = try text("docs/stateful-testing.md")
    let blocks = document.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(Set(blocks) == Set(try Self.examples.map(text)))
    #expect(blocks.count == Self.examples.count)
  }

  private func report(_ check: (RunSettings) async throws -> Void) async throws -> String {
    do {
      try await check(RunSettings(seed: 1, shrinkTime: .seconds(3_600)))
    } catch let failure as PropertyFailure {
      return failure.description.trimmingCharacters(in: .newlines)
        .replacingOccurrences(of: Self.root.path + "/", with: "")
    }
    return "it held"
  }

  /// Without what changes when cases are drawn otherwise, and says nothing of the counterexample.
  private func essence(_ report: String) -> [Substring] {
    report.split(separator: "\n").filter { !$0.hasPrefix("  falsified at case") && !$0.hasPrefix("  replay") }
  }

  @Test func theReportsAreThoseThatArePrinted() async throws {
    let blocks = try text("docs/stateful-testing.md").components(separatedBy: "```\n").map(essence)
    for report in [
      try await report { try await checkRingBuffer($0) }, try await report { try await checkTemporaryFiles($0) },
      try await report { try await checkConnectionPool($0) },
    ] {
      let isShown = blocks.contains(essence(report))
      #expect(isShown, "\(report)")
    }
  }

  @Test func thePropertyHoldsAndCatchesItsFault() async throws {
    let runner = Runner(settings: RunSettings(cases: 200, seed: 1, shrinkTime: .seconds(3_600)))
    let fixture = Fixture { Thermostat() }
    let held = await runner.run(thermostatKeepsItsLimits, on: fixture)
    #expect(held.verdict.isHeld, "\(FailureReport(held).text)")
    let caught = await runner.run(thermostatKeepsItsLimits, on: fixture.with(.allowsTooMuch))
    #expect(caught.verdict.counterexample?.value == "[set(31)] from 5")
  }
}
