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

  @Test func drawnCasesFailAlike() throws {
    let numbers = Generator<Int>.int().trying([4, 123_456_789_123])
    let failure = try #require(
      #expect(throws: PropertyFailure.self) {
        try check("small numbers", forAll: numbers, settings: RunSettings(seed: 1)) { try expect("it is small", $0 < 1_000) }
      })
    let found = try #require(failure.result.verdict.counterexample)
    #expect(found.origin == .example(1) && found.value == "1000" && found.shrinking.before?.value == "123456789123")
    #expect(failure.description.contains("falsified by example 2, and by drawn cases; shrunk 2 → 2 choices in "))
    #expect(failure.description.contains("\n  given    1000\n  example  123456789123\n"))
    // At another claim is not alike. In the text of a macro, all claims would have its line.
    let twoClaims: @Sendable (Int) throws -> Void = { number in
      try expect("not that one", number != 123_456_789_123)
      try expect("it is small", number < 1_000)
    }
    let other = try #require(
      #expect(throws: PropertyFailure.self) { try check("two claims", forAll: numbers, settings: RunSettings(seed: 1), twoClaims) })
    #expect(other.description.contains("falsified by example 2, as given"))
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
