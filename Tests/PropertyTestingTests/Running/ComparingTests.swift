import Testing

@testable import PropertyTesting

@Suite("Two functions, and relations between results")
struct ComparingTests {
  private static let settings = RunSettings(cases: 200, seed: 1)

  private static func sum(_ list: [Int]) -> Int { list.reduce(0, &+) }

  @Test func functionsThatAgreeHold() async throws {
    let numbers = Generator<[Int]>.array(of: .int(in: 0...99))
    let result = try check("sums", forAll: numbers, old: Self.sum, new: { $0.reversed().reduce(0, &+) }, settings: Self.settings)
    #expect(result.verdict.isHeld && result.cases == 200)
    let waited = try await check(
      "sums", forAll: numbers, old: { list async in Self.sum(list) }, new: { list async in Self.sum(list) }, settings: Self.settings)
    #expect(waited.verdict.isHeld)
  }

  @Test func theReportHasBothResults() throws {
    let error = #expect(throws: PropertyFailure.self) {
      try check(
        "sums", forAll: .array(of: .int(in: 0...99)), old: Self.sum, new: { $0.count > 2 ? 0 : Self.sum($0) }, settings: Self.settings)
    }
    let text = try #require(error).description
    #expect(text.contains("claim    new: expected 1, got 0") && text.contains("given    [0, 0, 1]"), "\(text)")
  }

  @Test func errorsAreCompared() throws {
    let failing: @Sendable (Int) throws -> Int = { if $0 > 5 { throw Surprise(code: $0) } else { $0 } }
    #expect(try check("alike", forAll: .int(in: 0...9), old: failing, new: failing).verdict.isHeld)
    let error = #expect(throws: PropertyFailure.self) {
      try check("alike", forAll: .int(in: 0...9), old: failing, new: { $0 }, settings: Self.settings)
    }
    #expect(error?.description.contains("new: expected the error Surprise: Surprise(code: 6), got 6") == true)
    let other = #expect(throws: PropertyFailure.self) {
      try check("alike", forAll: .int(in: 0...9), old: { $0 }, new: failing, settings: Self.settings)
    }
    #expect(other?.description.contains("new: expected 6, got the error Surprise: Surprise(code: 6)") == true)
  }

  private static let relations: [Relation<[Int], Int>] = [
    .unchanged(by: "another order") { list in .permutation(of: list) },
    Relation("one more", changing: { list in Generator<Int>.int(in: 1...9).map { list + [$0] } }) { before, after in
      try expect("the sum", after > before)
    },
  ]

  @Test func relationsHold() async throws {
    let lists = Generator<[Int]>.array(of: .int(in: 0...99))
    #expect(try check("sums", forAll: lists, relations: Self.relations, settings: Self.settings, Self.sum).verdict.isHeld)
    let waited = try await check("sums", forAll: lists, relations: Self.relations, settings: Self.settings) { list async in Self.sum(list) }
    #expect(waited.verdict.isHeld)
  }

  @Test func theReportSaysWhichRelation() throws {
    let error = #expect(throws: PropertyFailure.self) {
      try check("sums", forAll: .array(of: .int(in: 0...99)), relations: Self.relations, settings: Self.settings) { list in
        list.first == 7 ? 0 : Self.sum(list)
      }
    }
    let text = try #require(error).description
    #expect(text.contains("relation = ") && text.contains("changed = ["), "\(text)")
  }

  @Test func noRelationsAreAMistake() throws {
    let error = #expect(throws: PropertyFailure.self) {
      try check("sums", forAll: .int(), relations: [Relation<Int, Int>](), settings: Self.settings) { $0 }
    }
    #expect(error?.description.contains("check(…, relations:) of no relations") == true)
  }

  @Test func casesSeedAndTitleAreGivenAsToAnyCheck() throws {
    let compared = try check(forAll: .int(in: 0...99), old: { $0 + $0 }, new: { 2 * $0 }, cases: 12, seed: 7)
    #expect(compared.title == "casesSeedAndTitleAreGivenAsToAnyCheck()" && compared.cases == 12 && compared.seed == 7)
    let related = try check(forAll: .array(of: .int(in: 0...99)), relations: Self.relations, cases: 13, seed: 8, Self.sum)
    #expect(related.title == "casesSeedAndTitleAreGivenAsToAnyCheck()" && related.cases == 13 && related.seed == 8)
  }
}
