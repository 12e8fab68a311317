import DeterministicScheduling
import Foundation
import PropertyTesting
import Testing

/// What docs/stateful-testing.md shows of lanes and schedules is what there is.
@Suite("The document on stateful testing, under schedules")
struct StatefulExampleTests {
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

  private func expectShown(_ report: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let report = report.trimmingCharacters(in: .newlines).replacingOccurrences(of: Self.root.path + "/", with: "")
    let document = try String(
      contentsOf: Self.root.appendingPathComponent("docs/stateful-testing.md"), encoding: .utf8)
    let blocks = document.components(separatedBy: "```\n").map(essence)
    #expect(blocks.contains(essence(report)), "\(report)", sourceLocation: sourceLocation)
  }

  @Test(.enabled(if: isDebug)) func theReportIsTheOneThatIsPrinted() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try checkHitCounter(RunSettings(seed: 1, shrinkTime: .seconds(3_600)))
    }
    try expectShown(try #require(failure).description)
  }

  @Test(.enabled(if: isDebug)) func anInvariantIsAskedWhileLanesRun() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try checkPhoneBooth(RunSettings(seed: 1, shrinkTime: .seconds(3_600)))
    }
    try expectShown(try #require(failure).description)
  }

  /// What makes the invariant worth having: some order of the calls explains what came of them.
  @Test func withoutTheInvariantTheBoothHolds() throws {
    try check(
      "the booth is linearizable", of: PhoneBoothMachine.machine.keeping(), lanes: 2...3, scheduled: .mixed,
      settings: RunSettings(seed: 1)
    ) { PhoneBooth() }
  }

  private static let runner = Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)))

  @Test(.enabled(if: isDebug)) func aRaceOfTheOutboxIsReported() async throws {
    let fault = try outboxLosesNothing.fault("looksBeforeItStores")
    let result = await Self.runner.run(outboxLosesNothing, on: Fixture { MailSystem() }.with(fault))
    try expectShown(FailureReport(result).text)
  }

  @Test func theOutboxHoldsAndSoDoesItsTwin() async throws {
    let fixture = Fixture { MailSystem() }
    let held = await Self.runner.run(outboxLosesNothing, on: fixture)
    #expect(held.verdict.isHeld, "\(FailureReport(held).text)")
    for twin in outboxLosesNothing.twins {
      let sound = await Self.runner.run(outboxLosesNothing, on: fixture.with(twin))
      #expect(sound.verdict.isHeld, "\(FailureReport(sound).text)")
    }
    for fault in outboxLosesNothing.faults {
      let caught = await Self.runner.run(outboxLosesNothing, on: fixture.with(fault))
      #expect(caught.verdict.counterexample != nil, "\(fault.id) is not caught")
    }
  }
}
