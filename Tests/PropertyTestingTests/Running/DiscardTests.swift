@testable import PropertyTesting
import Testing

@Suite("Discards, classes and giving up")
struct DiscardTests {
  @Test func givesUpWhereTooMuchIsDiscarded() async {
    let result = await run(.int(in: 0...1_000_000)) { _ in try assume(false, "never") }
    guard case .gaveUp(.discards(let count, let reason)) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(result.verdict.name == "gave up")
    #expect((1_375..<1_700).contains(count), "0.99 to the power of 1,375 is one in a million")
    #expect(count == result.discarded)
    #expect(reason == "never")
    #expect(result.cases == 0)
  }

  /// Few cases apply: it takes time, and the claim is tried as often as it was asked for.
  @Test(arguments: [3, 10]) func goesOnWhereSomeApply(percent: Int) async {
    let result = await run(.int(in: 0...9_999)) { value in try assume(value % 100 < percent) }
    #expect(result.verdict.isHeld)
    #expect(result.cases == 100)
  }

  /// One in a thousand is too few, whatever number of cases was asked for, and the first that apply do not hide it.
  @Test(arguments: [100, 10_000]) func givesUpWhereHardlyAnyApply(cases: Int) async {
    let result = await run(.int(in: 0...99_999), cases: cases) { value in try assume(value % 1_000 == 637) }
    guard case .gaveUp(.discards(let count, _)) = result.verdict else { return #expect(Bool(false), "\(result.verdict.name)") }
    #expect(count < 40_000)
  }

  @Test func aFilterThatNeverHoldsGivesUpWithTheReason() async {
    let calls = Counter()
    let result = await run(Generator<Int>.int().filter(attempts: 7) { _ in false }) { _ in
      calls.increment()
    }
    #expect(
      result.verdict.shortfall
        == .discards(result.discarded, lastReason: "a filter rejected 7 values in a row"))
    #expect(calls.value == 0)
  }

  @Test func discardedCasesAreReplacedAndNotCounted() async {
    let kept = Counter()
    let thrownAway = Counter()
    let result = await run(.int(in: 0...399)) { value in
      if value % 4 == 0 { thrownAway.increment() }
      try assume(value % 4 != 0)
      kept.increment()
    }
    #expect(result.verdict.isHeld)
    #expect(result.cases == 100)
    #expect(kept.value == 100)
    #expect(result.discarded == thrownAway.value)
    #expect(result.discarded > 10)
  }

  @Test func casesBeforeAFailureAreCountedWithoutDiscards() async throws {
    let passed = Counter()
    let result = await run(.int(in: 0...40), seed: 3, cases: 1_000) { value, trial in
      try assume(value % 4 != 0)
      trial.label("seen")
      if value != 37 { passed.increment() }
      try expect("not 37", value != 37)
    }
    let found = try #require(result.verdict.counterexample)
    guard case .found(let index) = found.origin else {
      Issue.record("origin \(found.origin)")
      return
    }
    #expect(result.cases + result.discarded == index + 1)
    #expect(result.classes == ["seen": result.cases - 1])
    #expect(result.discarded > 0)
  }

  @Test func aClassBelowItsShareIsNotGreen() async {
    let result = await run(.int(in: 0...999), requiring: ["odd": 0.3, "rare": 0.5]) { value, trial in
      trial.label("odd", if: value % 2 == 1)
      trial.label("rare", if: (500..<600).contains(value))
    }
    let rare = result.classes["rare", default: 0]
    #expect(
      result.verdict.shortfall == .missedClass("rare", count: rare, cases: result.cases, required: 0.5),
      "at once, or after a second look")
    #expect(rare > 0 && rare < result.cases / 2)
    #expect(result.classes["odd", default: 0] * 10 >= result.cases * 3)
  }

  @Test func aClassThatNeverComesUpIsMissed() async {
    let result = await run(.int(in: 0...999), requiring: ["never": 0.01]) { _, _ in }
    #expect(
      result.verdict.shortfall == .missedClass("never", count: 0, cases: 800, required: 0.01),
      "no case of a hundred may be chance: the run went on")
  }

  @Test func aClassWithExactlyItsShareIsEnough() async {
    let calls = Counter()
    let result = await run(.int(), requiring: ["quarter": 0.25]) { _, trial in
      trial.label("quarter", if: calls.increment() % 4 == 0)
    }
    #expect(result.verdict.isHeld)
    #expect(result.classes == ["quarter": 25])
  }

  @Test func sharesAreNotJudgedOnTooFewCases() async {
    let few = await run(.int(), cases: 99, requiring: ["never": 0.5]) { _, _ in }
    #expect(few.verdict.isHeld)
    let enough = await run(.int(), cases: 100, requiring: ["never": 0.5]) { _, _ in }
    #expect(enough.verdict.name == "gave up")
  }

  @Test func aLabelCountsOncePerCase() async {
    let result = await run(.int()) { _, trial in
      for _ in 0..<3 { trial.label("always") }
      trial.label("never", if: false)
    }
    #expect(result.classes == ["always": 100])
  }

  @Test func aFailureIsToldEvenWhereAClassIsMissed() async {
    let result = await run(.int(in: 0...100), cases: 200, requiring: ["never": 0.5]) { value, _ in
      try expect("below 50", value < 50)
    }
    #expect(result.verdict.counterexample?.value == "50")
  }

  @Test func anyNumberOfCasesIsDealtOutInRoundsOfAFewBlocks() {
    for cases in [1, 100, 10_000_000, Int.max] {
      var tally = Tally()
      let blocks = tally.owedBlocks(RunSettings(cases: cases))
      #expect((1...1_024).contains(blocks.count))
      #expect(blocks.first?.lowerBound == 0)
      #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
  }
}

extension Verdict {
  /// Why the run gave up, if it did.
  var shortfall: Shortfall? { if case .gaveUp(let shortfall) = self { shortfall } else { nil } }
}
