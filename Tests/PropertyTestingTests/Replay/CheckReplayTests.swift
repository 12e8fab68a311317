import PropertyTesting
import Testing

@Suite("Replaying with check")
struct CheckReplayTests {
  /// A token whose case is 500.
  static func token() throws -> String {
    do {
      try check("small", forAll: .int(in: 0...9_999), settings: RunSettings(seed: 1)) { value in
        try expect("below 500", value < 500)
      }
    } catch let failure as PropertyFailure {
      if let found = failure.result.verdict.counterexample { return found.token.description }
    }
    throw Surprise(code: 404)
  }

  @Test func runsJustThatCase() async throws {
    let token = try Self.token()
    let seen = Log<Int>()
    let result = try check("small", forAll: .int(in: 0...9_999), replaying: token) { seen.append($0) }
    #expect(result.cases == 1)
    let again = try await check("small", forAll: .int(in: 0...9_999), replaying: token) { value in
      await Task.yield()
      seen.append(value)
    }
    #expect(again.cases == 1)
    #expect(seen.entries == [500, 500])
  }

  @Test func failsWhereItStillFails() throws {
    let token = try Self.token()
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("small", forAll: .int(in: 0...9_999), replaying: token) { value in
          try expect("below 500", value < 500)
        }
      })
    #expect(failure.result.verdict.counterexample?.value == "500")
    #expect(failure.result.verdict.counterexample?.origin == .replayed)
  }

  @Test func isStaleWhereTheGeneratorHasChanged() throws {
    let token = try Self.token()
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("small", forAll: .int(in: 1...9_999), replaying: token) { _ in }
      })
    #expect(failure.result.verdict.name == "stale")
  }

  @Test func aTokenOfAnotherCheckIsRefused() async throws {
    let token = try Self.token()
    #expect(token.hasPrefix("check-"))
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("small as well", forAll: .int(in: 0...9_999), replaying: token) { _ in }
      })
    #expect(failure.description.contains("the token belongs to property check-"))
    await #expect(throws: PropertyFailure.self) {
      try await check("small as well", forAll: .int(in: 0...9_999), replaying: token) { _ in await Task.yield() }
    }
  }

  @Test func garbageIsExplained() async {
    #expect(throws: ReplayTokenError.self) {
      try check("small", forAll: .int(), replaying: "nonsense") { _ in }
    }
    await #expect(throws: ReplayTokenError.self) {
      try await check("small", forAll: .int(), replaying: "nonsense") { _ in await Task.yield() }
    }
  }

  /// What is found is replayed, in whatever way the generator came to it.
  private static func replays<Value>(_ generator: Generator<Value>, _ predicate: @escaping @Sendable (Value, Trial) throws -> Void) async throws {
    let property = Requirement<Void>("R-1", "it replays").holds(forAll: generator) { value, _, trial in try predicate(value, trial) }
    for shrinks in [true, false] {
      let result = await Runner(settings: RunSettings(seed: 3, shrinks: shrinks)).run(property, on: .none)
      let found = try #require(result.verdict.counterexample)
      let again = await Runner().replay(found.token, of: property, on: .none).verdict
      #expect(again.name == result.verdict.name, "\(again)")
      #expect(again.counterexample?.value == found.value)
    }
  }

  /// It drew a count of more elements than there are different ones.
  @Test func aSetThatStayedSmallerThanItsCountReplays() async throws {
    try await Self.replays(.set(of: .int(in: 0...2), count: 0...9)) { set, _ in try expect("two", set.count < 3) }
    try await Self.replays(.dictionary(of: .bool, .int(in: 0...9), count: 1...9)) { table, _ in try expect("one", table.count < 2) }
  }

  @Test func aDrawOfNothingReplays() async throws {
    try await Self.replays(.int(in: 0...99)) { number, trial in
      let constant = try trial.draw(.constant(7), "seven")
      let drawn = number > 50 ? try trial.draw(.int(in: 0...9), "more") : 0
      _ = try trial.draw(.array(of: .int(), count: 0), "none")
      try expect("small", number + drawn < constant * 9)
    }
  }
}
