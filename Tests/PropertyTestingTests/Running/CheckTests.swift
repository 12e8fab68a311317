import PropertyTesting
import Testing

@Suite("check, and the trial")
struct CheckTests {
  let settings = RunSettings(cases: 50, seed: 1)

  @Test func givesTheResultWhereTheClaimHolds() throws {
    let result = try check("holds", forAll: .int(in: 0...999), settings: settings) { value in
      try expect("three digits", value < 1_000)
    }
    #expect(result.cases == 50)
    #expect(result.title == "holds")
    #expect(result.location.line == #line - 5)
  }

  @Test func takesATrialToo() throws {
    let result = try check("holds", forAll: .int(in: 0...999), settings: settings) { value, trial in
      trial.label("seen")
      try expect("three digits", value < 1_000)
    }
    #expect(result.classes == ["seen": 50])
  }

  @Test func takesAsynchronousPredicates() async throws {
    let result = try await check("holds", forAll: .int(in: 0...999), settings: settings) { value in
      await Task.yield()
      try expect("three digits", value < 1_000)
    }
    #expect(result.cases == 50)
    let labelled = try await check("holds", forAll: .int(in: 0...999), settings: settings) {
      value, trial in
      await Task.yield()
      trial.label("seen")
      try expect("three digits", value < 1_000)
    }
    #expect(labelled.classes == ["seen": 50])
  }

  @Test func throwsTheReportWhereItDoesNotHold() throws {
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("small numbers", forAll: .int(in: 0...1_000), settings: settings) { value in
          try expect("below twelve", value < 12)
        }
      })
    #expect(failure.result.verdict.counterexample?.value == "12")
    #expect(failure.description.contains("small numbers"))
    #expect(failure.description.contains("below twelve"))
    #expect(failure.description.contains("12"))
  }

  @Test func throwsWhereAClassIsMissed() throws {
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check(
          "classes", forAll: .int(), settings: RunSettings(cases: 100, seed: 1),
          requiring: ["never": 0.1]
        ) { _, _ in }
      })
    #expect(failure.result.verdict.name == "gave up")
  }

  @Test func stopsAtTheFirstFailure() throws {
    let calls = Counter()
    var settings = RunSettings(cases: 10_000, seed: 1)
    settings.shrinks = false
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("never", forAll: .int(), settings: settings) { _ in
          calls.increment()
          try expect("no", false)
        }
      })
    #expect(failure.result.cases == 1)
    #expect(calls.value == 2, "once in the run, and once to record it")
  }

  @Test func drawsInTheMiddleAreShrunkAndReported() async throws {
    let result = await run(.int(in: 0...1_000), seed: 3) { value, trial in
      let addend = try trial.draw(.int(in: 0...1_000), "addend")
      let unused = try trial.draw(.bool)
      try expect("small sums", value + addend < 700 || unused != unused)
    }
    let found = try #require(result.verdict.counterexample)
    let value = try #require(Int(found.value))
    #expect(found.drawn.map(\.name) == ["addend", "drawn"])
    let addend = try #require(found.drawn.first.flatMap { Int($0.value) })
    #expect(value + addend == 700)
    #expect(found.drawn.last?.value == "false")
  }

  @Test(arguments: 1...10)
  func drawsShrinkToTheLeast(seed: UInt64) async {
    let result = await run(.int(in: 0...1_000), seed: seed) { _, trial in
      let length = try trial.draw(.int(in: 0...100_000), "length")
      let list = try trial.draw(.array(of: .int(in: 0...9)), "list")
      try expect("small", length < 123 || list.count < 2)
    }
    let found = result.verdict.counterexample
    #expect(found?.value == "0")
    #expect(found?.drawn.map(\.value) == ["123", "[0, 0]"])
  }

  @Test func drawsReplay() async throws {
    let property = Requirement<Void>("T-9", "drawn").holds(forAll: .int(in: 0...1_000)) { value, _, trial in
      let drawn = try trial.draw(.text(.asciiPrintable), "text")
      try expect("short", drawn.count < 3 || value < 5)
    }
    let runner = Runner(settings: RunSettings(seed: 8))
    let found = try #require(await runner.run(property, on: .none).verdict.counterexample)
    let again = try #require(
      await runner.replay(found.token, of: property, on: .none).verdict.counterexample)
    #expect(again.value == found.value)
    #expect(again.drawn.map(\.value) == found.drawn.map(\.value))
    #expect(again.drawn.map(\.value) == [#""aaa""#])
    #expect(again.origin == .replayed)
  }

  @Test func notesTellOnlyTheReportedCase() async throws {
    let evaluated = Counter()
    let property = Requirement<Void>("T-9", "notes").holds(forAll: .int(in: 0...1_000)) { value, _, trial in
      trial.note("\(evaluated.increment() > 0 ? "saved" : "") \(value)")
      trial.note("read back")
      try expect("small", value < 100)
    }
    let settings = RunSettings(seed: 3, explanationCalls: 0)
    let result = await Runner(settings: settings).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.trace == ["saved 100", "read back"])
    #expect(evaluated.value == 3, "once for the first recording, and twice for the last")
  }

  /// The report of the inner one is what went wrong in the outer one.
  @Test func aCheckInsideACheckShowsItsReport() throws {
    func outer() throws {
      try check("the outer one", forAll: .int(in: 0...9), settings: RunSettings(seed: 1)) { number in
        try check("the inner one", forAll: .int(in: 0...1_000), settings: RunSettings(seed: 2)) { other in
          try expect("small", number + other < 300)
        }
      }
    }
    let failure = try #require(#expect(throws: PropertyFailure.self) { try outer() })
    let report = failure.description
    guard case .falsified(let found) = failure.result.verdict else {
      Issue.record("\(failure.result.verdict)")
      return
    }
    #expect(found.value == "0")
    #expect(found.message.hasPrefix("a check inside this one does not hold:\n✘ check the inner one"), "\(found.message)")
    #expect(report.contains("given    300") && report.contains("given    0"), "\(report)")
    #expect(!report.contains("PropertyFailure("), "\(report)")
    #expect(describe(failure) == failure.description)
  }
}
