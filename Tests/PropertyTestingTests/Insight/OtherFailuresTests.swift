@testable import PropertyTesting
import Testing

@Suite("Several distinct failures in one run")
struct OtherFailuresTests {
  static func run<Value>(
    _ generator: Generator<Value>, seed: UInt64 = 1, cases: Int = 200, jobs: Int = 1, failures: Int = 3,
    in store: RegressionStore? = nil, isAsynchronous: Bool = false,
    _ predicate: @escaping @Sendable (Value) throws -> Void
  ) async -> PropertyResult {
    let settings = RunSettings(
      cases: cases, seed: seed, jobs: jobs, shrinkTime: .seconds(3_600), failures: failures)
    let property =
      isAsynchronous
      ? Requirement<Void>("T-1", "a claim").holds(forAll: generator) { value, _ in
        await Task.yield()
        try predicate(value)
      } : Requirement<Void>("T-1", "a claim").holds(forAll: generator) { value, _ in try predicate(value) }
    return await Runner(settings: settings, regressions: store).run(property, on: .none)
  }

  /// Verdict and value of each failure, the first one first.
  static func told(_ result: PropertyResult) -> [String] {
    ([result.verdict] + result.otherFailures).map { "\($0.name) \($0.counterexample?.value ?? "")" }
  }

  @Sendable static func threeBugs(_ value: Int) throws {
    try expect("not large", value < 900)
    try expect("not negative", value >= -20)
    if (100..<200).contains(value) { throw Surprise(code: value) }
  }

  @Test func eachIsFoundAndShrunkForItself() async {
    for seed in 1...UInt64(10) {
      let result = await Self.run(.int(in: -1_000...1_000), seed: seed, Self.threeBugs)
      #expect(Set(Self.told(result)) == ["falsified 900", "falsified -21", "errored 100"], "seed \(seed)")
      #expect(result.otherFailures.count == 2)
    }
  }

  @Test func theVerdictIsTheFirstOnes() async {
    for seed in 1...UInt64(5) {
      let alone = await Self.run(.int(in: -1_000...1_000), seed: seed, failures: 1, Self.threeBugs)
      let result = await Self.run(.int(in: -1_000...1_000), seed: seed, Self.threeBugs)
      #expect(alone.otherFailures.isEmpty)
      #expect(Self.told(result).first == Self.told(alone).first)
      #expect(result.cases == alone.cases)
      #expect(result.verdict.counterexample?.token == alone.verdict.counterexample?.token)
    }
  }

  @Test func theyAreTheSameForAnyNumberOfWorkers() async {
    for seed in 1...UInt64(3) {
      let expected = Self.told(await Self.run(.int(in: -1_000...1_000), seed: seed, Self.threeBugs))
      for jobs in [2, 5] {
        for isAsynchronous in [true, false] {
          let result = await Self.run(
            .int(in: -1_000...1_000), seed: seed, jobs: jobs, isAsynchronous: isAsynchronous, Self.threeBugs)
          #expect(Self.told(result) == expected)
        }
      }
    }
  }

  @Test func oneBugIsNotToldTwice() async {
    let result = await Self.run(.int(in: 0...1_000)) { try expect("small", $0 < 10) }
    #expect(result.verdict.counterexample?.value == "10")
    #expect(result.otherFailures.isEmpty)
    #expect(!FailureReport(result).text.contains("also"))
  }

  @Test func aFailureMetByShrinkingAloneIsTold() async throws {
    @Sendable func claim(_ value: Int) throws {
      if (5...50).contains(value) { throw Surprise(code: 0) }
      try expect("small", value < 60)
    }
    let first = await Self.run(.int(in: 0...100_000), seed: 3, failures: 1, claim)
    // No case is left after the one that fails, and none before it met the other bug.
    let seen = Log<Int>()
    let result = await Self.run(.int(in: 0...100_000), seed: 3, cases: first.cases) { value in
      seen.append(value)
      try claim(value)
    }
    #expect(!seen.entries.prefix(first.cases).contains { (5...50).contains($0) })
    #expect(Self.told(result) == ["falsified 60", "errored 5"])
  }

  @Test func aFailureNextToTheBoundsIsTold() async throws {
    // One value of a million: neither drawn nor on the way of shrinking, but next to where it begins to fail.
    let result = await Self.run(.int(in: 0...1_000_000), seed: 1, cases: 20) { value in
      if value == 1_233 { throw Surprise(code: 0) }
      try expect("small", value < 1_234)
    }
    #expect(Self.told(result) == ["falsified 1234", "errored 1233"])
  }

  @Test func shrinkingDoesNotSlip() async throws {
    // From any large number the way to 0 leads over the other bug.
    let result = await Self.run(.int(in: 0...100_000), seed: 3, cases: 60) { value in
      if (5...50).contains(value) { throw Surprise(code: 0) }
      try expect("small", value < 60)
    }
    #expect(Set(Self.told(result)) == ["falsified 60", "errored 5"])
  }

  @Test func eachIsSavedAndTheVerdictsOwnIsTriedFirst() async throws {
    let directory = try TemporaryDirectory()
    let store = RegressionStore(directory: directory.path)
    let result = await Self.run(.int(in: -1_000...1_000), in: store, Self.threeBugs)
    let saved = try store.entries(of: "T-1")
    #expect(saved.count == 3)
    #expect(Set(saved.map(\.value)) == ["900", "-21", "100"])
    #expect(saved.last?.token == result.verdict.counterexample?.token)
    let again = await Self.run(.int(in: -1_000...1_000), in: store, Self.threeBugs)
    #expect(again.verdict.counterexample?.origin == .regression)
    #expect(again.verdict.counterexample?.value == result.verdict.counterexample?.value)
    for verdict in result.otherFailures {
      let token = try #require(verdict.counterexample).token
      let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: -1_000...1_000)) { value, _ in
        try Self.threeBugs(value)
      }
      let replayed = await Runner(settings: RunSettings(seed: 1)).replay(token, of: property, on: .none)
      #expect(replayed.verdict.name == verdict.name)
      #expect(replayed.verdict.counterexample?.value == verdict.counterexample?.value)
    }
  }

  @Test func noMoreThanAskedForAreTold() async {
    for failures in [0, 1, 2, 3, 9] {
      let result = await Self.run(.int(in: 0...9), cases: 300, failures: failures) { value in
        for number in 0..<5 { try expect("not \(number)", value != number, line: 1_000 + number) }
      }
      #expect(Self.told(result).count == min(max(failures, 1), 5))
    }
  }

  @Test func withoutShrinkingNothingIsSearched() async {
    let calls = Counter()
    let settings = RunSettings(cases: 100, seed: 1, shrinks: false)
    let result = await Runner(settings: settings).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: .int()) { _, _ in
        calls.increment()
        try expect("no", false)
      }, on: .none)
    #expect(result.otherFailures.isEmpty)
    #expect(calls.value == 2)
  }
}
