import Foundation
import PropertyTesting
import Testing

/// A defect that is known costs its own cases, and hides no other.
@Suite("Known failures")
struct KnownFailureTests {
  static let number = Generator<Int>.int(in: 0...100_000)
  static let third = KnownFailure<Int>("TILL-7", because: "thirds are rounded twice") { $0 % 3 == 0 }

  /// Wrong for each third number, and for large ones.
  static func property(_ known: [KnownFailure<Int>], largest: Int = 50_000) -> Property<Void> {
    Requirement<Void>("T-1", "a claim").holds(forAll: number, except: known) { number, _ in
      try expect("the number is no third", number % 3 != 0)
      try expect("the number is small", number <= largest)
    }
  }

  private func run(_ property: Property<Void>, cases: Int = 100, jobs: Int = 1) async -> PropertyResult {
    await Runner(settings: RunSettings(cases: cases, seed: 1, jobs: jobs)).run(property, on: .none)
  }

  @Test func itHidesNoOtherFailure() async throws {
    let first = try #require(await run(Self.property([])).verdict.counterexample)
    #expect(first.value == "0" && first.message == "the number is no third")
    let found = try #require(await run(Self.property([Self.third])).verdict.counterexample)
    #expect(found.value == "50002" && found.message == "the number is small")
  }

  @Test func theRunGoesOnToItsEnd() async {
    let result = await run(Self.property([Self.third], largest: .max))
    #expect(result.verdict.isHeld && result.cases == 100)
    #expect(result.knownFailures.map(\.name) == ["TILL-7"])
    #expect((20...60).contains(result.knownFailures.first?.cases ?? 0))
    #expect(result.knownFailures.first?.isObsolete == false)
    let text = FailureReport(result).text
    #expect(text.contains("known    failure “TILL-7” occurred in "), "\(text)")
    #expect(text.contains("cases: thirds are rounded twice"), "\(text)")
  }

  @Test func theCountIsTheSameForAnyNumberOfWorkers() async {
    let property = Self.property([Self.third], largest: .max)
    let one = await run(property, cases: 3_000)
    let four = await run(property, cases: 3_000, jobs: 4)
    #expect(one.knownFailures == four.knownFailures && one.cases == four.cases)
  }

  @Test func theWordsOfTheClaimRecogniseIt() async throws {
    let known = KnownFailure<Int>("TILL-7", because: "thirds", claim: "is no third")
    let result = await run(Self.property([known], largest: .max))
    #expect(result.verdict.isHeld && result.knownFailures.first?.cases ?? 0 > 0)
    let found = try #require(await run(Self.property([known])).verdict.counterexample)
    #expect(found.message == "the number is small")
  }

  @Test func bothHaveToMatchWhereBothAreGiven() async throws {
    let known = KnownFailure<Int>("TILL-7", because: "…", claim: "is small") { $0 % 3 == 0 }
    let found = try #require(await run(Self.property([known])).verdict.counterexample)
    #expect(found.message == "the number is no third")
  }

  @Test func shrinkingDoesNotSlipIntoIt() async throws {
    let known = KnownFailure<Int>("TILL-8", because: "hundreds") { (100..<200).contains($0) }
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: Self.number, except: [known]) { number, _ in
      try expect("the number is below a hundred", number < 100)
    }
    #expect(await run(property).verdict.counterexample?.value == "200")
  }

  @Test func aCaseThatPassesIsNone() async {
    let known = KnownFailure<Int>("TILL-9", because: "never happens") { _ in true }
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: Self.number, except: [known]) { _, _ in true }
    let result = await run(property)
    #expect(result.verdict.isHeld)
    #expect(result.knownFailures.map(\.cases) == [0] && result.knownFailures.map(\.isObsolete) == [true])
    #expect(FailureReport(result).text.contains("known    failure “TILL-9” did not occur: remove it"))
  }

  /// A run that ended early cannot say that something does not occur any more.
  @Test func aRunThatFailsCallsNothingObsolete() async {
    let known = KnownFailure<Int>("TILL-9", because: "never happens", claim: "no such words")
    let result = await run(Self.property([known]))
    #expect(!result.verdict.isHeld)
    #expect(result.knownFailures.map(\.isObsolete) == [false])
    #expect(!FailureReport(result).text.contains("TILL-9"))
  }

  @Test func aRunOfNothingElseProvesNothing() async {
    let known = KnownFailure<Int>("TILL-10", because: "everything is broken") { _ in true }
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: Self.number, except: [known]) { number, _ in
      try expect("it works", number < 0)
    }
    let result = await run(property)
    #expect(result.verdict.name == "gave up", "\(FailureReport(result).text)")
    #expect(FailureReport(result).text.contains("each of the 100 cases is a known failure"))
  }

  @Test func aSmallPropertyIsNotProvenWithOne() async {
    let known = KnownFailure<Int>("TILL-7", because: "threes") { $0 == 3 }
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...5), except: [known]) { number, _ in
      try expect("the number is not three", number != 3)
    }
    let result = await run(property)
    #expect(result.verdict.isHeld && result.provenCases == nil)
    #expect(result.knownFailures.map(\.cases) == [1])
  }

  @Test func anExampleOfItKeepsItFromBeingObsolete() async {
    let rare = KnownFailure<Int>("TILL-7", because: "one number") { $0 == 54_321 }
    let property = Requirement<Void>("T-1", "a claim").holds(
      forAll: Self.number.trying([54_321]), except: [rare]
    ) { number, _ in try expect("the number is another", number != 54_321) }
    let result = await run(property)
    #expect(result.verdict.isHeld && result.knownFailures.map(\.cases) == [1])
  }

  @Test func whoeverReplaysOneSeesItFail() async throws {
    let found = try #require(await run(Self.property([])).verdict.counterexample)
    let replayed = await Runner().replay(found.token, of: Self.property([Self.third]), on: .none)
    #expect(replayed.verdict.counterexample?.message == "the number is no third")
  }

  @Test func aSavedOneIsReportedAsKnown() async throws {
    let folder = try TemporaryDirectory()
    let runner = Runner(settings: RunSettings(seed: 1, failures: 1), regressions: RegressionStore(directory: folder.path))
    #expect(await !runner.run(Self.property([]), on: .none).verdict.isHeld)
    let result = await runner.run(Self.property([Self.third], largest: .max), on: .none)
    #expect(result.verdict.isHeld)
    #expect(result.regressions.map(\.result) == [.known(name: "TILL-7")])
    #expect(FailureReport(result).text.contains("is the known failure “TILL-7”"))
  }

  @Test func partsOfARunCarryTheirCounts() async throws {
    let property = Self.property([Self.third], largest: .max)
    let settings = RunSettings(cases: 400, seed: 1)
    let expected = await Runner(settings: settings).run(property, on: .none)
    let blocks = await Runner(settings: settings).runBlocks(of: property, on: .none) { _ in true }
    var runner = Runner(settings: settings)
    runner.given = try JSONDecoder().decode(CaseBlocks.self, from: try JSONEncoder().encode(blocks))
    let merged = await runner.run(property, on: .none)
    #expect(merged.knownFailures == expected.knownFailures && merged.knownFailures.first?.cases ?? 0 > 0)
  }

  @Test func checkTakesThemToo() async throws {
    let settings = RunSettings(seed: 1)
    let here = try check("a claim", forAll: Self.number, settings: settings, except: [Self.third]) { number in
      try expect("the number is no third", number % 3 != 0)
    }
    let suspended = try await check("a claim", forAll: Self.number, settings: settings, except: [Self.third]) {
      await Task.yield()
      try expect("the number is no third", $0 % 3 != 0)
    }
    #expect(here.knownFailures == suspended.knownFailures && here.knownFailures.first?.cases ?? 0 > 0)
  }

  @Test func checkSaysThatAnExceptionCanGo() throws {
    let lines = Log<String>()
    var settings = RunSettings(seed: 1)
    settings.announce = { lines.append($0) }
    let known = KnownFailure<Int>("TILL-9", because: "never happens") { _ in true }
    try check("a claim", forAll: Self.number, settings: settings, except: [known]) { _ in true }
    #expect(lines.entries.count == 2)
    #expect(lines.entries.last == "known failure “TILL-9” did not occur: remove it")
  }

  @Test func machinesTakeThemToo() async throws {
    let machine = StateMachine<Int, Int>(
      initially: 0,
      commands: [
        Command("add") { model in model += 1; return model } system: { system in system += 1; return min(system, 3) }
      ])
    let known = KnownFailure<CommandSequence<Int, Int>>("SUM-1", because: "stops at three") { $0.count > 3 }
    let result = try await check("a sum", of: machine, settings: RunSettings(seed: 1), except: [known]) { 0 }
    #expect(result.knownFailures.first?.cases ?? 0 > 0)
    let property = Requirement<Int>("T-1", "a sum").holds(of: machine, except: [known])
    let ran = await Runner(settings: RunSettings(seed: 1)).run(property, on: Fixture(system: { 0 }))
    #expect(ran.verdict.isHeld && ran.knownFailures == result.knownFailures)
  }
}
