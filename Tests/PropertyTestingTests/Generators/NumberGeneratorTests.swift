import Foundation
import Testing

@testable import PropertyTesting

@Suite("Numbers")
struct NumberGeneratorTests {
  func staysInside<Value: FixedWidthInteger & Sendable>(_ ranges: [ClosedRange<Value>]) throws {
    for range in ranges {
      let drawn = try values(of: Generator<Value>.integer(in: range), count: 1_000)
      #expect(drawn.count == 1_000)
      #expect(drawn.allSatisfy(range.contains), "\(range)")
      #expect(drawn.contains(range.lowerBound) && drawn.contains(range.upperBound), "\(range)")
    }
  }

  func staysInsideOfSigned<Value: FixedWidthInteger & SignedInteger & Sendable>(_: Value.Type) throws {
    let (least, most) = (Value.min, Value.max)
    try staysInside([
      least...most, least...least, most...most, least...(-1), -1...1, 0...most, 7...7,
      least...(least + 1), (most - 1)...most, -100...(-50),
    ])
  }

  func staysInsideOfUnsigned<Value: FixedWidthInteger & UnsignedInteger & Sendable>(_: Value.Type) throws {
    let (least, most, middle) = (Value.min, Value.max, Value.max / 2)
    try staysInside([
      least...most, least...least, most...most, 1...most, 3...200, (most - 1)...most,
      middle...(middle + 1),
    ])
  }

  @Test func everyWidthRespectsItsRange() throws {
    try staysInsideOfSigned(Int8.self)
    try staysInsideOfSigned(Int16.self)
    try staysInsideOfSigned(Int32.self)
    try staysInsideOfSigned(Int64.self)
    try staysInsideOfSigned(Int.self)
    try staysInsideOfUnsigned(UInt8.self)
    try staysInsideOfUnsigned(UInt16.self)
    try staysInsideOfUnsigned(UInt32.self)
    try staysInsideOfUnsigned(UInt64.self)
    try staysInsideOfUnsigned(UInt.self)
  }

  @Test func theIntFormDrawsAsTheGenericOne() throws {
    for range in [Int.min ... .max, -5...5, 3...900, -1_000_000 ... -1] {
      #expect(
        try values(of: .int(in: range), count: 300)
          == values(of: Generator<Int>.integer(in: range), count: 300))
    }
  }

  @Test func orderedFormsKeepTheOrder() {
    let numbers: [Int8] = [.min, -2, -1, 0, 1, 2, .max]
    #expect(numbers.map(\.ordered) == numbers.map(\.ordered).sorted())
    #expect(numbers.map { Int8(ordered: $0.ordered) } == numbers)
    #expect(Int64.min.ordered == 0 && Int64.max.ordered == .max)
    #expect(UInt8.max.ordered == 255)
    #expect(Int128.max.ordered == .max && UInt128.max.ordered == .max)
  }

  @Test func smallRangesAreUniform() throws {
    for last in [1, 5, 255] {
      let count = 200 * (last + 1)
      let counts = try values(of: .int(in: 0...last), count: count)
        .reduce(into: [Int](repeating: 0, count: last + 1)) { $0[$1] += 1 }
      let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - 200) * (Double($1) - 200) / 200 }
      // Three standard deviations above the mean of the distribution, and room for the first cases.
      #expect(chiSquare < Double(last) + 4 * Double(2 * last).squareRoot() + 5, "\(counts)")
    }
  }

  @Test func booleansAreEven() throws {
    let trues = try values(of: .bool, count: 10_000).count { $0 }
    #expect((4_800...5_200).contains(trues))
  }

  @Test func doublesStayInTheirRange() throws {
    let ranges: [ClosedRange<Double>] = [
      0...1, -1...1, 0.1...0.2, -1e300...1e300, 5...5, -0.0...0.0, 0x1p-1070...0x1p-1030,
      -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, -7.5 ... -7.25, 1...Double(1).nextUp,
      0 ... .leastNonzeroMagnitude, 1e18...1e19,
    ]
    for range in ranges {
      let drawn = try values(of: .double(in: range), count: 2_000)
      #expect(drawn.count == 2_000)
      #expect(drawn.allSatisfy { range.contains($0) && $0.isFinite }, "\(range)")
      #expect(drawn.contains(range.lowerBound) && drawn.contains(range.upperBound), "\(range)")
      #expect(
        drawn.contains(range.lowerBound.nextUp) || !range.contains(range.lowerBound.nextUp), "\(range)")
      #expect(
        drawn.contains(range.upperBound.nextDown) || !range.contains(range.upperBound.nextDown), "\(range)")
    }
  }

  @Test func doublesOfAllSortsComeUp() throws {
    let drawn = try values(of: .double(), count: 3_000)
    #expect(drawn.contains { $0 == 0 && $0.sign == .minus })
    #expect(drawn.contains { $0 == 0 && $0.sign == .plus })
    #expect(drawn.contains { $0.isSubnormal })
    #expect(drawn.contains { $0 == $0.rounded() && (1...1_000).contains($0) })
    #expect(drawn.contains { $0 == $0.rounded() && (-1_000 ... -1).contains($0) })
    #expect(drawn.contains { $0 != $0.rounded() && $0.magnitude < 1_000 && $0.magnitude > 1e-9 })
    #expect(drawn.contains { $0.magnitude > 1e300 })
    #expect(drawn.allSatisfy { $0.isFinite })
    #expect(Set(drawn.map(\.bitPattern)).count > 1_500)
  }

  @Test func specialDoublesComeUpOnRequestOnly() throws {
    let any = try values(of: .anyDouble, count: 3_000)
    #expect(any.contains { $0.isNaN && !$0.isSignalingNaN })
    #expect(any.contains { $0.isSignalingNaN })
    #expect(any.contains { $0 == .infinity })
    #expect(any.contains { $0 == -.infinity })
    #expect(any.count { !$0.isFinite } < 1_000)
    let above = Double(1).nextUp
    let outside = try values(of: .double(in: 0...1, including: [above, .nan]), count: 2_000)
    #expect(outside.contains { $0 == above })
    #expect(outside.contains { $0.isNaN })
    #expect(outside.allSatisfy { (0...1).contains($0) || $0 == above || $0.isNaN })
    let infinite = try values(of: .double(in: -.infinity ... .infinity), count: 1_000)
    #expect(infinite.allSatisfy { $0.isFinite })
  }

  @Test func decimalsKeepDigitsAndExponent() throws {
    for (digits, exponent) in [
      (1...38, -38...20), (1...3, -2...0), (38...38, 0...0), (20...25, -128 ... -100), (1...38, 80...89),
      (5...5, -3 ... -3),
    ] as [(ClosedRange<Int>, ClosedRange<Int>)] {
      for value in try values(of: .decimal(digits: digits, exponent: exponent), count: 1_000) {
        #expect(!value.isNaN && value.isFinite)
        if value == 0 { continue }
        // In lowest terms: digits without trailing zeros.
        var (significand, power) = (value.significand, value.exponent)
        while (significand / 10) * 10 == significand, significand / 10 == wholePart(significand / 10) {
          significand /= 10
          power += 1
        }
        let length = wholePart(significand).description.drop { $0 == "-" }.count
        #expect(length <= digits.upperBound, "\(value)")
        #expect(power >= exponent.lowerBound, "\(value)")
        #expect(power + length <= exponent.upperBound + digits.upperBound, "\(value)")
      }
    }
  }

  private func wholePart(_ decimal: Decimal) -> Decimal {
    var (copy, result) = (decimal, Decimal())
    NSDecimalRound(&result, &copy, 0, .down)
    return result
  }

  @Test func decimalsAreExactWithAllTheirDigits() throws {
    let drawn = try values(of: .decimal(digits: 38...38, exponent: 0...0), count: 2_000)
    let long = drawn.filter { $0.description.drop { $0 == "-" }.count == 38 }
    #expect(long.count > 500)
    // A number that had been a Double would end in digits that a Double cannot tell apart.
    #expect(long.count { NSDecimalNumber(decimal: $0).doubleValue.description.count < 24 } == long.count)
    #expect(Set(long.map { $0.description.suffix(6) }).count > 400)
    #expect(drawn.contains { $0 < 0 })
    #expect(drawn.contains { $0 > 0 })
    #expect(try values(of: .decimal(signed: false), count: 1_000).allSatisfy { $0 >= 0 })
  }

  @Test func decimalsOfAllSortsComeUp() throws {
    let drawn = try values(of: .decimal(), count: 2_000)
    #expect(drawn.contains(0))
    #expect(drawn.contains { $0.description.contains(".") })
    #expect(drawn.contains { $0.magnitude > 1_000_000 })
    #expect(Set(drawn.map(\.description)).count > 1_700)
  }
}
