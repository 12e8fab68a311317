import Foundation
import Testing

@testable import PropertyTesting

/// What independent draws hardly ever come to, from nearly every seed in 100 cases.
@Suite("Discovery: constants, relations, sizes, days")
struct DesignedCaseTests {
  func seeds<Value>(
    _ generator: Generator<Value>, cases: Int = 100, with isWanted: (Value) -> Bool
  ) throws -> Int {
    try DiscoveryTests().seeds(generator, cases: cases, with: isWanted)
  }

  @Test(arguments: [100, 255, 256, 1_024, 65_536, 2_147_483_647, 2_147_483_649, 9_007_199_254_740_993, -1, -129])
  func namedNumbers(wanted: Int) throws {
    #expect(try seeds(.int()) { $0 == wanted } == 50)
    // Of two numbers each has an order of its own.
    #expect(try seeds(.zip(.int(), .int())) { $1 == wanted } >= 40)
  }

  @Test func namedNumbersOfEveryType() throws {
    #expect(try seeds(Generator<UInt16>.integer()) { $0 == 32_768 } == 50)
    #expect(try seeds(Generator<Int16>.integer()) { $0 == -129 } >= 45)
    #expect(try seeds(Generator<UInt64>.integer()) { $0 == 1 << 32 } == 50)
    #expect(try seeds(.int(in: 0...1_000)) { $0 == 365 } == 50)
    #expect(try seeds(.double(in: 0...1)) { $0 == 0.1 } == 50)
    #expect(try seeds(.double()) { $0 == 1_000 } >= 40)
    // None lies in these.
    #expect(try seeds(.int(in: -999...(-130))) { (-999...(-130)).contains($0) } == 50)
    #expect(try seeds(.int(in: 2_000...2_500)) { (2_000...2_500).contains($0) } == 50)
    #expect(try seeds(Generator<UInt64>.integer(in: (1 << 63 + 5)...(1 << 63 + 900))) { $0 >= 1 << 63 + 5 } == 50)
  }

  @Test func boundsArePaired() throws {
    let pair = Generator<(Int, Int)>.zip(.int(), .int())
    for (a, b) in [(Int.min, Int.min), (.min, .max), (.max, .min), (.max, .max), (0, .max), (.min, 0)] {
      #expect(try seeds(pair, cases: 17) { $0 == (a, b) } == 50, "\((a, b))")
    }
    let four = Generator<[Int]>.array(of: .int(in: -500...900), count: 4)
    for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
      #expect(try seeds(four, cases: 17) { $0[first] == -500 && $0[second] == 900 } == 50, "\(first), \(second)")
    }
  }

  @Test func relationsOfNumbers() throws {
    let number = Generator<Int>.int(in: 0...1_000_000)
    let three = Generator<(Int, Int, Int)>.zip(number, number, number)
    #expect(try seeds(three) { $0 > 1 && $1 > 1 && $0 + $1 == $2 } >= 40)
    #expect(try seeds(three) { $0 != $1 && $1 > 0 && abs($0 - $1) == $2 } >= 40)
    #expect(try seeds(.zip(number, number)) { $0 > 2 && $0 == 2 * $1 } >= 40)
    #expect(try seeds(.zip(number, number)) { $0 > 2 && 2 * $0 == $1 } >= 40)
    let fraction = Generator<Double>.double(in: 0...1e6)
    #expect(try seeds(.zip(fraction, fraction)) { $0 > 0 && ($0 == 2 * $1 || 2 * $0 == $1) } >= 40)
  }

  @Test func distances() throws {
    let number = Generator<Int>.int(in: -1_000_000_000...1_000_000_000)
    for distance in [10, -60] { #expect(try seeds(.zip(number, number)) { $0 == $1 + distance } >= 45, "\(distance)") }
    let near = Generator<Int>.int(in: 1_000...1_200)
    #expect(try seeds(.zip(near, near)) { !(1_000...1_200).contains($0) || !(1_000...1_200).contains($1) } == 0)
  }

  @Test func whiteSpaceAround() throws {
    let pair = Generator<(String, String)>.zip(.text(.asciiPrintable), .text(.asciiPrintable))
    #expect(try seeds(pair) { $0 != $1 && $0.count > 2 && $0.trimmed == $1.trimmed } >= 45)
    let lower = Generator<(String, String)>.zip(.text(.of("ab")), .text(.of("ab")))
    #expect(try seeds(lower) { ($0 + $1).contains { !"ab".contains($0) } } == 0)
    let any = Generator<(String, String)>.zip(.text(.ascii), .text(.ascii))
    #expect(try seeds(any) { Array(($0 + "\n").unicodeScalars) == Array($1.unicodeScalars) } >= 45)
  }

  @Test(arguments: [Alphabet.unicode, .asciiPrintable])
  func relationsOfTexts(alphabet: Alphabet) throws {
    let pair = Generator<(String, String)>.zip(.text(alphabet), .text(alphabet))
    #expect(try seeds(pair) { $0 != $1 && $0.lowercased() == $1.lowercased() } >= 40)
    func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
    func isInner(_ part: String, _ whole: String) -> Bool {
      let (part, whole) = (scalars(part), scalars(whole))
      guard part.count >= 3, whole.count > part.count + 1 else { return false }
      return (1..<(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }
    #expect(try seeds(pair) { a, b in a.count > 2 && a != b && scalars(b).starts(with: scalars(a)) } >= 45)
    #expect(try seeds(pair) { a, b in a.count > 2 && a != b && scalars(b).reversed().starts(with: scalars(a).reversed()) } >= 45)
    #expect(try seeds(pair) { isInner($0, $1) } >= 45)
  }

  @Test func normalForms() throws {
    let pair = Generator<(String, String)>.zip(.text(), .text())
    #expect(try seeds(pair) { $0 == $1 && Array($0.unicodeScalars) != Array($1.unicodeScalars) } >= 40)
  }

  @Test func sizes() throws {
    let list = Generator<[Int]>.array(of: .int(in: 0...9))
    for count in [16, 64, 100] { #expect(try seeds(list) { $0.count == count } >= 45, "\(count)") }
    let long = Generator<[Int]>.array(of: .int(in: 0...9), count: 0...300)
    for count in [100, 128, 255, 256] { #expect(try seeds(long) { $0.count == count } >= 45, "\(count)") }
    let few = Generator<[Int]>.array(of: .int(in: 0...9), count: 2...7)
    #expect(try seeds(few) { !(2...7).contains($0.count) } == 0)
  }

  @Test func allAndAllButOne() throws {
    let flags = Generator<[Bool]>.array(of: .bool, count: 10)
    for set in [0, 1, 9, 10] { #expect(try seeds(flags) { $0.count { $0 } == set } >= 40, "\(set)") }
    let optionals = Generator<[Int?]>.array(of: .optional(.int()), count: 6)
    for present in [0, 1, 5, 6] { #expect(try seeds(optionals) { $0.count { $0 != nil } == present } >= 40, "\(present)") }
  }

  @Test func days() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    func monthAndDay(_ date: Date) -> [Int?] {
      let parts = calendar.dateComponents([.month, .day], from: date)
      return [parts.month, parts.day]
    }
    let twentieth = Date(timeIntervalSince1970: -2_208_988_800)...Date(timeIntervalSince1970: 946_684_799)
    for range in [twentieth, Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)] {
      #expect(try seeds(.date(in: range)) { monthAndDay($0) == [2, 29] } >= 40)
      for border in [[12, 31], [3, 1], [10, 31]] {
        #expect(try seeds(.date(in: range)) { monthAndDay($0) == border } >= 40, "\(border)")
      }
      #expect(try seeds(.date(in: range)) { !range.contains($0) } == 0)
    }
    #expect(try seeds(.date()) { monthAndDay($0) == [2, 29] } >= 40)
    #expect(try seeds(.date()) { $0.timeIntervalSince1970 == 0 } >= 40)
    let distant = Date(timeIntervalSinceReferenceDate: -1e300)...Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(try seeds(.date(in: distant)) { !distant.contains($0) } == 0)
    let ancient = Date(timeIntervalSinceReferenceDate: -9e12)...Date(timeIntervalSinceReferenceDate: -8e12)
    #expect(try seeds(.date(in: ancient)) { !ancient.contains($0) } == 0)
    // Two seconds have no day of their own.
    let instant = Date(timeIntervalSince1970: 1_000_000)
    #expect(try seeds(.date(in: instant...(instant + 2))) { $0 >= instant } == 50)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
