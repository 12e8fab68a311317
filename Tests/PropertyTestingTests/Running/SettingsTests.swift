import PropertyTesting
import Testing

@Suite("Settings out of range")
struct SettingsTests {
  /// Each of them, and what the reason names.
  static let wrong: [(String, @Sendable (inout RunSettings) -> Void)] = [
    ("cases is 0", { $0.cases = 0 }),
    ("cases is -5", { $0 = RunSettings(cases: -5) }),
    ("jobs is 0", { $0.jobs = 0 }),
    ("jobs is -3", { $0 = RunSettings(jobs: -3) }),
    ("shrinkCalls is -1", { $0.shrinkCalls = -1 }),
    ("shrinkTime is", { $0.shrinkTime = .seconds(-1) }),
    ("failures is 0", { $0.failures = 0 }),
    ("explanationCalls is -1", { $0.explanationCalls = -1 }),
    ("-1 doublings", { $0.shares = .onDoubt(doublings: -1) }),
    ("shareConfidence is 1.0", { $0.shareConfidence = 1 }),
    ("shareConfidence is nan", { $0.shareConfidence = .nan }),
    ("guidance.cases is -1", { $0.guidance.cases = -1 }),
  ]

  @Test(arguments: wrong.indices)
  func areAnError(index: Int) async throws {
    var settings = RunSettings(cases: 10, seed: 1)
    Self.wrong[index].1(&settings)
    let property = Requirement<Void>("S-1", "Holds").holds(forAll: .int()) { value, _ in value == value }
    let runner = Runner(settings: settings)
    let token = try #require(
      await Runner(settings: RunSettings(cases: 10, seed: 1))
        .run(Requirement<Void>("S-1", "Fails").holds(forAll: .int()) { _, _ in false }, on: Fixture(system: {}))
        .verdict.counterexample?.token)
    var results = [await runner.run(property, on: Fixture(system: {})), await runner.replay(token, of: property, on: Fixture(system: {}))]
    do { results.append(try check("holds", forAll: .int(), settings: settings) { $0 == $0 }) } catch let failure as PropertyFailure {
      results.append(failure.result)
    }
    for result in results {
      guard case .errored(let reason, nil) = result.verdict else {
        Issue.record("the verdict is \(result.verdict.name)")
        continue
      }
      #expect(reason.contains(Self.wrong[index].0))
      #expect(reason.hasPrefix("RunSettings."))
    }
    let blocks = await runner.runBlocks(of: property, on: Fixture(system: {})) { _ in true }
    #expect(blocks.isEmpty)
  }

  @Test func aCaseThatIsRepeatedNeverIsAnError() async throws {
    let machine = StateMachine<Int, Int>(
      initially: 0, commands: [Command("none") { (_: inout Int) in } system: { (_: inout Int) in }])
    for repetitions in [0, -1] {
      let failure = try await #require(
        #expect(throws: PropertyFailure.self) {
          try await check("repeated", of: machine, lanes: 2...2, repetitions: repetitions) { 0 }
        })
      guard case .errored(let reason, _) = failure.result.verdict else {
        Issue.record("the verdict is \(failure.result.verdict.name)")
        continue
      }
      #expect(reason.contains("repetitions is \(repetitions)"))
    }
  }
}
