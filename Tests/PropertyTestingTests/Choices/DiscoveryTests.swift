import Foundation
import Testing

@testable import PropertyTesting

@Suite("Discovery: bounds, pairs of bounds, near duplicates")
struct DiscoveryTests {
  /// In how many of 50 seeds the first `cases` cases hold a value for which `isWanted`.
  func seeds<Value>(
    _ generator: Generator<Value>, cases: Int = 13, with isWanted: (Value) -> Bool
  ) throws -> Int {
    try (UInt64(1)...50).count { seed in
      try (0..<cases).contains { index in
        var source = Source(seed: seed, index: index)
        return isWanted(try source.draw(generator))
      }
    }
  }

  @Test func boundsOfIntegersComeFirst() throws {
    #expect(try seeds(.int()) { $0 == .max } >= 40)
    #expect(try seeds(.int()) { $0 == .min } >= 40)
    #expect(try seeds(.int()) { $0 == .max - 1 } >= 20)
    #expect(try seeds(.int()) { $0 == .min + 1 } >= 20)
    #expect(try seeds(Generator<Int8>.integer()) { $0 == .max } >= 40)
    #expect(try seeds(Generator<Int8>.integer()) { $0 == .min } >= 40)
    #expect(try seeds(Generator<UInt64>.integer()) { $0 == .max } >= 40)
    #expect(try seeds(Generator<UInt64>.integer()) { $0 == 0 } == 50)
    #expect(try seeds(.int(in: -77...1_234)) { $0 == 1_234 } >= 40)
    #expect(try seeds(.int(in: -77...1_234)) { $0 == -77 } >= 40)
  }

  @Test func boundsOfDoublesComeFirst() throws {
    let range = 0.1...99.9
    for wanted in [range.lowerBound, range.upperBound] {
      #expect(try seeds(.double(in: range)) { $0 == wanted } >= 30, "\(wanted)")
    }
    for wanted in [range.lowerBound.nextUp, range.upperBound.nextDown] {
      #expect(try seeds(.double(in: range)) { $0 == wanted } >= 15, "\(wanted)")
    }
  }

  @Test func pairsOfBoundsComeEarly() throws {
    let pair = Generator<(Int, Int)>.zip(.int(), .int())
    for (a, b) in [(Int.min, Int.min), (.min, .max), (.max, .min), (.max, .max)] {
      #expect(try seeds(pair) { $0 == (a, b) } >= 10, "\((a, b))")
      #expect(try seeds(pair, cases: 100) { $0 == (a, b) } >= 15, "\((a, b))")
    }
    #expect(
      try seeds(pair) { a, b in [.min, .max].contains(a) && [.min, .max].contains(b) } >= 35)
  }

  @Test func nearDuplicatesComeUp() throws {
    let pair = Generator<(Int, Int)>.zip(.int(in: 1...2_147_483_647), .int(in: 1...2_147_483_647))
    // Away from the bounds, where the first cases would meet by themselves.
    let inner = 100...2_147_000_000
    #expect(try seeds(pair, cases: 100) { inner.contains($0) && ($0 - $1).magnitude <= 4 } >= 45)
    #expect(try seeds(pair, cases: 100) { inner.contains($0) && $0 == $1 } >= 40)
    #expect(try seeds(pair, cases: 100) { $0 >= 10 && ($0 - $1).magnitude == 1 } >= 45)
  }

  @Test func nearDuplicatesOfDoublesComeUp() throws {
    let pair = Generator<(Double, Double)>.zip(.double(in: 0...1e9), .double(in: 0...1e9))
    let inner = 1_000...999_999_000.0
    func isInner(_ value: Double) -> Bool { inner.contains(value) && value != value.rounded() }
    #expect(try seeds(pair, cases: 100) { isInner($0) && $0 == $1 } >= 40)
    #expect(try seeds(pair, cases: 100) { isInner($0) && $0 != $1 && ($0 - $1).magnitude <= 1 } >= 35)
  }

  @Test(arguments: [Alphabet.unicode, .asciiPrintable, .of("xyz")])
  func nearDuplicatesOfTextsComeUp(alphabet: Alphabet) throws {
    let pair = Generator<(String, String)>.zip(.text(alphabet, count: 8...12), .text(alphabet, count: 8...12))
    #expect(try seeds(pair, cases: 100) { $0 == $1 } >= 45)
    #expect(try seeds(pair, cases: 100) { $0.unicodeScalars.count < $1.unicodeScalars.count && $1.hasPrefix($0) } >= 20)
    #expect(
      try seeds(pair, cases: 100) {
        $0.unicodeScalars.first != $1.unicodeScalars.first
          && Array($0.unicodeScalars.dropFirst()) == Array($1.unicodeScalars.dropFirst())
      } >= 25)
    #expect(try seeds(pair, cases: 20) { $0 != $1 } == 50)
  }

  @Test func equalIdentifiersComeUp() throws {
    let pair = Generator<(UUID, UUID)>.zip(.uuid, .uuid)
    #expect(try seeds(pair, cases: 100) { $0 == $1 && $0.uuid.3 != $0.uuid.4 } >= 40)
    #expect(try seeds(pair, cases: 20) { $0 != $1 } == 50)
  }

  /// The loop that passing cases run through and the record of a failing one must draw the same.
  @Test func repeatsAreTheSameWithATape() throws {
    let generator = Generator<([String], [Double], [UUID])>.zip(
      .array(of: .text(.asciiPrintable)), .array(of: .double()), .array(of: .uuid))
    for index in 0..<400 {
      var plain = Source(seed: 5, index: index)
      var taped = Source(seed: 5, index: index, tape: Tape())
      let (left, right) = (try plain.draw(generator), try taped.draw(generator))
      #expect(left == right, "case \(index)")
      #expect(plain.state == taped.state, "case \(index)")
    }
  }

  @Test func listsHoldDuplicates() throws {
    let list = Generator<[Int]>.array(of: .int(), count: 10)
    #expect(try seeds(list, cases: 30) { Set($0).count < 10 } == 50)
    #expect(try seeds(list, cases: 30) { Set($0).count == 10 } == 50)
  }

  @Test func magnitudesOfEveryScaleComeUp() throws {
    for bits in stride(from: 2, through: 56, by: 6) {
      let range = (1 << bits)...(1 << (bits + 6))
      #expect(try seeds(.int(), cases: 500) { range.contains($0) } >= 40, "\(range)")
    }
  }

  @Test func listsReachTheirLargestAndTheEmptySize() throws {
    let list = Generator<[Bool]>.array(of: .bool)
    #expect(try seeds(list, cases: 100) { $0.count >= 80 } >= 48)
    #expect(try seeds(list, cases: 100) { $0.count == 1 } >= 45)
    let short = Generator<[Bool]>.array(of: .bool, count: 0...3)
    for count in 0...3 { #expect(try seeds(short, cases: 100) { $0.count == count } >= 45, "\(count)") }
  }

  @Test func uniformCasesAreUniform() throws {
    // 17 degrees of freedom: 0.1 % of fair draws come out above 40.8.
    for range in [0...17, -9...8] {
      var counts = [Int](repeating: 0, count: 18)
      for index in 13..<18_013 {
        var source = Source(seed: 1, index: index)
        counts[try source.draw(.int(in: range)) - range.lowerBound] += 1
      }
      let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) / 1_000 }
      #expect(chiSquare < 40.8, "\(counts)")
      #expect(chiSquare > 4.4, "too even to be random: \(counts)")
    }
  }
}
