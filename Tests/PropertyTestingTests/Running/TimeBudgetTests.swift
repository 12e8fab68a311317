import Foundation
import Synchronization
import Testing

@testable import PropertyTesting

@Suite("A limited time")
struct TimeBudgetTests {
  private static let start = ContinuousClock.now

  @Test func roundsGrowAndEndInTime() throws {
    let budget = try #require(TimeBudget(within: .seconds(10), suite: .seconds(1), firstRun: Self.start, now: Self.start))
    #expect(budget.isFilled)
    #expect(budget.nextRound(after: 0, now: Self.start) == 1)
    // As many as before, while there is time.
    #expect(budget.nextRound(after: 8, now: Self.start + .milliseconds(8)) == 8)
    // 100 ms a case, 2 s left: half of the 20 that fit.
    #expect(budget.nextRound(after: 80, now: Self.start + .seconds(8)) == 10)
    #expect(budget.nextRound(after: 3, now: Self.start + .milliseconds(9_999)) == 1)
    #expect(budget.nextRound(after: 100, now: Self.start + .seconds(10)) == nil)
    #expect(TimeBudget(within: nil, suite: nil) == nil)
  }

  @Test func aSuiteLimitsEachOfItsProperties() throws {
    let late = try #require(TimeBudget(within: nil, suite: .seconds(5), firstRun: Self.start, now: Self.start + .seconds(6)))
    // One case, however late it is.
    #expect(!late.isFilled && late.nextRound(after: 0, now: Self.start + .seconds(6)) == 1)
    #expect(late.nextRound(after: 1, now: Self.start + .seconds(6)) == nil)
    #expect(late.ended(after: 1, of: 100) == "TOUCHSTONE_BUDGET ended the run after 1 of 100 cases")
  }

  @Test func asManyCasesRunAsThereIsTimeFor() async throws {
    // The first case is over when the time is.
    let one = RunSettings(cases: 50, seed: 1, within: .nanoseconds(1))
    let result = try check("small", forAll: .int(), settings: quiet(one)) { $0 &* 0 == 0 }
    #expect(result.verdict.isHeld && result.cases == 1)
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: Generator<Int>.int()) { value, _ in value &* 0 == 0 }
    #expect(await Runner(settings: one).run(property, on: .none).cases == 1)
  }

  @Test func allThatFollowsAFailureIsOverInTime() {
    let calls = Mutex(0)
    // Each case that fails takes a fifth of the time, so that there is time for five: the recording, a candidate or two, the
    // confirmation and its repetition come anyway.
    let settings = RunSettings(cases: 1_000, seed: 1, shrinkTime: .milliseconds(100))
    #expect(throws: PropertyFailure.self) {
      try check("slow", forAll: .array(of: .int(), count: 1_000), settings: quiet(settings)) { list in
        calls.withLock { $0 += 1 }
        Thread.sleep(forTimeInterval: 0.02)
        return list.isEmpty
      }
    }
    #expect(calls.withLock { $0 } <= 12)
  }

  @Test func moreCasesRunThanAreAskedFor() {
    var tally = Tally()
    tally.budget = TimeBudget(within: .seconds(86_400), suite: nil)
    let settings = RunSettings(cases: 2, jobs: 2)
    for _ in 0..<6 {
      for block in tally.owedBlocks(settings) {
        var sweep = Sweep()
        sweep.passed = block.count
        tally.add(sweep, of: block)
      }
    }
    #expect(tally.passed == 32 && tally.next == 32)
    tally.budget = TimeBudget(within: nil, suite: .seconds(1), firstRun: Self.start - .seconds(5), now: Self.start)
    var late = Tally()
    late.budget = tally.budget
    #expect(late.owedBlocks(settings) == [0..<1])
  }

  @Test func aFailureIsFoundAndShrunk() async {
    let result = await Runner(settings: RunSettings(cases: 1, seed: 1, within: .seconds(86_400))).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: Generator<Int>.int()) { value, _ in value < 1_000 }, on: .none)
    #expect(result.verdict.counterexample?.value == "1000")
  }

  @Test func theTimeOfAllLimitsWhatFollowsAFailure() throws {
    let budget = try #require(TimeBudget(within: nil, suite: .seconds(100), firstRun: Self.start, now: Self.start))
    #expect(budget.mostAfterAFailure(now: Self.start + .seconds(40)) == .seconds(6))
    #expect(budget.mostAfterAFailure(now: Self.start + .seconds(90)) == .seconds(2))
    #expect(budget.mostAfterAFailure(now: Self.start + .seconds(500)) == .seconds(2))
  }

  /// So little time that it is over after one case.
  private static let hardlyAny = RunSettings(cases: 50, seed: 1, within: .nanoseconds(1))

  @Test func everyCaseIsRunOnlyIfThereIsTimeForAll() async throws {
    let few = Requirement<Void>("T-1", "a claim").holds(forAll: Generator<Int>.int(in: 0...9)) { value, _ in value < 10 }
    let result = await Runner(settings: Self.hardlyAny).run(few, on: .none)
    #expect(result.verdict.isHeld && result.provenCases == nil && result.cases == 1)
    let only = try check("the only case", forAll: .constant(7), settings: quiet(Self.hardlyAny)) { $0 == 7 }
    #expect(only.provenCases == 1)
  }

  @Test func shrinkingHasAsLongAgain() throws {
    #expect { try check("never", forAll: .int(in: 1_000...1_000_000), settings: Self.hardlyAny) { $0 < 1_000 } } throws: { error in
      let shrinking = (error as? PropertyFailure)?.result.verdict.counterexample?.shrinking
      return shrinking?.stoppedEarly == true && shrinking?.calls ?? 99 < 10
    }
  }

  @Test func guidedCasesHaveTheTimeToo() throws {
    let result = try check("guided", forAll: .int(in: 0...1_000_000), settings: quiet(Self.hardlyAny)) { value, trial in
      trial.target("the value", Double(value))
      return value >= 0
    }
    #expect(result.cases == 1 && result.guidance?.cases ?? 0 == 0)
  }

  @Test func checkTakesTheTime() throws {
    var settings = quiet(RunSettings(cases: 50, seed: 1))
    #expect(try check("small", forAll: .int(), within: .nanoseconds(1), settings: settings) { $0 &* 0 == 0 }.cases == 1)
    settings.within = .nanoseconds(1)
    #expect(try check("small", forAll: .int(), .int(), within: .seconds(0.001), settings: settings) { $0 &* $1 &* 0 == 0 }.cases > 0)
  }

  @Test func noTimeIsAMistake() async {
    let result = await Runner(settings: RunSettings(within: .zero)).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: Generator<Int>.int()) { _, _ in true }, on: .none)
    #expect(FailureReport(result).text.contains("RunSettings.within is 0.0 seconds: it is above 0"))
  }

  @Test func theEnvironmentGivesSeconds() {
    #expect(RunEnvironment(["TOUCHSTONE_BUDGET": "2.5"]).budget == .milliseconds(2_500))
    #expect(RunEnvironment(["TOUCHSTONE_BUDGET": ""]).budget == nil)
    #expect(RunEnvironment(["TOUCHSTONE_BUDGET": "5 s"]).problem == "TOUCHSTONE_BUDGET takes seconds, such as 90 or 2.5, not “5 s”")
  }

  private func quiet(_ settings: RunSettings) -> RunSettings {
    var settings = settings
    settings.announce = { _ in }
    return settings
  }
}

@Suite("What makes a run worth less")
struct HealthTests {
  private func health<Value>(_ generator: Generator<Value>, cases: Int = 100, took: Duration) async -> [String] {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: generator, claims: .completion) { _, _ in }
    let result = await Runner(settings: RunSettings(cases: cases, seed: 1)).run(property, on: .none)
    return property.health(of: result, took: took)
  }

  @Test func aFastRunIsWell() async {
    #expect(await health(.int(), took: .milliseconds(3)).isEmpty)
    #expect(await health(.array(of: .int()), took: .seconds(30)).isEmpty)
  }

  @Test func mostIsDiscarded() async {
    let lines = await health(Generator<Int>.int(in: 0...1_000_000).filter(attempts: 1) { $0 % 4 == 0 }, took: .milliseconds(3))
    #expect(lines.count == 1 && lines[0].contains("cases were discarded") && lines[0].hasSuffix("generate only what applies, instead of filtering"))
  }

  @Test func anAsynchronousRunHasHealthToo() async throws {
    let log = Log<String>()
    var settings = RunSettings(cases: 100, seed: 1)
    settings.announce = { log.append($0) }
    try await check(
      "later, mostly discarded", forAll: Generator<Int>.int(in: 0...1_000_000).filter(attempts: 1) { $0 % 4 == 0 }, settings: settings
    ) { number in
      await Task.yield()
      return number % 4 == 0
    }
    #expect(log.entries.count { $0.contains("cases were discarded") && $0.hasSuffix("generate only what applies, instead of filtering") } == 1)
  }

  @Test func casesAreHuge() async {
    let lines = await health(.array(of: .int(), count: 12_000), cases: 2, took: .seconds(100_000))
    #expect(lines == ["a case has 12000 choices on average: a failing one will take long to shrink"])
  }

  @Test func itIsSaidOnce() async {
    let log = Log<String>()
    let huge = Requirement<Void>("T-1", "said once").holds(forAll: .array(of: .int(), count: 12_000), claims: .completion) { _, _ in }
    let result = await Runner(settings: RunSettings(cases: 1, seed: 1)).run(huge, on: .none)
    for _ in 0..<3 { huge.announceHealth(result, took: .seconds(100_000)) { log.append($0) } }
    #expect(log.entries == ["said once: a case has 12000 choices on average: a failing one will take long to shrink"])
  }
}
