import Foundation
import PropertyTesting
import Synchronization
import Testing

/// The shortest calls: several generators, no title, the number of cases and the seed as arguments.
@Suite("Short calls of check")
struct ShortCallTests {
  private func failure(_ body: () throws -> PropertyResult) -> PropertyFailure? {
    do { _ = try body() } catch { return error as? PropertyFailure }
    return nil
  }

  private func failure(_ body: () async throws -> PropertyResult) async -> PropertyFailure? {
    do { _ = try await body() } catch { return error as? PropertyFailure }
    return nil
  }

  @Test func severalGeneratorsShrinkTogether() async {
    let two = failure {
      try check("two", forAll: .int(in: 0...1_000), .int(in: 0...1_000), seed: 1) { a, b in a + b < 100 }
    }
    #expect(two?.result.verdict.counterexample?.value == "(0, 100)")
    let three = failure {
      try check("three", forAll: .int(in: 0...99), .text(.asciiPrintable), .bool, seed: 1) { number, text, flag in
        try expect("one of them", number < 7 || text.isEmpty || !flag)
      }
    }
    #expect(three?.result.verdict.counterexample?.value == "(7, \"a\", true)")
    let four = await failure {
      try await check("four", forAll: .bool, .bool, .bool, .bool, seed: 1) { a, b, c, d in
        await Task.yield()
        return !(a && b && c && d)
      }
    }
    #expect(four?.result.verdict.counterexample?.value == "(true, true, true, true)")
  }

  @Test func severalGeneratorsAreAProof() throws {
    let result = try check("sums commute", forAll: .int(in: 0...9), .int(in: 0...9)) { $0 + $1 == $1 + $0 }
    #expect(result.provenCases == 100)
  }

  @Test func aKnownFailureSeesAllValues() throws {
    let known = [KnownFailure<(Int, Bool)>("K-1", because: "not mended yet") { $0.0 > 9 && $0.1 }]
    let result = try check("low", forAll: .int(in: 0...99), .bool, seed: 1, except: known) { number, flag in !(number > 9 && flag) }
    #expect(result.knownFailures.first?.cases ?? 0 > 0)
  }

  @Test func theTitleIsTheFunctionsName() throws {
    let result = try check(forAll: .int()) { $0 == $0 }
    #expect(result.title == "theTitleIsTheFunctionsName()")
  }

  @Test func casesAndSeedAreArguments() throws {
    let seen = Mutex<[Int]>([])
    let result = try check("any", forAll: .int(), cases: 30, seed: 5) { number in
      seen.withLock { $0.append(number) }
      return true
    }
    #expect(result.cases == 30 && result.seed == 5)
    let settings = RunSettings(cases: 30, seed: 5)
    try check("any", forAll: .int(), settings: settings) { number in
      seen.withLock { $0.append(number) }
      return true
    }
    let both = seen.withLock { $0 }
    #expect(both.prefix(30) == both.suffix(30))
    let wrong = failure { try check("none", forAll: .int(), cases: 0) { $0 == $0 } }
    #expect(wrong?.description.contains("cases is 0: a run takes at least 1 case") == true)
  }

  private struct Level: Sendable { var number: Int }

  /// Each of these chains begins in one type and ends in another.
  @Test func aChainMayEndInAnotherType() throws {
    try check("int", forAll: .int(in: 0...9).map { Level(number: $0) }) { $0.number < 10 }
    try check("any int", forAll: .int().map { "\($0)" }) { !$0.isEmpty }
    try check("double", forAll: .double(in: 0...1).map { Level(number: Int($0)) }) { $0.number < 2 }
    try check("any double", forAll: .double().map { "\($0)" }) { !$0.isEmpty }
    try check("bool", forAll: .bool.map { $0 ? 1 : 0 }) { $0 < 2 }
    try check("text", forAll: .text().map { Level(number: $0.count) }) { $0.number >= 0 }
    try check("uuid", forAll: .uuid.map(\.uuidString)) { $0.count == 36 }
    try check("array", forAll: .array(of: .int(in: 0...9)).map { Level(number: $0.count) }) { $0.number >= 0 }
    try check("element", forAll: .element(of: [1, 2]).map { "\($0)" }) { $0.count == 1 }
    try check("inside", forAll: .array(of: .int(in: 0...9).map { Level(number: $0) })) { $0.count >= 0 }
    try check("twice", forAll: .int(in: 0...9).map { "\($0)" }.map(\.count), .bool.map { "\($0)" }) { $0 == 1 && !$1.isEmpty }
  }

  @Test func aRangeMayLeaveOutItsEnd() throws {
    let values = Mutex<Set<Int>>([])
    try check("low", forAll: .int(in: 0..<3)) { number in
      values.withLock { _ = $0.insert(number) }
      return (0..<3).contains(number)
    }
    #expect(values.withLock { $0 } == [0, 1, 2])
    let empty = failure { try check("none", forAll: .int(in: 3..<3)) { $0 == $0 } }
    #expect(empty?.description.contains("int(in:) of an empty range") == true)
  }

  @Test func weightsMayBeAList() throws {
    try check("two kinds", forAll: .frequency([(1, .constant(1)), (3, .int(in: 5...6))])) { [1, 5, 6].contains($0) }
  }

  @Test func theWordsOfAClaimMayThrow() {
    struct Unnamed: Error {}
    @Sendable func name(_ number: Int) throws -> String {
      if number > 20 { throw Unnamed() }
      return "number \(number)"
    }
    let named = failure {
      try check("low", forAll: .int(in: 0...20), seed: 1) { number in try expect("the \(try name(number))", number < 10) }
    }
    #expect(named?.result.verdict.counterexample?.message == "the number 10")
    let unnamed = failure {
      try check("low", forAll: .int(in: 21...40), seed: 1) { number in try expect(try name(number), number < 30) }
    }
    #expect(unnamed?.result.verdict.counterexample?.message == "(the words of the claim threw Unnamed())")
  }

  /// Only a Bool is a claim by itself.
  @Test func anotherResultIsNoClaim() {
    let found = failure { try check("sorted", forAll: .array(of: .int())) { $0.sorted() } }
    #expect(found?.result.verdict.name == "claims nothing")
  }
}
