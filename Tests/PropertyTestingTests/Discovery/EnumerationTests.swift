import PropertyTesting
import Testing

@Suite("Every case there is")
struct EnumerationTests {
  @Test(arguments: 0..<24)
  func findsTheOneCaseThatFails(wrong: Int) async throws {
    for seed in UInt64(1)...10 {
      let seen = Log<Int>()
      let result = await run(.zip(.int(in: 0...3), .int(in: 0...5)), seed: seed, cases: 24) { a, b in
        seen.append(a * 6 + b)
        try expect("right", a * 6 + b != wrong)
      }
      let found = try #require(result.verdict.counterexample)
      #expect(found.value == "(\(wrong / 6), \(wrong % 6))")
      #expect(found.origin == .found(case: wrong))
      #expect(result.cases == wrong + 1 && result.provenCases == nil)
      #expect(Array(seen.entries.prefix(wrong + 1)) == Array(0...wrong))
    }
  }

  @Test func runsEachCaseOnceAndSaysSo() async throws {
    for jobs in [1, 4] {
      let seen = Log<Int>()
      let result = await run(.zip(.int(in: 0...3), .int(in: 0...5)), cases: 24, jobs: jobs) { a, b in
        seen.append(a * 6 + b)
      }
      #expect(seen.entries == Array(0..<24))
      #expect(result.verdict.isHeld && result.provenCases == 24 && result.cases == 24)
      #expect(FailureReport(result).text.contains("held, proven: all 24 cases"))
    }
  }

  @Test func oneCaseMoreThanAskedForIsASample() async {
    let result = await run(.int(in: 0...24), cases: 24) { _ in }
    #expect(result.verdict.isHeld && result.provenCases == nil && result.cases == 24)
    #expect(FailureReport(result).text.contains("held, 24 cases"))
    let proven = await run(.int(in: 0...24), cases: 25) { _ in }
    #expect(proven.provenCases == 25)
  }

  @Test func drawsOfThePropertyCount() async throws {
    for (cases, proven) in [(12, 12), (11, nil)] {
      let result = await run(.int(in: 0...2), cases: cases) { value, trial in
        _ = try trial.draw(.int(in: 0...3))
      }
      #expect(result.verdict.isHeld && result.provenCases == proven && result.cases == cases)
    }
    let result = await run(.int(in: 0...2), cases: 20) { value, trial in
      let drawn = try trial.draw(.bool, "flag")
      try expect("never both", !(value == 2 && drawn))
    }
    #expect(result.verdict.counterexample?.value == "2")
    let token = try #require(result.verdict.counterexample?.token)
    let again = await Runner().replay(
      token, of: Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...2)) { value, _, trial in
        let drawn = try trial.draw(.bool, "flag")
        try expect("never both", !(value == 2 && drawn))
      }, on: .none)
    #expect(again.verdict.name == "falsified")
  }

  @Test func discardedCasesAreNoProof() async {
    let result = await run(.int(in: 0...9)) { value in try assume(value % 2 == 0) }
    #expect(result.verdict.isHeld && result.provenCases == 5 && result.discarded == 5)
    let none = await run(.int(in: 0...9)) { _ in try assume(false) }
    #expect(none.verdict.name == "gave up" && none.provenCases == nil)
    let filtered = await run(.int(in: 0...9).filter { $0 > 9 }) { _ in }
    #expect(filtered.verdict.name == "gave up")
  }

  @Test func aRequiredClassMustHaveACaseWhateverItsShare() async {
    for (share, limit, holds) in [(0.9, 1, true), (0.01, 0, false), (0, 0, true)] {
      let result = await run(.int(in: 0...9), cases: 50, requiring: ["low": share]) { value, trial in
        trial.label("low", if: value < limit)
      }
      #expect(result.verdict.isHeld == holds)
      #expect(result.classes["low", default: 0] == limit)
    }
  }

  @Test func whatMayRunDifferentlyIsRunOften() async {
    let calls = Counter()
    let racing = Requirement<Void>("T-1", "races", needs: [.concurrency])
      .holds(forAll: .bool) { _, _ in calls.increment() }
    let result = await Runner(settings: RunSettings(cases: 30, seed: 1)).run(racing, on: .none)
    // One more, to see whether it runs in every order.
    #expect(result.cases == 30 && result.provenCases == nil && calls.value == 31)
    var settings = RunSettings(cases: 30, seed: 1)
    settings.enumerates = false
    let asked = Requirement<Void>("T-1", "a claim").holds(forAll: .bool) { _, _ in }
    #expect(await Runner(settings: settings).run(asked, on: .none).cases == 30)
  }

  @Test func asynchronousPropertiesAndFixturesAreServedAlike() async throws {
    let made = Counter()
    let property = Requirement<Int>("T-1", "a claim").holds(forAll: .int(in: 0...5)) { value, system in
      await Task.yield()
      try expect("right", value != 4)
    }
    let fixture = Fixture(system: { made.increment() })
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: fixture)
    #expect(result.verdict.counterexample?.value == "4")
    #expect(result.cases == 5)
    let wide = Requirement<Int>("T-1", "a claim").holds(forAll: .int()) { _, _ in await Task.yield() }
    let before = made.value
    #expect(await Runner(settings: RunSettings(cases: 10, seed: 1)).run(wide, on: fixture).cases == 10)
    #expect(made.value == before + 10, "no system is made to see how many cases there are")
  }

  @Test func checkEnumeratesToo() async throws {
    let result = try check("a die", forAll: .int(in: 1...6)) { try expect("a die", $0 <= 6) }
    #expect(result.provenCases == 6)
    let waited = try await check("a die", forAll: .int(in: 1...6)) { value in
      await Task.yield()
      try expect("a die", value <= 6)
    }
    #expect(waited.provenCases == 6)
    #expect(throws: PropertyFailure.self) {
      try check("a die", forAll: .int(in: 1...6)) { try expect("small", $0 < 6) }
    }
  }
}
