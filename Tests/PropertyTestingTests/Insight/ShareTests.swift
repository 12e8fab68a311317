@testable import PropertyTesting
import Testing

@Suite("Required shares are judged by a test")
struct ShareTests {
  /// A property whose cases are in class "a" for `hits` of every 1,000 draws.
  static func run(
    hits: Int, requiring share: Double, _ shares: ShareCheck, seed: UInt64 = 1, cases: Int = 100,
    jobs: Int = 1
  ) async -> PropertyResult {
    let settings = RunSettings(cases: cases, seed: seed, jobs: jobs, shares: shares)
    return await Runner(settings: settings).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: .uniform(below: 1_000), requiring: ["a": share]) {
        value, _, trial in
        noteClaim()
        trial.label("a", if: value < hits)
        trial.collect("value", value)
      }, on: .none)
  }

  @Test func aClassFarBelowItsShareFailsOnTheCasesAskedFor() async {
    for shares in [ShareCheck.once, .onDoubt(), .untilDecided()] {
      let result = await Self.run(hits: 30, requiring: 0.3, shares)
      guard case .gaveUp(.missedClass("a", let count, 100, 0.3)) = result.verdict else {
        Issue.record("\(result.verdict)")
        continue
      }
      #expect((1...9).contains(count))
      #expect(result.cases == 100)
    }
  }

  @Test func aClassAboveItsShareCostsNoFurtherCase() async {
    for seed in 1...UInt64(20) {
      let result = await Self.run(hits: 300, requiring: 0.1, .onDoubt(), seed: seed)
      #expect(result.verdict.isHeld)
      #expect(result.cases == 100)
    }
  }

  @Test func aClassAtItsShareNeverFails() async {
    // The plain share would fail half of these runs.
    var more = 0
    for seed in 1...UInt64(100) {
      #expect(await Self.run(hits: 100, requiring: 0.1, .once, seed: seed).verdict.isHeld)
      let result = await Self.run(hits: 100, requiring: 0.1, .onDoubt(), seed: seed)
      #expect(result.verdict.isHeld)
      if result.cases > 100 { more += 1 }
      #expect([100, 200, 400, 800].contains(result.cases))
    }
    #expect((20...80).contains(more), "the doubtful half goes on")
  }

  @Test func goingOnFindsWhatTheCasesAskedForLeaveOpen() async {
    // 20 % where 40 % are required: 100 cases leave it open, and more decide it.
    var once = 0
    for seed in 1...UInt64(30) {
      if await Self.run(hits: 200, requiring: 0.4, .once, seed: seed).verdict.isHeld { once += 1 }
      let result = await Self.run(hits: 200, requiring: 0.4, .onDoubt(), seed: seed)
      #expect(result.verdict.name == "gave up", "seed \(seed)")
      #expect(result.cases < 800)
    }
    #expect(once > 10)
  }

  @Test func untilDecidedShowsThatAClassHasItsShare() async {
    let result = await Self.run(hits: 300, requiring: 0.2, .untilDecided())
    #expect(result.verdict.isHeld)
    #expect(result.cases > 100)
    #expect(result.distribution.classes.first?.standing == .sufficient)
    let open = await Self.run(hits: 300, requiring: 0.2, .untilDecided(doublings: 0))
    guard case .gaveUp(.unfinished(let reason)) = open.verdict else {
      Issue.record("\(open.verdict)")
      return
    }
    #expect(reason.hasPrefix("class “a” had "))
    #expect(reason.hasSuffix(" of 100 cases, which does not decide whether it reaches 20 %"))
  }

  @Test func aClassThatNeverComesUpFailsHoweverRareItMayBe() async {
    let once = await Self.run(hits: 0, requiring: 0.001, .once)
    #expect(once.verdict.shortfall == .missedClass("a", count: 0, cases: 100, required: 0.001))
    let more = await Self.run(hits: 0, requiring: 0.001, .onDoubt())
    #expect(more.verdict.shortfall == .missedClass("a", count: 0, cases: 800, required: 0.001))
    // A rare class that does come up in them is no failure.
    #expect(await Self.run(hits: 10, requiring: 0.01, .onDoubt(), seed: 3).verdict.isHeld)
  }

  @Test func fewCasesAreNotJudged() async {
    let result = await Self.run(hits: 0, requiring: 0.5, .untilDecided(), cases: 99)
    #expect(result.verdict.isHeld)
    #expect(result.cases == 99)
    #expect(result.distribution.classes.map(\.standing) == [nil])
  }

  @Test func theRunIsTheSameForAnyNumberOfWorkers() async {
    for shares in [ShareCheck.once, .onDoubt(), .untilDecided(doublings: 4)] {
      for hits in [90, 100, 200] {
        let expected = await Self.run(hits: hits, requiring: 0.1, shares, seed: 5)
        for jobs in [2, 3, 8] {
          let result = await Self.run(hits: hits, requiring: 0.1, shares, seed: 5, jobs: jobs)
          #expect(result.distribution == expected.distribution)
          #expect("\(result.verdict)" == "\(expected.verdict)")
        }
      }
    }
  }
}

extension Generator where Value == Int {
  /// Without the special first cases and the favoured values, so that shares are what they seem.
  static func uniform(below bound: Int) -> Generator {
    .element(of: Array(0..<bound))
  }
}
