import Testing

@testable import PropertyTesting

@Suite("The shrinker")
struct ShrinkerTests {
  /// The recorded run of one case.
  static func record<Value>(_ generator: Generator<Value>, seed: UInt64, index: Int) throws -> [Token] {
    let tape = Tape()
    var source = Source(seed: seed, index: index, tape: tape)
    _ = try source.draw(generator)
    return tape.tokens
  }

  static let lists = Generator<[[Int]]>.array(of: .array(of: .int(in: -1_000...1_000)))

  @Test(arguments: UInt64(1)...30)
  func theResultIsNeverMoreComplexAndStillFails(seed: UInt64) throws {
    let predicate: ([[Int]], Trial) throws -> Void = { lists, _ in
      try expect("small", lists.joined().reduce(0, +) < 700)
    }
    for index in 1...60 {
      let first = Examination(seed: seed, index: index)
      first.run(Self.lists, predicate)
      guard case .failed(let failure) = first.result else { continue }
      var accepted: [[Token]] = []
      let shrinker = Shrinker(first.tape.tokens, origin: failure.origin) { examination in
        examination.run(Self.lists, predicate)
        if case .failed = examination.result { accepted.append(examination.tape.tokens) }
      }
      shrinker.run()
      let best = shrinker.best.tokens
      #expect(best == first.tape.tokens || isSimpler(best, than: first.tape.tokens))
      for tokens in accepted { #expect(!isSimpler(tokens, than: best), "seed \(seed), case \(index)") }
      let again = Examination(replaying: .tokens(best))
      again.run(Self.lists, predicate)
      guard case .failed = again.result else {
        Issue.record("seed \(seed), case \(index): the best case passes")
        continue
      }
      #expect(again.tape.tokens == best)
      #expect(shrinker.counters.map(\.taken).reduce(0, +) <= shrinker.counters.map(\.candidates).reduce(0, +))
      #expect(shrinker.calls <= shrinker.counters.map(\.candidates).reduce(0, +))
      return
    }
    Issue.record("no case of seed \(seed) failed")
  }

  @Test(arguments: [0, 1, 7, 40])
  func theCallLimitEndsItAndIsTold(limit: Int) async throws {
    let calls = Counter()
    var settings = RunSettings(cases: 1_000, seed: 11, failures: 1, explanationCalls: 0)
    settings.shrinkCalls = limit
    let property = Requirement<Void>("T-6", "a claim").holds(forAll: Self.lists) { lists, _ in
      calls.increment()
      try expect("small", lists.joined().reduce(0, +) < 5_000)
    }
    let result = await Runner(settings: settings).run(property, on: .none)
    let shrinking = try #require(result.verdict.counterexample).shrinking
    #expect(shrinking.stoppedEarly)
    #expect(shrinking.calls <= limit)
    // The run, one recording, the attempts, two last looks, and what is repeated to see whether the failure is steady.
    let last = calls.value - (result.cases + 1 + shrinking.calls)
    #expect((2...24).contains(last), "\(last)")
    #expect(shrinking.choicesAfter <= shrinking.choicesBefore)
  }

  @Test func withoutAnEarlyStopNothingIsToldOfOne() async throws {
    let calls = Counter()
    let settings = RunSettings(cases: 1_000, seed: 11, failures: 1, explanationCalls: 0)
    let property = Requirement<Void>("T-6", "a claim").holds(forAll: Self.lists) { lists, _ in
      calls.increment()
      try expect("small", lists.joined().reduce(0, +) < 5_000)
    }
    let result = await Runner(settings: settings).run(property, on: .none)
    let shrinking = try #require(result.verdict.counterexample).shrinking
    #expect(!shrinking.stoppedEarly)
    #expect(shrinking.calls > 40)
    let last = calls.value - (result.cases + 1 + shrinking.calls)
    #expect((2...24).contains(last), "\(last)")
  }

  @Test func shrinkingCanBeTurnedOff() async throws {
    var settings = RunSettings(cases: 1_000, seed: 11)
    settings.shrinks = false
    let property = Requirement<Void>("T-6", "a claim").holds(forAll: Self.lists) { lists, _ in
      try expect("small", lists.joined().reduce(0, +) < 5_000)
    }
    let result = await Runner(settings: settings).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.shrinking.calls == 0)
    #expect(found.shrinking.choicesAfter == found.shrinking.choicesBefore)
    #expect(found.shrinking.choicesAfter > 10)
  }

  @Test(arguments: UInt64(1)...20)
  func doesNotSlipFromOneClaimToAnother(seed: UInt64) async throws {
    let result = await run(.int(in: 0...10_000), seed: seed, cases: 5_000) { value in
      // Every small number breaks the second claim; only large ones reach the first.
      if value >= 5_000 { try expect("first claim", value < 7_777, line: 1) }
      if value > 9_990 { try expect("second claim", value < 0, line: 2) }
      if value < 10 { try expect("third claim", value != 5, line: 3) }
    }
    let found = try #require(result.verdict.counterexample)
    switch found.message {
    case "first claim": #expect(found.value == "7777")
    case "third claim": #expect(found.value == "5")
    default: Issue.record("\(found.message)")
    }
  }

  @Test func doesNotSlipFromAnErrorToAClaim() async throws {
    let result = await run(.int(in: 0...10_000), seed: 1, cases: 5_000) { value in
      if value > 5_000 { throw Surprise(code: value) }
      try expect("never reached while shrinking", value < 1 || value > 5_000 || value % 5_000 != 4_999)
    }
    guard case .errored(let reason, let found?) = result.verdict else {
      Issue.record("verdict \(result.verdict.name)")
      return
    }
    #expect(found.value == "5001")
    #expect(reason == "Surprise: Surprise(code: 5001)")
  }

  @Test(arguments: UInt64(1)...10)
  func aGeneratorThatReadsTheSizeCanBeShrunkAndReplayed(seed: UInt64) async throws {
    let generator = Generator<[Int]> { source in
      try source.array(of: .int(in: 0...9), count: source.size)
    }
    let property = Requirement<Void>("T-7", "short").holds(forAll: generator) { list, _ in
      try expect("short", list.count < 50)
    }
    let runner = Runner(settings: RunSettings(seed: seed))
    guard case .falsified(let found) = await runner.run(property, on: .none).verdict else {
      Issue.record("the size was lost")
      return
    }
    let token = try ReplayToken(found.token.description)
    let replayed = await runner.replay(token, of: property, on: .none)
    #expect(replayed.verdict.counterexample?.value == found.value)
    #expect(replayed.verdict.name == "falsified")
  }
}
