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
}
