import PropertyTesting
import Testing

@Suite("Examples")
struct ExampleTests {
  @Test func comeFirstInTheirOrder() async throws {
    let seen = Log<Int>()
    let result = try check("any number", forAll: .int().trying([12, -7, 12]), settings: RunSettings(cases: 20, seed: 1), claims: .elsewhere) {
      seen.append($0)
    }
    #expect(seen.entries.prefix(3) == [12, -7, 12])
    #expect(seen.entries.count == 23 && result.cases == 20, "they come beside the cases that are asked for")
    let plain = Log<Int>()
    try check("any number", forAll: .int(), settings: RunSettings(cases: 20, seed: 1), claims: .elsewhere) { plain.append($0) }
    #expect(Array(seen.entries.dropFirst(3)) == plain.entries, "and change nothing about these")

    let later = Log<Int>()
    try await check("any number", forAll: .int().trying([3]), settings: RunSettings(cases: 5), claims: .elsewhere) { value in
      await Task.yield()
      later.append(value)
    }
    #expect(later.entries.first == 3)
  }

  /// No random case comes near it.
  @Test func oneThatFailsIsShownAsItWasGiven() throws {
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("no such number", forAll: .int().trying([4, 123_456_789_123, 5])) { value in
          try expect("not that one", value != 123_456_789_123)
        }
      })
    let found = try #require(failure.result.verdict.counterexample)
    #expect(found.origin == .example(1))
    #expect(found.value == "123456789123")
    #expect(failure.description.contains("falsified by example 2, as given"))
    let replayed = try #require(
      #expect(throws: PropertyFailure.self) {
        try check(
          "no such number", forAll: .int().trying([4, 123_456_789_123, 5]), replaying: found.token.description
        ) { value in
          try expect("not that one", value != 123_456_789_123)
        }
      })
    #expect(replayed.result.verdict.counterexample?.value == "123456789123")
    let moved = try #require(
      #expect(throws: PropertyFailure.self) {
        try check(
          "no such number", forAll: .int().trying([4, 5, 123_456_789_123]), replaying: found.token.description
        ) { _ in }
      })
    #expect(moved.result.verdict.name == "stale", "another value stands in its place")
  }

  @Test func aPropertyTriesThem() async throws {
    let seen = Log<Int>()
    let property = Requirement<Void>("E-1", "any number").holds(forAll: .int(in: 0...9_999).trying([77])) { value, _ in
      seen.append(value)
    }
    _ = await Runner(settings: RunSettings(cases: 3)).run(property, on: Fixture(system: {}))
    #expect(seen.entries.first == 77)
  }

  @Test func noneIsNone() throws {
    let seen = Log<Int>()
    try check("any number", forAll: .int().trying([]), settings: RunSettings(cases: 3), claims: .elsewhere) { seen.append($0) }
    #expect(seen.entries.count == 3)
  }
}
