import PropertyTesting
import Testing

/// Golden texts: what a reader sees, word for word.
@Suite("Failure reports")
struct FailureReportTests {
  /// A property that stands at a fixed place, so that its report does not depend on where this is built.
  static func property<Value>(
    _ generator: Generator<Value>, requiring shares: [String: Double] = [:],
    _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
  ) -> Property<Void> {
    Requirement(
      "LED-17", "Posting leaves the balance at zero",
      covers: "4.2", "4.3",
      fileID: "Ledger/Posting.swift", filePath: "Properties/Ledger/Posting.swift", line: 21
    ).holds(forAll: generator, requiring: shares) { value, _, trial in try predicate(value, trial) }
  }

  static func report(
    _ property: Property<Void>, cases: Int = 100, isColored: Bool = false,
    in store: RegressionStore? = nil
  ) async -> (text: String, result: PropertyResult) {
    let runner = Runner(settings: RunSettings(cases: cases, seed: 0xBEEF), regressions: store)
    let result = await runner.run(property, on: Fixture<Void>(name: "sqlite") {})
    let context = FailureReport.Context(isColored: isColored) { _ in
      ["touchstone replay TOKEN", "(also: in a test)"]
    }
    return (FailureReport(result, context: context).text, result)
  }

  @Test func falsified() async throws {
    let (text, result) = await Self.report(
      Self.property(.array(of: .int(in: 0...1_000))) { list, trial in
        trial.note("post \(list.count) legs")
        let extra = try trial.draw(.int(in: 0...9), "extra leg")
        trial.note("balance")
        try expect(
          "balance, cents", max(0, (list.max() ?? 0) - 17), equals: 0 * extra,
          fileID: "Ledger/Posting.swift", filePath: "Properties/Ledger/Posting.swift", line: 29)
      })
    let found = try #require(result.verdict.counterexample)
    let (shrinking, worst) = (found.shrinking, try #require(found.worst))
    #expect(
      text == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          falsified at case \(result.cases), seed beef; shrunk \(shrinking.choicesBefore) → 3 choices in \(shrinking.calls) runs
          claim    balance, cents: expected 0, got 1
          at       Properties/Ledger/Posting.swift:29
          given    [18]
          drawn    extra leg = 0
          why      [0] = 18: fails ≥ 18, the rest fixed (17 passes; of 19 values tried)
                   extra leg = 0 does not matter: all 9 other values fail too
          trace    1  post 1 legs
                   2  balance  ← failed here
          replay   touchstone replay TOKEN
                   (also: in a test)
          worst    off by \(worst.differenceText): balance, cents: expected 0, got \(worst.differenceText)
                   given    \(worst.value)
                   replay   touchstone replay TOKEN
        """)
  }

  /// What would fill screens is cut, and the report says how much more there is; without a limit it has all of it.
  @Test func aLongReportIsCut() async throws {
    let property = Self.property(.array(of: .int(in: 0...9), count: 2_000)) { _, trial in
      for step in 0..<1_000 { trial.note("step \(step)") }
      for _ in 0..<300 { _ = try trial.draw(.int(in: 0...9), "leg") }
      throw PlainError(text: String(repeating: "x", count: 20_000))
    }
    let result = await Runner(settings: RunSettings(cases: 10, seed: 1, explanationCalls: 0)).run(
      property, on: Fixture<Void>(name: "sqlite") {})
    func text(_ limit: Int?) -> String {
      FailureReport(result, context: FailureReport.Context(limit: limit)).text
    }
    let whole = text(nil)
    #expect(whole.contains("step 500") && !whole.contains("more characters"))
    let cut = text(2_000)
    #expect(cut.utf8.count < 20_000 && whole.utf8.count > 50_000)
    #expect(cut == FailureReport(result).text, "it is what is printed unless somebody asks for more")
    #expect(cut.contains("… (4000 more characters)"), "2,000 digits with commas and brackets are 6,000 characters")
    #expect(cut.contains("…  980 more steps") && cut.contains("… 280 more draws"))
    #expect(cut.contains("1000  step 999  ← failed here"), "the end of a trace is what it is read for")
    #expect(cut.contains("a saved counterexample"))
    #expect(cut.hasSuffix("\n  whole    TOUCHSTONE_FULL=1 prints all of it") && !whole.contains("\n  whole "))
    #expect(text(20_000).contains("… 100 more draws"))
  }

  /// Few lines, but long ones: two hundred values of ten thousand characters would be two megabytes.
  @Test func longLinesAreCountedByTheirLength() async throws {
    let property = Self.property(.constant(0)) { _, trial in
      for step in 0..<150 { trial.note("step \(step) " + String(repeating: "y", count: 9_000)) }
      for _ in 0..<150 { _ = try trial.draw(.constant(String(repeating: "z", count: 9_000)), "leg") }
      throw PlainError(text: "no")
    }
    let result = await Runner(settings: RunSettings(cases: 10, seed: 1, explanationCalls: 0)).run(
      property, on: Fixture<Void> {})
    let text = FailureReport(result).text
    #expect(text.utf8.count < 15_000, "\(text.utf8.count) bytes")
    #expect(text.contains("more steps") && text.contains("more draws") && text.contains("← failed here"))
  }

  private struct PlainError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  @Test func aLimitIsSaidWithoutARun() async throws {
    let stopped = await Runner(
      settings: RunSettings(cases: 10, seed: 1, shrinkTime: .zero, explanationCalls: 0)
    ).run(
      Self.property(.int(in: 0...1_000_000)) { number, _ in try expect("small", number < 9) }, on: Fixture<Void> {})
    #expect(FailureReport(stopped).text.contains("in 0 runs (stopped at a limit: a simpler one may exist)"))
  }

  @Test func falsifiedWithoutFurtherWords() async throws {
    let result = await Runner(settings: RunSettings(seed: 0xBEEF)).run(
      Requirement<Void>("T-1", "Short", fileID: "M/F.swift", filePath: "F.swift", line: 3)
        .holds(forAll: .int(in: 5...1_000)) { _, _ in
        try expect("never", false, fileID: "M/F.swift", filePath: "F.swift", line: 3)
      }, on: .none)
    let token = try #require(result.verdict.counterexample).token
    #expect(
      FailureReport(result).text == """
        ✘ T-1 Short
          F.swift:3
          falsified at case 1, seed beef
          claim    never
          given    5
          why      its value does not matter: 12 other values fail too
          replay   \(token)
        """)
  }

  @Test func errored() async throws {
    let (text, result) = await Self.report(
      Self.property(.int(in: 0...1_000)) { value, _ in if value > 41 { throw Surprise(code: value) } })
    let shrinking = try #require(result.verdict.counterexample).shrinking
    #expect(
      text == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          errored at case \(result.cases), seed beef; shrunk 1 → 1 choice in \(shrinking.calls) runs
          claim    Surprise: Surprise(code: 42)
          given    42
          why      fails ≥ 42, the rest fixed (41 passes; of 21 values tried)
          replay   touchstone replay TOKEN
                   (also: in a test)
        """)
  }

  @Test func erroredByTheEnvironment() async {
    let runner = Runner(settings: RunSettings(seed: 1))
    let result = await runner.run(
      Self.property(.int()) { _, _ in }, on: Fixture<Void>(name: "postgres") { throw Surprise(code: 5) })
    #expect(
      FailureReport(result).text == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                              backend postgres
          errored
          reason   the system could not be made: Surprise(code: 5)
        """)
  }

  @Test func gaveUpForDiscards() async {
    let (text, result) = await Self.report(
      Self.property(.int(in: 0...9)) { value, _ in try assume(value == 10, "ten only") })
    #expect(
      text == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          gave up: \(result.discarded) cases were discarded and 0 passed
          reason   the last one: ten only
          hint     generate only what applies, instead of filtering
        """)
  }

  @Test func gaveUpForAMissedClass() async {
    let (text, _) = await Self.report(
      Self.property(.int(in: 0...999), requiring: ["negative": 0.125, "seen": 0.5]) { value, trial in
        trial.label("seen")
        trial.label("negative", if: value < 0)
      })
    #expect(
      text == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          gave up: class “negative” had 0 of 200 cases, but 12.5 % are required
          share    0 to 7 %, with confidence 99.9999 %
          classes  seen 200
        """)
  }

  @Test func savedThenFixedThenStale() async throws {
    let directory = try TemporaryDirectory()
    let store = RegressionStore(directory: directory.path)
    func claim(_ limit: Int, _ generator: Generator<Int> = .int(in: 0...1_000)) -> Property<Void> {
      Self.property(generator) { value, _ in
        try expect(
          "small", value < limit, fileID: "Ledger/Posting.swift",
          filePath: "Properties/Ledger/Posting.swift", line: 21)
      }
    }
    let (first, result) = await Self.report(claim(10), in: store)
    let token = try #require(result.verdict.counterexample).token
    #expect(first.hasSuffix("\n  saved    \(directory.path)/LED-17.json; tried first on the next run"))
    let (again, _) = await Self.report(claim(10), in: store)
    #expect(
      again == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          falsified by a saved counterexample, before any generated case
          claim    small
          given    10
          replay   touchstone replay TOKEN
                   (also: in a test)
        """)
    let (fixed, _) = await Self.report(claim(5_000), in: store)
    #expect(
      fixed == """
        ✔ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          held, 100 cases
          fixed    saved counterexample \(token) passes now
        """)
    let (stale, _) = await Self.report(claim(5_000, .int(in: 3...1_000)), in: store)
    let reason =
      "the generator draws differently than when the counterexample was saved; its choices now make 13"
    #expect(
      stale == """
        ✘ LED-17 Posting leaves the balance at zero                                   requirements 4.2 4.3
          Properties/Ledger/Posting.swift:21                                                backend sqlite
          stale: a saved counterexample means something else now
          reason   \(reason)
          hint     if you no longer need it, delete it from the regression file, or delete the file
          stale    \(token): \(reason)
        """)
  }

  @Test func whatCouldNotBeSavedIsToldApart() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}", to: "LED-17.json")
    let (text, result) = await Self.report(
      Self.property(.int(in: 0...9)) { _, _ in try expect("never", false) },
      in: RegressionStore(directory: directory.path))
    let error = try #require(result.saveError)
    let last = try #require(text.split(separator: "\n").last)
    #expect(last.hasPrefix("  not saved "))
    #expect(last.hasSuffix(" " + error), "a blank between the label and the text")
  }

  @Test func heldIsShort() async {
    let (text, _) = await Self.report(Self.property(.int()) { _, _ in noteClaim() })
    #expect(text.contains("✔ LED-17 Posting leaves the balance at zero"))
    #expect(text.contains("held, 100 cases") || !text.contains("\n"))
    #expect(!text.contains("✘"))
  }

  @Test func aLimitOnShrinkingIsTold() async {
    var settings = RunSettings(cases: 100, seed: 0xBEEF)
    settings.shrinkCalls = 3
    let result = await Runner(settings: settings).run(
      Self.property(.array(of: .int())) { list, _ in try expect("short", list.count < 5) }, on: .none)
    let text = FailureReport(result).text
    #expect(text.contains(" in 3 runs (stopped at a limit: a simpler one may exist)\n"))
  }

  @Test func severalLinesStayInTheirColumn() async {
    let (text, _) = await Self.report(
      Self.property(.int(in: 0...9)) { _, _ in try expect("one\ntwo", false) })
    #expect(text.contains("\n  claim    one\n           two\n"))
  }

  @Test func coloursSurroundTheHeadlineOnly() async {
    let (text, _) = await Self.report(
      Self.property(.int()) { _, _ in try expect("no", false) }, isColored: true)
    let lines = text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\u{1B}[31m✘ LED-17 ") == true)
    #expect(lines.first?.hasSuffix("4.2 4.3\u{1B}[0m") == true)
    #expect(lines.dropFirst().allSatisfy { !$0.contains("\u{1B}") })
    let (held, _) = await Self.report(Self.property(.int()) { _, _ in noteClaim() }, isColored: true)
    #expect(held.hasPrefix("\u{1B}[32m✔ LED-17 "))
  }
}
