@testable import PropertyTesting
import Testing

@Suite("Flaky: both outcomes are shown")
struct FlakyTests {
  static func run<Value>(
    _ generator: Generator<Value>, seed: UInt64 = 1,
    _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
  ) async -> PropertyResult {
    await Runner(settings: RunSettings(seed: seed, shrinkTime: .seconds(3_600))).run(
      Requirement<Void>("T-1", "a claim", fileID: "M/F.swift", filePath: "F.swift", line: 3)
        .holds(forAll: generator) {
        value, _, trial in try predicate(value, trial)
      }, on: .none)
  }

  static func flaky(_ result: PropertyResult) throws -> Counterexample {
    guard case .flaky(let found) = result.verdict else { throw Surprise(code: 1) }
    return found
  }

  @Test func aPredicateThatFailsNowAndThenIsCounted() async throws {
    let calls = Counter()
    let result = await Self.run(.int(in: 0...9)) { _, trial in
      let call = calls.increment()
      trial.note("call")
      try expect("not every third call", call % 3 != 0)
    }
    let found = try Self.flaky(result)
    let flakiness = try #require(found.flakiness)
    #expect(flakiness.runs == 20)
    #expect(flakiness.passed + flakiness.failed == 20)
    #expect((6...7).contains(flakiness.failed))
    #expect(flakiness.failure == "not every third call")
    #expect(flakiness.failingTrace == ["call"])
    #expect(flakiness.passingTrace == ["call"])
    #expect(flakiness.values.count == 1)
  }

  @Test func whatFailedInTheRunIsToldThoughItNeverComesBack() async throws {
    let calls = Counter()
    let result = await Self.run(.int(in: 0...9)) { _, _ in
      try expect("never the tenth call", calls.increment() != 10)
    }
    let found = try Self.flaky(result)
    #expect(
      FailureReport(result).text == """
        ✘ T-1 a claim
          F.swift:3
          flaky at case 10, seed 1
          claim    failed in the run, and passed when it was run again
          given    \(found.value)
          failed   0 of 20 times again: never the tenth call
          passed   20 of 20 times again
          hint     look for time, randomness, state that outlives a case, or tasks: under scheduled: .mixed their order is drawn
          replay   \(found.token)
        """)
  }

  @Test func aGeneratorThatDependsOnCapturedStateIsFlaky() async throws {
    let made = Counter()
    let generator = Generator<Int> { source in
      _ = try source(.int(in: 0...9))
      return made.increment()
    }
    let result = await Self.run(generator) { value, _ in try expect("few", value < 20) }
    let found = try Self.flaky(result)
    #expect(found.message == "few; and the same choices made another value when it was run again")
    let flakiness = try #require(found.flakiness)
    #expect(flakiness.values.count == 22)
    #expect(flakiness.failed == 20)
    let text = FailureReport(result).text
    #expect(text.contains("\n  values   the same choices made 22 values: "))
    #expect(text.contains("\n  hint     a generator must draw everything that it uses"))
  }

  @Test func aGeneratorThatDrawsOtherwiseTheSecondTimeIsFlaky() async throws {
    // The value prints alike, and its draws do not.
    let made = Counter()
    let generator = Generator<String> { source in
      let wide = made.increment() % 2 == 0
      return try source(.int(in: 0...(wide ? 10 : 20))) >= 0 ? "same" : "other"
    }
    let result = await Self.run(generator) { _, _ in try expect("never", false) }
    #expect(result.verdict.name == "flaky")
  }

  @Test func whatFailsEachTimeIsNotFlaky() async throws {
    let calls = Counter()
    let result = await Self.run(.int(in: 0...1_000)) { value, trial in
      // What it says may differ, where it fails does not.
      try expect("small, in call \(calls.increment())", value < 10)
    }
    guard case .falsified(let found) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(found.flakiness == nil)
    #expect(found.value == "10")
  }

  @Test func aFailureThatIsAnotherOneTheNextTimeIsFlaky() async throws {
    let calls = Counter()
    let result = await Self.run(.int(in: 0...0)) { _, _ in
      let call = calls.increment()
      // The run's, the recorded and the confirmed one agree.
      try expect("the claim", call > 3)
      throw Surprise(code: 1)
    }
    let found = try Self.flaky(result)
    #expect(found.message == "the claim; and failed differently (Surprise: Surprise(code: 1)) when it was run again")
    #expect(found.flakiness?.failed == 20)
  }

  /// Case 0 passed, and every run since the 21st fails: the shrunk case says nothing of itself.
  @Test func whatPassedBeforeAndFailsNowIsFlaky() async throws {
    let calls = Counter()
    let result = await Self.run(.int(in: 0...1_000)) { _, _ in 
      try expect("a few calls", calls.increment() <= 20, fileID: "M/F.swift", filePath: "F.swift", line: 3)
    }
    let found = try Self.flaky(result)
    #expect(found.message == "a few calls; and what passed as case 1 of the run fails now: a few calls")
    #expect(found.flakiness?.cause == .earlierCases)
    #expect(found.explanation == nil)
    #expect(
      FailureReport(result).text == """
        ✘ T-1 a claim
          F.swift:3
          flaky at case 21, seed 1; shrunk 1 → 1 choice in 1 run
          claim    a few calls; and what passed as case 1 of the run fails now: a few calls
          given    0
          failed   20 of 20 times again: a few calls
          passed   0 of 20 times again
          hint     look for state that outlives a case: a global or static variable, a cache, what the closure captures, a file. With isolation: .forked(), the report shows the shortest sequence of cases that fails
          replay   \(found.token)
        """)
  }

  /// What the repetitions cost a failure that its choices decide: at most two dozen calls.
  @Test func aPlainFailureIsRunAgainAFewTimesOnly() async throws {
    for explanationCalls in [0, 200] {
      let calls = Counter()
      let settings = RunSettings(seed: 1, failures: 1, explanationCalls: explanationCalls)
      let result = await Runner(settings: settings).run(
        Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...1_000)) { value, _ in
          _ = calls.increment()
          try expect("small", value < 500)
        }, on: .none)
      let found = try #require(result.verdict.counterexample)
      #expect(result.verdict.name == "falsified")
      // The cases, the recorded one, the shrinking, and two that confirm it.
      let known = result.cases + 1 + found.shrinking.calls + 2 + (found.explanation?.calls ?? 0)
      #expect((1...24).contains(calls.value - known))
    }
  }

  @Test func flakyOnesAreNotSaved() async throws {
    let directory = try TemporaryDirectory()
    let calls = Counter()
    let store = RegressionStore(directory: directory.path)
    let result = await Runner(settings: RunSettings(seed: 1), regressions: store).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: .int()) { _, _ in
        try expect("not every third call", calls.increment() % 3 != 0)
      }, on: .none)
    #expect(result.verdict.name == "flaky")
    #expect(try store.entries(of: "T-1").isEmpty)
  }
}
