import ProcessIsolation
import PropertyTesting
import Testing

/// Where nothing dies, a run in workers is the same run.
@Suite("The same result with and without workers")
struct SameResultTests {
  /// What must not depend on where the cases run.
  struct Outcome: Equatable {
    let verdict: String
    let cases: Int
    let discarded: Int
    let classes: [String: Int]
    let value: String?
    let drawn: [String]
    let trace: [String]
    let message: String?
    let location: PropertyTesting.SourceLocation?
    let origin: Counterexample.Origin?
    let token: String?
    let shrinking: Counterexample.Shrinking?
    let distribution: Distribution
    let explanation: Explanation?
    let others: [String]

    init(_ result: PropertyResult) {
      let found = result.verdict.counterexample
      verdict = "\(result.verdict)".prefix { $0 != "(" } + " \(result.verdict.name)"
      cases = result.cases
      discarded = result.discarded
      classes = result.classes
      value = found?.value
      drawn = found?.drawn.map { "\($0.name) = \($0.value)" } ?? []
      trace = found?.trace ?? []
      message = found?.message
      location = found?.location
      origin = found?.origin
      token = found?.token.description
      shrinking = found?.shrinking
      distribution = result.distribution
      explanation = found?.explanation
      others = result.otherFailures.map { "\($0.name) \($0.counterexample?.token.description ?? "")" }
    }
  }

  enum Failing: CaseIterable { case never, rarely, often, throwing, missingAClass, discardingAll }

  struct Unexpected: Error {
    let sum: Int
  }

  static func judge(_ list: [Int], _ trial: Trial, _ failing: Failing) throws {
    trial.label("empty", if: list.isEmpty)
    trial.label("long", if: list.count > 20)
    trial.collect("length", list.count)
    trial.collect("parity", list.count % 2 == 0 ? "even" : "odd")
    trial.note("before the draw")
    let extra = try trial.draw(.int(in: 0...9), "extra")
    trial.note("drew \(extra)")
    let sum = list.reduce(0, &+)
    try assume(failing != .discardingAll && sum % 5 != 1, "sum")
    switch failing {
    case .never, .missingAClass, .discardingAll: noteClaim()
    case .rarely: try expect("rare", !(list.contains { $0 % 97 == 13 } && list.count > 8 && extra > 4))
    case .often: try expect("count", list.count % 4, equals: 0)
    case .throwing: if list.count > 3 && extra > 2 { throw Unexpected(sum: sum) }
    }
  }

  static let lists = Generator<[Int]>.array(of: .int(in: -500...500).filter { $0 % 7 != 0 })

  static func synchronous(_ failing: Failing) -> Property<Void> {
    Requirement<Void>(
      "T-2", "a claim"
    ).holds(
      forAll: lists, requiring: failing == .missingAClass ? ["no such": 0.5] : [:]
    ) { list, _, trial in try judge(list, trial, failing) }
  }

  static func asynchronous(_ failing: Failing) -> Property<Void> {
    Requirement<Void>("T-2", "a claim")
      .holds(forAll: lists, requiring: failing == .missingAClass ? ["no such": 0.5] : [:]) { list, _, trial in
      await Task.yield()
      try judge(list, trial, failing)
    }
  }

  @Test(arguments: Failing.allCases, [1, 2, 5])
  func isTheSame(failing: Failing, jobs: Int) async {
    let here = Runner(settings: RunSettings(cases: 300, seed: 4, shrinkTime: .seconds(3_600)))
    let expected = Outcome(await here.run(Self.synchronous(failing), on: .none))
    let there = Runner(settings: RunSettings(cases: 300, seed: 4, jobs: jobs, shrinkTime: .seconds(3_600)), isolation: .forked())
    #expect(Outcome(await there.run(Self.synchronous(failing), on: .none)) == expected)
    #expect(Outcome(await there.run(Self.asynchronous(failing), on: .none)) == expected)
  }

  /// The counts of a block die with its worker, and are made up for.
  @Test(arguments: [1, 2, 5])
  func noCountIsLostWithAWorker(jobs: Int) async throws {
    func property(_ end: @escaping @Sendable () throws -> Void) -> Property<Void> {
      Requirement<Void>("T-3", "a claim").holds(forAll: .int(in: 0...99_999)) { number, _, trial in
        trial.label("even", if: number % 2 == 0)
        try assume(number % 5 != 3)
        if number >= 99_990, number < 99_999 { try end() }
      }
    }
    let failing = property { try expect("it is not", false) }
    let dying = property { fatalError("it is") }
    var settings = RunSettings(cases: 100_000, seed: 11, shrinkTime: .seconds(3_600))
    let expected = await Runner(settings: settings).run(failing, on: .none)
    settings.jobs = jobs
    let result = await Runner(settings: settings, isolation: .forked()).run(dying, on: .none)
    #expect(expected.verdict.name == "falsified")
    #expect(expected.cases > 1_000, "the counts of more than one case were at stake")
    #expect(result.verdict.name == "crashed")
    #expect(result.cases == expected.cases)
    #expect(result.discarded == expected.discarded)
    #expect(result.classes == expected.classes)
    #expect(result.verdict.counterexample?.value == "99990")
    #expect(result.verdict.counterexample?.origin == expected.verdict.counterexample?.origin)
    #expect(result.verdict.counterexample?.token == expected.verdict.counterexample?.token)
  }

  @Test func whatAFatalCaseDrewAndNotedIsKept() async throws {
    let property = Requirement<Void>("T-4", "a claim").holds(forAll: .int(in: 0...99)) { number, _, trial in
      trial.note("first")
      let more = try trial.draw(.int(in: 0...99), "more")
      trial.note("second, with \(more)")
      if number + more > 20 { fatalError("the sum is too large") }
    }
    let runner = Runner(settings: RunSettings(seed: 3, shrinkTime: .seconds(3_600)), isolation: .forked())
    let result = await runner.run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "crashed")
    #expect(found.value == "0")
    #expect(found.drawn.map { "\($0.name) = \($0.value)" } == ["more = 21"])
    #expect(found.trace == ["first", "second, with 21"])
    let replayed = await runner.replay(found.token, of: property, on: .none)
    #expect(replayed.verdict.counterexample?.drawn.map(\.value) == ["21"])
  }

  @Test func twoWaysToDieAreTwoFailures() async throws {
    func property(upTo last: Int) -> Property<Void> {
      Requirement("T-5", "a claim").holds(forAll: .int(in: 0...last)) { number, _ in
        if number > 900 { fatalError("large") }
        if number > 20 { preconditionFailure("middling") }
      }
    }
    // From a case that dies of the first, shrinking does not slip into the second.
    var values: Set<String> = []
    for seed in 1...3 as ClosedRange<UInt64> {
      // The first to fail is near a bound: above 900, or just below.
      let runner = Runner(settings: RunSettings(seed: seed, shrinkTime: .seconds(3_600)), isolation: .forked())
      let last = seed == 1 ? 1_000 : 897 + Int(seed)
      let found = try #require(await runner.run(property(upTo: last), on: .none).verdict.counterexample)
      #expect(found.message.contains(found.value == "901" ? "large" : "middling"))
      values.insert(found.value)
    }
    #expect(values.isSubset(of: ["21", "901"]))
    #expect(values.count == 2)
  }
}
