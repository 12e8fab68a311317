import Foundation
import PropertyTesting
import Testing

/// Expects each of 30 seeds to end in the counterexample that prints as `minimum`.
private func expectLeast<Value>(
  _ minimum: String, _ generator: Generator<Value>,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  failing holdsNot: @escaping @Sendable (Value) -> Bool
) async {
  let found = await counterexamples(generator, seeds: 30, failing: holdsNot)
  #expect(found == [minimum: 30], sourceLocation: sourceLocation)
}

@Suite("Every seed ends in the least counterexample")
struct LeastCounterexampleTests {
  @Test(arguments: [11, 1_000, 65_537])
  func integersReachTheBoundary(bound: Int) async {
    await expectLeast("\(bound)", .int()) { $0 >= bound }
    await expectLeast("-\(bound)", .int()) { $0 <= -bound }
    await expectLeast("\(bound)", .int()) { $0.magnitude >= UInt(bound) }
  }

  @Test func integersShrinkTowardsTheirTarget() async {
    await expectLeast("501", .int(in: 0...1_000, target: 500)) { $0 != 500 }
    await expectLeast("479", .int(in: 0...1_000, target: 500)) { $0 < 480 }
    await expectLeast("7", .int(in: 7...90)) { _ in true }
    await expectLeast("-7", .int(in: -90 ... -7)) { _ in true }
  }

  @Test func extremesOfWideTypes() async {
    await expectLeast("18446744073709551614", Generator<UInt64>.integer()) { $0 > .max - 2 }
    await expectLeast("-9223372036854775807", Generator<Int64>.integer()) { $0 < .min + 2 }
  }

  @Test func textReachesLetterA() async {
    await expectLeast(#""aaa""#, .text()) { $0.unicodeScalars.count >= 3 }
    await expectLeast(#""A""#, .text(.asciiPrintable)) { $0.contains { $0.isUppercase } }
    await expectLeast(#""\u{80}""#, .text()) { text in text.unicodeScalars.contains { $0.value > 0x7F } }
    await expectLeast(#""xz""#, .text(.of("xyz"))) { $0.contains("z") && $0.count > 1 }
  }

  @Test func doublesReachTheSimplestByTheDocumentedOrder() async {
    await expectLeast("1001.0", .double()) { $0 > 1_000.5 }
    await expectLeast("-4.0", .double()) { $0 < -3 }
    await expectLeast("0.5", .double(in: 0...1)) { $0 > 0.1 && $0 < 1 }
    await expectLeast("0.5", .double(in: 0...100)) { $0 != $0.rounded() }
  }

  @Test func hugeDoublesReachAPowerOfTwo() async {
    // At or above 2⁵³ the fewest mantissa bits come first, then the least exponent.
    await expectLeast("\(0x1p60)", .double()) { $0 > 1e18 }
  }

  @Test func smallFractionsReachAPowerOfTwo() async {
    await expectLeast("\(0x1p-31)", .double(in: 0...1)) { $0 > 0 && $0 < 0x1p-30 }
  }

  @Test func specialDoublesReachThemselves() async {
    await expectLeast("nan", .anyDouble) { $0.isNaN }
    await expectLeast("inf", .anyDouble) { $0.isInfinite }
    await expectLeast("inf", .anyDouble) { !$0.isFinite }
  }

  /// Arithmetic with infinity is NaN, and a comparison with NaN is false: both fail with many finite numbers.
  @Test func infinityAndNaNEndInAFiniteNumber() async {
    await expectLeast("61.5", .anyDouble) { $0.truncatingRemainder(dividingBy: 1) != 0 && $0 > 61 }
    await expectLeast("-61.5", .anyDouble) { $0.truncatingRemainder(dividingBy: 1) != 0 && $0 < -61 }
    await expectLeast("1000000.5", .anyDouble) { $0 - $0.rounded(.down) != 0 && $0 > 1e6 }
    await expectLeast("61.0", .anyDouble) { !($0 < 61) }
    await expectLeast("-100.0", .anyDouble) { !($0 > -100) }
  }

  @Test func datesReachTheReferenceDate() async {
    await expectLeast("2001-01-01T00:00:00Z", .date()) { _ in true }
    let start = Date(timeIntervalSinceReferenceDate: 86_400)
    await expectLeast("2001-01-02T00:00:00Z", .date()) { $0 >= start }
  }

  @Test func decimalsReachSmallWholeNumbers() async {
    await expectLeast("8", .decimal()) { $0 > 7 }
    await expectLeast("-1", .decimal()) { $0 < 0 }
    await expectLeast("1", .decimal()) { $0 != 0 }
  }

  @Test func collectionsReachTheFewestElements() async {
    await expectLeast("[-1, 0, 1]", Generator<Set<Int>>.set(of: .int())) { $0.count >= 3 }
    await expectLeast(#"["": 0, "a": 0]"#, Generator<[String: Int]>.dictionary(of: .text(), .int())) {
      $0.count >= 2
    }
    await expectLeast("[[0, 9]]", Generator<[[Int]]>.array(of: .array(of: .int(in: 0...9)))) {
      lists in lists.contains { $0.count >= 2 && $0.reduce(0, +) >= 9 }
    }
    await expectLeast("[0, 0, 0, 51]", Generator<[Int]>.array(of: .int(in: 0...100), count: 4)) {
      $0.contains { $0 > 50 }
    }
    await expectLeast("[1, 2, 4, 3]", Generator<[Int]>.permutation(of: [1, 2, 3, 4])) { $0 != [1, 2, 3, 4] }
  }

  @Test func sortsWhereOrderDoesNotMatter() async {
    await expectLeast("[3, 7]", Generator<[Int]>.array(of: .int(in: 0...50))) {
      $0.contains(3) && $0.contains(7)
    }
  }

  @Test func dependentLengthsShrinkWithTheirElements() async {
    let generator = Generator<Int>.int(in: 0...40).flatMap { length in
      Generator<String>.text(.asciiPrintable, count: length...length)
    }
    await expectLeast(#""aaaaa""#, generator) { $0.count >= 5 }
    let matrix = Generator<(Int, Int)>.zip(.int(in: 0...6), .int(in: 0...6)).flatMap {
      rows, columns in
      Generator<[[Int]]>.array(of: .array(of: .int(in: 0...99), count: columns), count: rows)
    }
    await expectLeast("[[42]]", matrix) { $0.contains { $0.contains { $0 >= 42 } } }
  }

  @Test func filtersLeaveOnlyWhatTheyPass() async {
    await expectLeast("24", Generator<Int>.int().filter { $0 % 7 == 3 }) { $0 > 20 }
    await expectLeast(
      "[1, 1]", Generator<[Int]>.array(of: Generator<Int>.int().filter { $0 % 2 == 1 })
    ) { $0.count >= 2 }
    await expectLeast(#""0""#, Generator<String>.text(.asciiPrintable).compactMap { $0.first }) {
      $0.isNumber
    }
  }

  @Test func mapsAndChoicesShrinkThrough() async {
    await expectLeast("102", Generator<Int>.int(in: 0...1_000).map { $0 * 3 }) { $0 > 100 }
    await expectLeast("6", .oneOf(.int(in: 0...9), .int(in: 100...900))) { $0 > 5 }
    await expectLeast("100", .oneOf(.int(in: 0...9), .int(in: 100...900))) { $0 > 9 }
    await expectLeast("0", Generator<Int?>.optional(.int(in: 0...99))) { $0 != nil }
    await expectLeast(#""b""#, .element(of: ["c", "b", "a"])) { $0 != "c" }
  }

  @Test func recursiveValuesReachTheirSmallestPart() async {
    await expectLeast("10", Tree.generator) { $0.sum >= 10 }
    await expectLeast("[0, 0, 0]", Tree.generator) { $0.leafCount >= 3 }
    await expectLeast("[[]]", Tree.generator) { $0.depth >= 2 }
  }
}
