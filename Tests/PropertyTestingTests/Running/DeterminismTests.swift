import Dispatch
import PropertyTesting
import Testing

@Suite("The same seed gives the same run")
struct DeterminismTests {
  /// What of a result must not depend on workers, nor on whether the property is asynchronous.
  struct Outcome: Equatable {
    let verdict: String
    let cases: Int
    let discarded: Int
    let classes: [String: Int]
    let value: String?
    let origin: Counterexample.Origin?
    let token: String?
    let shrinking: Counterexample.Shrinking?

    init(_ result: PropertyResult) {
      verdict = "\(result.verdict.name) \(result.verdict.shortfall.map { "\($0)" } ?? "")"
      cases = result.cases
      discarded = result.discarded
      classes = result.classes
      value = result.verdict.counterexample?.value
      origin = result.verdict.counterexample?.origin
      token = result.verdict.counterexample?.token.description
      shrinking = result.verdict.counterexample?.shrinking
    }
  }

  /// How often the property fails.
  enum Failing: CaseIterable { case never, rarely, often, discardsAll }

  static func judge(_ list: [Int], _ trial: Trial, _ failing: Failing) throws {
    trial.label("empty", if: list.isEmpty)
    trial.label("long", if: list.count > 20)
    try assume(failing != .discardsAll && list.reduce(0, &+) % 5 != 1, "sum")
    switch failing {
    case .never, .discardsAll: noteClaim()
    case .rarely: try expect("rare", !(list.contains { $0 % 97 == 13 } && list.count > 8))
    case .often: try expect("often", list.count < 4)
    }
  }

  static let list = Generator<[Int]>.array(of: .int(in: -500...500))

  static func synchronous(_ failing: Failing) -> Property<Void> {
    Requirement<Void>("T-1", "a claim").holds(forAll: list) { list, _, trial in
      try judge(list, trial, failing)
    }
  }

  static func asynchronous(_ failing: Failing) -> Property<Void> {
    Requirement<Void>("T-1", "a claim").holds(forAll: list) { list, _, trial in
      await Task.yield()
      try judge(list, trial, failing)
    }
  }

  @Test(arguments: Failing.allCases, [1, 99])
  func doesNotDependOnTheNumberOfWorkers(failing: Failing, seed: UInt64) async {
    let expected = Outcome(
      await Runner(settings: RunSettings(cases: 300, seed: seed, shrinkTime: .seconds(3_600))).run(
        Self.synchronous(failing), on: .none))
    #expect(
      expected.verdict.hasPrefix(failing == .never ? "held" : failing == .discardsAll ? "gave" : "fals"))
    for jobs in [1, 2, 3, 8] {
      let runner = Runner(settings: RunSettings(cases: 300, seed: seed, jobs: jobs, shrinkTime: .seconds(3_600)))
      #expect(Outcome(await runner.run(Self.synchronous(failing), on: .none)) == expected)
      #expect(Outcome(await runner.run(Self.asynchronous(failing), on: .none)) == expected)
    }
  }

  /// A driver that has the shared threads do the work, while the calling thread waits for it.
  private static let waiting: ThreadDriver = { body in
    let done = DispatchSemaphore(value: 0)
    Task {
      await body()
      done.signal()
    }
    done.wait()
  }

  @Test(arguments: Failing.allCases, [1, 3])
  func doesNotDependOnWhoRunsItsThreads(failing: Failing, jobs: Int) async {
    var settings = RunSettings(cases: 300, seed: 1, jobs: jobs, shrinkTime: .seconds(3_600))
    let expected = Outcome(await Runner(settings: settings).run(Self.asynchronous(failing), on: .none))
    settings.driver = Self.waiting
    #expect(Outcome(await Runner(settings: settings).run(Self.asynchronous(failing), on: .none)) == expected)
  }

  /// The cases that run are run to their end, and no more begin.
  @Test func aDrivenRunEndsWhenItIsCancelled() async {
    let begun = Counter()
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int()) { _, _, _ in
      await Task.yield()
      begun.increment()
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var settings = RunSettings(cases: 100_000, seed: 1, jobs: 2)
      settings.driver = Self.waiting
      return await Runner(settings: settings).run(property, on: .none)
    }
    let result = await task.value
    guard case .errored(let reason, _) = result.verdict else { return #expect(Bool(false), "\(result.verdict)") }
    #expect(reason == "the task was cancelled before the run was over")
    #expect(begun.value < 100_000)
  }

  @Test func anotherSeedGivesOtherCases() async {
    let seen = Log<Int>()
    for seed in [UInt64(1), 2] {
      _ = await run(.int(), seed: seed) { seen.append($0) }
    }
    let (first, second) = (seen.entries.prefix(100), seen.entries.suffix(100))
    #expect(zip(first, second).count { $0 == $1 } < 15)
  }

  @Test func theSameSeedGivesTheSameCases() async {
    let seen = Log<[Int]>()
    for _ in 0..<2 {
      _ = await run(Self.list, seed: 7) { seen.append($0) }
    }
    #expect(seen.entries.count == 200)
    #expect(Array(seen.entries.prefix(100)) == Array(seen.entries.suffix(100)))
  }

  @Test func checkAndRunnerAgree() async throws {
    let settings = RunSettings(cases: 300, seed: 4, shrinkTime: .seconds(3_600))
    let expected = Outcome(
      await Runner(settings: settings).run(
        Requirement<Void>("check", "a claim").holds(forAll: Self.list) { list, _, trial in
          try Self.judge(list, trial, .rarely)
        }, on: .none))
    #expect(expected.verdict.hasPrefix("falsified"))
    let synchronous = #expect(throws: PropertyFailure.self) {
      try check("a claim", forAll: Self.list, settings: settings) { list, trial in
        try Self.judge(list, trial, .rarely)
      }
    }
    #expect(try Outcome(#require(synchronous).result) == expected)
    let asynchronous = await #expect(throws: PropertyFailure.self) {
      try await check("a claim", forAll: Self.list, settings: settings) { list, trial in
        await Task.yield()
        try Self.judge(list, trial, .rarely)
      }
    }
    #expect(try Outcome(#require(asynchronous).result) == expected)
  }
}
