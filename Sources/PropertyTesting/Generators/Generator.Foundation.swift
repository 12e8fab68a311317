import Foundation

extension Generator where Value == [UInt8] {
  /// Bytes.
  /// - Parameter count: how many bytes: see `array(of:count:)`. Nil: at most 100.
  public static func bytes(count: ClosedRange<Int>? = nil) -> Generator {
    .array(of: .integer(in: 0...255), count: count)
  }
}

extension Generator where Value == Data {
  /// Data of any bytes.
  /// - Parameter count: how many bytes: see `array(of:count:)`. Nil: at most 100.
  public static func data(count: ClosedRange<Int>? = nil) -> Generator {
    Generator<[UInt8]>.bytes(count: count).map { Data($0) }
  }
}

extension Generator where Value == UUID {
  /// Any 128 bits, drawn as two numbers, so they shrink towards all zeros. Some cases repeat an earlier UUID of the case.
  @inlinable
  public static var uuid: Generator {
    Generator { source in
      if source.mode == .biased || source.mode == .designed, let (high, low) = source.drawRecentPair() {
        return UUID(high: high, low: low)
      }
      let high = source.mode == .designed ? source.drawWord() : source.draw(.integer, in: 0, .max, target: 0)
      let low = source.mode == .designed ? source.drawWord() : source.draw(.integer, in: 0, .max, target: 0)
      return UUID(high: high, low: low)
    }
  }
}

extension UUID {
  /// The UUID whose first eight bytes are `high` and last eight are `low`, big-endian.
  @inlinable
  init(high: UInt64, low: UInt64) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word &>> (56 &- 8 &* index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension Generator where Value == Date {
  /// Instants in `range`, by default from year 1 to year 4001. Every second case has fractions of a second. The simplest instant is
  /// 2001-01-01 UTC (the reference date), or the bound that is nearer to it.
  public static func date(
    in range: ClosedRange<Date> = Date(timeIntervalSinceReferenceDate: -63_113_904_000)...Date(
      timeIntervalSinceReferenceDate: 63_113_904_000)
  ) -> Generator {
    let largest = Double.greatestFiniteMagnitude
    let first = min(max(range.lowerBound.timeIntervalSinceReferenceDate, -largest), largest)
    let last = min(max(range.upperBound.timeIntervalSinceReferenceDate, -largest), largest)
    let target = simplestDouble(in: first...last)
    return Generator { source in
      Date(
        timeIntervalSinceReferenceDate: source.drawDouble(in: first...last, target: target, specials: [], isInstant: true))
    }
  }
}

extension Generator where Value == Decimal {
  /// Exact decimals: up to `digits` significant digits times a power of ten. They never pass through a `Double`. 0 is the simplest, then
  /// small whole numbers.
  ///
  /// The engine clamps both ranges without an error.
  /// - Parameters:
  ///   - digits: how many significant digits, clamped to 1...38.
  ///   - exponent: the power of ten, clamped to -128...88, so that 38 digits fit below the largest decimal.
  ///   - signed: whether half of the decimals are negative.
  public static func decimal(
    digits: ClosedRange<Int> = 1...38, exponent: ClosedRange<Int> = -38...20, signed: Bool = true
  ) -> Generator {
    let mostDigits = min(max(digits.upperBound, 1), 38)
    let leastDigits = min(max(digits.lowerBound, 1), mostDigits)
    let exponents = min(max(exponent.lowerBound, -128), 88)...min(max(exponent.upperBound, -128), 88)
    return Generator { source in
      // The exponent before the digits, so that 8 is simpler than 10 as 1e1.
      let scale = try source.draw(.int(in: exponents))
      // The digits in two numbers of up to 19: fewer digits are simpler.
      let length = Int(
        truncatingIfNeeded: source.draw(
          .count, in: UInt64(leastDigits), UInt64(mostDigits), target: UInt64(leastDigits)))
      var mantissa = Decimal(0)
      for group in [max(0, length - 19), min(length, 19)] where group > 0 {
        let last = (0..<group).reduce(UInt64(1)) { power, _ in power &* 10 } &- 1
        let part = source.draw(.integer, in: 0, last, target: 0)
        mantissa = mantissa * powerOfTen(group) + Decimal(part)
      }
      let isNegative = signed && source.drawUniformly(.boolean, upTo: 1) == 1
      if mantissa == 0 { return 0 }
      return Decimal(sign: isNegative ? .minus : .plus, exponent: scale, significand: mantissa)
    }
  }
}

/// 10 to `exponent` (0…38), exact.
private func powerOfTen(_ exponent: Int) -> Decimal {
  Decimal(sign: .plus, exponent: exponent, significand: 1)
}
