import Foundation

/// The oracle's numbers: limbs of nine decimal digits, read from text and never divided.
///
/// Another representation and other algorithms than the reference's (which are binary, and divide), so that
/// one mistake is not made twice.
struct LongDecimal: Sendable {
  private static let base: UInt64 = 1_000_000_000
  private static let digitsPerLimb = 9

  private(set) var isNegative: Bool
  /// Least significant first; neither the first nor the last is 0.
  private var limbs: [UInt64]
  /// The value is Σ limbs[i] × 10^(9 × (i + shift)).
  private var shift: Int

  static let zero = LongDecimal(isNegative: false, limbs: [], shift: 0)

  private init(isNegative: Bool, limbs: [UInt64], shift: Int) {
    var limbs = limbs
    while limbs.last == 0 { limbs.removeLast() }
    var zeros = 0
    while zeros < limbs.count, limbs[zeros] == 0 { zeros += 1 }
    if zeros > 0 { limbs.removeFirst(zeros) }
    self.limbs = limbs
    self.isNegative = isNegative && !limbs.isEmpty
    self.shift = limbs.isEmpty ? 0 : shift + zeros
  }

  /// From digits with an optional sign, point and exponent, which the caller knows it to be.
  init(_ text: String) {
    let parts = text.split(separator: "e", maxSplits: 1)
    let sides = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = sides.first?.first == "-"
    let whole = (sides.first ?? "").drop { $0 == "-" }
    let fraction = sides.count > 1 ? sides[1] : ""
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.utf8.count
    self.init(digits: Array((whole + fraction).utf8), exponent: exponent, isNegative: isNegative)
  }

  init(_ value: Decimal) { self.init(value.description) }

  private init(digits: [UInt8], exponent: Int, isNegative: Bool) {
    // Zeros at the end until the exponent is a multiple of nine.
    let shift = exponent < 0 ? (exponent + 1) / Self.digitsPerLimb - 1 : exponent / Self.digitsPerLimb
    let padded = digits + Array(repeating: UInt8(ascii: "0"), count: exponent - shift * Self.digitsPerLimb)
    var limbs: [UInt64] = []
    var end = padded.count
    while end > 0 {
      let start = max(0, end - Self.digitsPerLimb)
      limbs.append(padded[start..<end].reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) })
      end = start
    }
    self.init(isNegative: isNegative, limbs: limbs, shift: shift)
  }

  /// 10 to the power `exponent`.
  static func power(_ exponent: Int) -> LongDecimal {
    LongDecimal(digits: [UInt8(ascii: "1")], exponent: exponent, isNegative: false)
  }

  var isZero: Bool { limbs.isEmpty }
  var magnitude: LongDecimal { LongDecimal(isNegative: false, limbs: limbs, shift: shift) }

  /// The digits of the magnitude, from the first that is not 0 to the last, and the power of ten that the
  /// first stands for.
  var significantDigits: (digits: [UInt8], leadingPower: Int) {
    guard let top = limbs.last else { return ([], 0) }
    var text = String(top)
    for limb in limbs.dropLast().reversed() {
      let part = String(limb)
      text += String(repeating: "0", count: Self.digitsPerLimb - part.utf8.count) + part
    }
    let power = (limbs.count - 1 + shift) * Self.digitsPerLimb + String(top).utf8.count - 1
    var digits = Array(text.utf8)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits.map { $0 - UInt8(ascii: "0") }, power)
  }

  private func limb(at place: Int) -> UInt64 {
    let index = place - shift
    return limbs.indices.contains(index) ? limbs[index] : 0
  }

  private var end: Int { shift + limbs.count }
}

extension LongDecimal: Comparable {
  static func == (left: LongDecimal, right: LongDecimal) -> Bool {
    left.isNegative == right.isNegative && left.shift == right.shift && left.limbs == right.limbs
  }

  static func < (left: LongDecimal, right: LongDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? isSmaller(right.magnitude, left.magnitude) : isSmaller(left.magnitude, right.magnitude)
  }

  private static func isSmaller(_ left: LongDecimal, _ right: LongDecimal) -> Bool {
    if left.isZero || right.isZero { return left.isZero && !right.isZero }
    if left.end != right.end { return left.end < right.end }
    for place in (min(left.shift, right.shift)..<left.end).reversed() {
      let (a, b) = (left.limb(at: place), right.limb(at: place))
      if a != b { return a < b }
    }
    return false
  }
}

extension LongDecimal {
  static prefix func - (value: LongDecimal) -> LongDecimal {
    LongDecimal(isNegative: !value.isNegative, limbs: value.limbs, shift: value.shift)
  }

  static func + (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    if left.isZero { return right }
    if right.isZero { return left }
    let places = min(left.shift, right.shift)..<max(left.end, right.end) + 1
    if left.isNegative == right.isNegative {
      var carry: UInt64 = 0
      let limbs = places.map { place in
        let sum = left.limb(at: place) + right.limb(at: place) + carry
        carry = sum / base
        return sum % base
      }
      return LongDecimal(isNegative: left.isNegative, limbs: limbs, shift: places.lowerBound)
    }
    let leftIsSmaller = isSmaller(left.magnitude, right.magnitude)
    let (large, small) = leftIsSmaller ? (right, left) : (left, right)
    var borrow: UInt64 = 0
    let limbs = places.map { place in
      let difference = base + large.limb(at: place) - small.limb(at: place) - borrow
      borrow = difference < base ? 1 : 0
      return difference % base
    }
    return LongDecimal(isNegative: large.isNegative, limbs: limbs, shift: places.lowerBound)
  }

  static func - (left: LongDecimal, right: LongDecimal) -> LongDecimal { left + -right }

  static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    guard !left.isZero, !right.isZero else { return .zero }
    var limbs = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
    for i in 0..<left.limbs.count {
      var carry: UInt64 = 0
      for j in 0..<right.limbs.count {
        let sum = limbs[i + j] + left.limbs[i] * right.limbs[j] + carry
        limbs[i + j] = sum % base
        carry = sum / base
      }
      limbs[i + right.limbs.count] = carry
    }
    return LongDecimal(
      isNegative: left.isNegative != right.isNegative, limbs: limbs, shift: left.shift + right.shift)
  }
}
