import PropertyTesting
import Testing

@Suite("Targets: cases that the property asks for")
struct TargetTests {
  static func settings(_ seed: UInt64, cases: Int = 500, guided: Int = 2_000, jobs: Int = 1) -> RunSettings {
    var settings = RunSettings(cases: cases, seed: seed, jobs: jobs)
    settings.guidance.cases = guided
    return settings
  }

  /// False for one pair in 10¹².
  static func needle(asks: Bool) -> Property<Void> {
    Requirement<Void>("T-1", "no needle")
      .holds(forAll: .zip(.int(in: 0...1_000_000), .int(in: 0...1_000_000))) { pair, _, trial in
      if asks { trial.target("nearness", -((pair.0 - 123_457).magnitude + (pair.1 - 654_321).magnitude).asDouble) }
      try expect("not there", pair != (123_457, 654_321))
    }
  }

  @Test func findsWhatRandomCasesDoNot() async {
    for seed in UInt64(1)...50 {
      let guided = await Runner(settings: Self.settings(seed)).run(Self.needle(asks: true), on: .none)
      #expect(guided.verdict.counterexample?.value == "(123457, 654321)", "seed \(seed)")
      let random = await Runner(settings: Self.settings(seed, cases: 2_500)).run(Self.needle(asks: false), on: .none)
      #expect(random.verdict.isHeld && random.cases == 2_500 && random.guidance == nil)
    }
  }

  @Test func isTheSameForAnyNumberOfWorkers() async {
    for seed in UInt64(1)...5 {
      let one = await Runner(settings: Self.settings(seed)).run(Self.needle(asks: true), on: .none)
      let four = await Runner(settings: Self.settings(seed, jobs: 4)).run(Self.needle(asks: true), on: .none)
      #expect(one.verdict.counterexample?.token == four.verdict.counterexample?.token)
      #expect(one.verdict.counterexample?.origin == four.verdict.counterexample?.origin)
      #expect(one.guidance == four.guidance)
    }
  }

  @Test func whatItFindsReplaysAndShrinks() async throws {
    let property = Requirement<Void>("T-1", "small sums")
      .holds(forAll: .array(of: .int(in: 0...1_000))) { list, _, trial in
      let sum = list.reduce(0, +)
      trial.target("sum", sum)
      try expect("below", sum < 90_000)
    }
    let result = await Runner(settings: Self.settings(1, cases: 100, guided: 5_000)).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.shrinking.calls > 0)
    guard case .found(let number) = found.origin else {
      Issue.record("origin \(found.origin)")
      return
    }
    #expect(number >= 100)
    let again = await Runner().replay(found.token, of: property, on: .none)
    #expect(again.verdict.name == "falsified" && again.verdict.counterexample?.value == found.value)
    let unguided = await Runner(settings: Self.settings(1, cases: 100, guided: 0)).run(property, on: .none)
    #expect(unguided.verdict.isHeld)
  }

  @Test func theHighestValuesAreTold() async throws {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...10_000)) { value, _, trial in
      trial.target("height", value)
      trial.target("depth", -value)
      trial.target("nothing", .nan)
      try expect("in the range", value <= 10_000)
    }
    let result = await Runner(settings: Self.settings(3, cases: 50, guided: 200)).run(property, on: .none)
    let guidance = try #require(result.guidance)
    #expect(result.verdict.isHeld)
    #expect(guidance.targets == ["height": 10_000, "depth": 0])
    #expect(guidance.cases <= 200 && result.cases == 50 + guidance.cases)
    #expect(FailureReport(result).text.contains("targets  depth 0.0 at most, height 10000.0 at most"))
  }

  @Test func sharesAreThoseOfTheRandomCases() async {
    let property = Requirement<Void>("T-1", "a claim")
      .holds(forAll: .int(in: 0...10_000), requiring: ["low": 0.2]) { value, _, trial in
      trial.label("low", if: value < 5_000)
      trial.target("height", value)
      try expect("in the range", value <= 10_000)
    }
    let guided = await Runner(settings: Self.settings(3, cases: 100, guided: 2_000)).run(property, on: .none)
    let random = await Runner(settings: Self.settings(3, cases: 100, guided: 0)).run(property, on: .none)
    #expect(guided.verdict.isHeld && guided.classes == random.classes)
  }

  @Test func checkIsGuidedToo() async throws {
    let settings = Self.settings(1)
    #expect(throws: PropertyFailure.self) {
      try check("no needle", forAll: .int(in: 0...100_000_000), settings: settings) { value, trial in
        trial.target("nearness", -(value - 77_777_777).magnitude.asDouble)
        try expect("not there", value != 77_777_777)
      }
    }
    await #expect(throws: PropertyFailure.self) {
      try await check("no needle", forAll: .double(in: 0...1e9), settings: settings) { value, trial in
        await Task.yield()
        trial.target("height", -(value - 7e8).magnitude)
        try expect("not there", (value - 7e8).magnitude > 2)
      }
    }
  }

  @Test func valuesAreTakenFromEachOther() async {
    for seed in UInt64(1)...20 {
      let result = await run(.array(of: .int(in: 0...255), count: 8), seed: seed, cases: 3_000) { list, trial in
        trial.target("equal neighbours", zip(list, list.dropFirst()).count { $0 == $1 && $0 != 0 })
        try expect("not all equal", Set(list).count > 1 || list.first == 0)
      }
      #expect(result.verdict.name == "falsified", "seed \(seed)")
    }
  }
}

extension UInt {
  fileprivate var asDouble: Double { Double(self) }
}
