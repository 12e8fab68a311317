import ProcessIsolation
import PropertyTesting
import Testing

/// A known failure may be a case that ends its process, or never ends.
@Suite("Known deaths")
struct KnownDeathTests {
  static let number = Generator<Int>.int(in: 0...1_000)
  static let seventh = KnownFailure<Int>("APP-3", because: "sevens trap") { $0 % 7 == 0 }

  private func run(
    _ known: [KnownFailure<Int>], jobs: Int = 1, timeout: Duration = .seconds(10),
    _ claim: @escaping @Sendable (Int) throws -> Void
  ) async -> PropertyResult {
    let settings = RunSettings(cases: 60, seed: 1, jobs: jobs, shrinkTime: .seconds(3_600))
    return await Runner(settings: settings, isolation: .forked(timeout: timeout)).run(
      Requirement<Void>("K-1", "a claim").holds(forAll: Self.number, except: known) { number, _ in try claim(number) },
      on: .none)
  }

  @Test(arguments: [1, 3]) func aTrapIsCountedAndTheRunGoesOn(jobs: Int) async {
    let result = await run([Self.seventh], jobs: jobs) { number in precondition(number % 7 != 0, "a seven") }
    #expect(result.verdict.isHeld && result.cases == 60, "\(FailureReport(result).text)")
    #expect(result.knownFailures.first?.cases ?? 0 > 2)
    // The same cases without a process that dies.
    let thrown = await run([Self.seventh], jobs: jobs) { number in try expect("no seven", number % 7 != 0) }
    #expect(result.knownFailures == thrown.knownFailures)
  }

  @Test func theWordsOfTheDeathRecogniseIt() async {
    let known = KnownFailure<Int>("APP-3", because: "sevens trap", claim: "a seven")
    let result = await run([known]) { number in precondition(number % 7 != 0, "a seven") }
    #expect(result.verdict.isHeld && result.knownFailures.first?.cases ?? 0 > 2, "\(FailureReport(result).text)")
  }

  @Test func anotherDeathIsFoundBehindIt() async {
    let result = await run([Self.seventh]) { number in
      precondition(number % 7 != 0, "a seven")
      precondition(number < 500, "a large one")
    }
    #expect(result.verdict.name == "crashed")
    #expect(result.verdict.counterexample?.value == "500", "\(FailureReport(result).text)")
  }

  @Test func aHangIsCountedToo() async {
    let known = KnownFailure<Int>("APP-4", because: "it waits for ever") { $0 == 0 }
    let result = await run([known], timeout: .milliseconds(200)) { number in
      while number == 0 {}
    }
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    #expect(result.knownFailures.first?.cases ?? 0 > 0)
  }

  @Test func checkInPlaceKnowsThemToo() throws {
    let result = try check(
      "a claim", forAll: Self.number, settings: RunSettings(cases: 60, seed: 1, shrinkTime: .seconds(3_600)),
      except: [Self.seventh], isolation: .forked()
    ) { number in precondition(number % 7 != 0, "a seven") }
    #expect(result.knownFailures.first?.cases ?? 0 > 2)
  }
}
