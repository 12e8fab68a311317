import PropertyTesting
import Testing

@Suite("Verdicts")
struct VerdictTests {
  @Test func holdsWhereEveryCasePasses() async {
    let result = await run(.int(in: 1...600)) { try expect("in range", (1...600).contains($0)) }
    #expect(result.verdict.isHeld)
    #expect(result.verdict.name == "held")
    #expect(result.verdict.counterexample == nil)
    #expect(result.cases == 100)
    #expect(result.discarded == 0)
  }

  @Test func aClaimThatDoesNotHoldIsFalsified() async throws {
    let result = await run(.int(in: 0...1_000), seed: 5) { value in
      try expect("small", value < 10, line: 77)
    }
    guard case .falsified(let found) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(result.verdict.name == "falsified")
    #expect(!result.verdict.isHeld)
    #expect(found.value == "10")
    #expect(found.message == "small")
    #expect(found.location?.line == 77)
    #expect(found.shrinking.choicesAfter == 1)
    #expect(found.token.propertyID == "T-1")
    guard case .found(let index) = found.origin else {
      Issue.record("origin \(found.origin)")
      return
    }
    #expect(result.cases == index + 1)
  }

  @Test func anUnexpectedErrorIsErroredWithItsCounterexample() async {
    let result = await run(.int(in: 0...1_000), seed: 5) { value in
      if value >= 10 { throw Surprise(code: 3) }
    }
    guard case .errored(let reason, let found?) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(result.verdict.name == "errored")
    #expect(reason == "Surprise: Surprise(code: 3)")
    #expect(found.value == "10")
    #expect(found.message == reason)
    #expect(found.location == nil)
  }

  @Test func aThrowingGeneratorIsErrored() async {
    let generator = Generator<Int> { source in
      let value = try source(.int(in: 0...1_000))
      if value >= 10 { throw Surprise(code: value) }
      return value
    }
    let calls = Counter()
    let result = await run(generator, seed: 5) { value in
      calls.increment()
      try expect("below ten", value < 10)
    }
    guard case .errored(let reason, let found?) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(reason == "Surprise: Surprise(code: 10)")
    #expect(found.value == "(the generator threw before there was a value)")
  }

  @Test(arguments: [true, false])
  func aSystemThatCannotBeMadeIsErrored(isAsynchronous: Bool) async {
    let calls = Counter()
    let fixture = Fixture<Int>(name: "broken") { throw Surprise(code: 9) }
    let property =
      isAsynchronous
      ? Requirement<Int>("T-2", "a claim").holds(forAll: .int()) { _, _ in
        await Task.yield()
        calls.increment()
      }
      : Requirement<Int>("T-2", "a claim").holds(forAll: .int()) { _, _ in calls.increment() }
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: fixture)
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("verdict \(result.verdict)")
      return
    }
    #expect(reason == "the system could not be made: Surprise(code: 9)")
    #expect(result.cases == 0)
    #expect(calls.value == 0)
    #expect(result.fixture == "broken")
  }

  @Test func aSystemThatCanNoLongerBeMadeIsErrored() async {
    let made = Counter()
    let fixture = Fixture<Int> {
      if made.increment() > 40 { throw Surprise(code: 1) }
      return 0
    }
    let property = Requirement<Int>("T-2", "a claim").holds(forAll: .int()) { _, _ in await Task.yield() }
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: fixture)
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("verdict \(result.verdict)")
      return
    }
    #expect(reason == "the system could not be made: Surprise(code: 1)")
    #expect(result.cases == 40 || result.cases == 39)
  }

  @Test func aFailureThatDoesNotComeBackIsFlaky() async {
    let calls = Counter()
    let result = await run(.int(in: 0...9)) { _ in
      try expect("never the tenth call", calls.increment() != 10)
    }
    guard case .flaky(let found) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(result.verdict.name == "flaky")
    #expect(!result.verdict.isHeld)
    #expect(found.origin == .found(case: 9))
    #expect(found.message == "failed in the run, and passed when it was run again")
  }

  @Test func aFailureThatStopsWhileShrinkingIsFlaky() async {
    let calls = Counter()
    let result = await run(.int(in: 1_000...2_000), seed: 2) { value in
      try expect("only twice", calls.increment() > 2)
    }
    guard case .flaky(let found) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(found.message == "only twice; and passed when it was run again")
  }

  @Test func anErrorOfAnotherKindOnTheSecondRunIsNotHidden() async {
    let calls = Counter()
    let result = await run(.int(in: 0...9)) { _ in
      let call = calls.increment()
      try expect("the claim", call != 10)
      if call > 10 { throw Surprise(code: 1) }
    }
    #expect(result.verdict.name == "errored")
  }

  @Test func anInterruptionHasAVerdictOfItsOwn() async throws {
    let expected: [(Interruption.Kind, String)] = [
      (.crashed, "crashed"), (.timedOut, "timed out"), (.deadlocked, "deadlocked"),
      (.uncontrolled, "uncontrolled"),
    ]
    for (kind, name) in expected {
      let result = await run(.int(in: 0...1_000)) { value in
        if value > 10 { throw Interruption(kind, "ended at \(value)", origin: "here") }
      }
      #expect(result.verdict.name == name)
      #expect(result.verdict.counterexample?.value == "11")
      #expect(result.verdict.counterexample?.message == "ended at 11")
    }
  }

  @Test func everyVerdictHasItsName() async throws {
    let failed = await run(.int(in: 0...9)) { _ in try expect("no", false) }
    let found = try #require(failed.verdict.counterexample)
    let verdicts: [(Verdict, String, Bool)] = [
      (.held, "held", false), (.falsified(found), "falsified", true),
      (.gaveUp(.discards(3, lastReason: "x")), "gave up", false), (.flaky(found), "flaky", true),
      (.errored(reason: "x", nil), "errored", false),
      (.errored(reason: "x", found), "errored", true), (.crashed(found), "crashed", true),
      (.timedOut(found), "timed out", true), (.deadlocked(found), "deadlocked", true),
      (.uncontrolled(found), "uncontrolled", true), (.stale(reason: "x"), "stale", false),
    ]
    for (verdict, name, hasCounterexample) in verdicts {
      #expect(verdict.name == name)
      #expect((verdict.counterexample != nil) == hasCounterexample)
      #expect(verdict.isHeld == (name == "held"))
    }
    #expect(Set(verdicts.map(\.1)).count == 10)
  }
}
