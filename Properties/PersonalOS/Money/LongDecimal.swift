import Foundation

/// The oracle's numbers: limbs of six decimal digits, read from text and never divided.
///
/// Another representation and other algorithms than the reference's (which are binary, and divide), so that
/// one mistake is not made twice.
struct LongDecimal: Sendable, Equatable {
  private static let (base, digitsPerLimb) = (1_000_000, 6)

  private(set) var isNegative = false
  /// Least significant first; neither the first nor the last is 0.
  private var limbs: [Int] = []
  /// The value is Σ limbs[i] × 10^(6 × (i + shift)).
  private var shift = 0

  static let zero = LongDecimal(carrying: [], shift: 0)

  /// The number Σ sums[i] × 10^(6 × (i + shift)), whatever signs and sizes the sums have.
  private init(carrying sums: [Int], shift: Int) {
    var carry = 0
    // Three more limbs hold the carry of the last one.
    var limbs = (sums + [0, 0, 0]).map { sum in
      let (quotient, remainder) = (sum + carry).quotientAndRemainder(dividingBy: Self.base)
      carry = remainder < 0 ? quotient - 1 : quotient
      return remainder < 0 ? remainder + Self.base : remainder
    }
    if carry < 0 {
      self = LongDecimal(carrying: sums.map { -$0 }, shift: shift)
      isNegative = true
      return
    }
    while limbs.last == 0 { limbs.removeLast() }
    let zeros = limbs.prefix { $0 == 0 }.count
    self.limbs = Array(limbs[zeros...])
    self.shift = limbs.isEmpty ? 0 : shift + zeros
  }

  /// From digits with an optional sign, point and exponent, which the caller knows it to be.
  init(_ text: String) {
    let parts = text.drop { $0 == "-" }.split(separator: "e", maxSplits: 1)
    let sides = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let fraction = sides.count > 1 ? sides[1] : ""
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.utf8.count
    // Zeros at the end until the exponent is a multiple of six.
    let shift = exponent < 0 ? (exponent + 1) / Self.digitsPerLimb - 1 : exponent / Self.digitsPerLimb
    let zeros = String(repeating: "0", count: exponent - shift * Self.digitsPerLimb)
    let digits = Array(((sides.first ?? "") + fraction + zeros).utf8)
    let limbs = stride(from: digits.count, to: 0, by: -Self.digitsPerLimb).map { end in
      digits[max(0, end - Self.digitsPerLimb)..<end].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    self.init(carrying: limbs, shift: shift)
    isNegative = text.hasPrefix("-") && !isZero
  }

  init(_ value: Decimal) { self.init(value.description) }

  /// 10 to the power `exponent`.
  static func power(_ exponent: Int) -> LongDecimal { LongDecimal("1e\(exponent)") }

  var isZero: Bool { limbs.isEmpty }
  var magnitude: LongDecimal { isNegative ? -self : self }

  /// The digits of the magnitude, from the first that is not 0 to the last, and the power of ten that the
  /// first stands for.
  var significantDigits: (digits: [UInt8], leadingPower: Int) {
    let text = limbs.reversed().map { String(Self.base + $0).dropFirst() }.joined()
    let digits = text.utf8.map { $0 - UInt8(ascii: "0") }
    guard let first = digits.firstIndex(where: { $0 != 0 }), let last = digits.lastIndex(where: { $0 != 0 }) else { return ([], 0) }
    return (Array(digits[first...last]), (limbs.count + shift) * Self.digitsPerLimb - first - 1)
  }
}

extension LongDecimal: Comparable {
  static func < (left: LongDecimal, right: LongDecimal) -> Bool { (left - right).isNegative }

  static prefix func - (value: LongDecimal) -> LongDecimal { LongDecimal(carrying: value.signed.map { -$0 }, shift: value.shift) }
  static func - (left: LongDecimal, right: LongDecimal) -> LongDecimal { left + -right }

  static func + (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    let shift = min(left.shift, right.shift)
    var sums = [Int](repeating: 0, count: max(left.shift + left.limbs.count, right.shift + right.limbs.count) - shift)
    for value in [left, right] {
      for (place, limb) in value.signed.enumerated() { sums[place + value.shift - shift] += limb }
    }
    return LongDecimal(carrying: sums, shift: shift)
  }

  static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    var sums = [Int](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (i, a) in left.signed.enumerated() {
      for (j, b) in right.signed.enumerated() { sums[i + j] += a * b }
    }
    return LongDecimal(carrying: sums, shift: left.shift + right.shift)
  }

  private var signed: [Int] { isNegative ? limbs.map { -$0 } : limbs }
}
