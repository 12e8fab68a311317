/// A whole number of any size: a sign and limbs of 32 bits. Only what exact sums and one division need.
package struct BigInteger: Sendable, Equatable {
  /// Never true of zero.
  package private(set) var isNegative: Bool
  /// Least significant first, the last one not zero.
  private var limbs: [UInt32]

  private init(isNegative: Bool, limbs: [UInt32]) {
    var limbs = limbs
    while limbs.last == 0 { limbs.removeLast() }
    self.limbs = limbs
    self.isNegative = isNegative && !limbs.isEmpty
  }

  package init(_ magnitude: UInt128, isNegative: Bool = false) {
    var limbs: [UInt32] = []
    var rest = magnitude
    while rest != 0 {
      limbs.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
    self.init(isNegative: isNegative, limbs: limbs)
  }

  package var isZero: Bool { limbs.isEmpty }
  package var isEven: Bool { (limbs.first ?? 0) & 1 == 0 }
  package var magnitude: BigInteger { BigInteger(isNegative: false, limbs: limbs) }

  /// The number of bits of the magnitude; 0 for zero.
  package var bitWidth: Int {
    limbs.last.map { limbs.count * 32 - $0.leadingZeroBitCount } ?? 0
  }

  /// The magnitude, or nil where it has more than 128 bits.
  package var magnitude128: UInt128? {
    guard limbs.count <= 4 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
  }

  /// 10 to the power `exponent`, which is not negative.
  package static func powerOfTen(_ exponent: Int) -> BigInteger {
    if exponent < powersOfTen.count { return powersOfTen[max(0, exponent)] }
    let half = powerOfTen(exponent / 2)
    return exponent % 2 == 0 ? half * half : half * half * powersOfTen[1]
  }

  private static let powersOfTen: [BigInteger] = (1...80).reduce(into: [BigInteger(1)]) { powers, index in
    powers.append(powers[index - 1] * BigInteger(10))
  }

  package static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    if left.isNegative == right.isNegative {
      return BigInteger(isNegative: left.isNegative, limbs: sum(left.limbs, right.limbs))
    }
    return compare(left.limbs, right.limbs) < 0
      ? BigInteger(isNegative: right.isNegative, limbs: difference(right.limbs, left.limbs))
      : BigInteger(isNegative: left.isNegative, limbs: difference(left.limbs, right.limbs))
  }

  package static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(isNegative: !value.isNegative, limbs: value.limbs)
  }

  package static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  package static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    BigInteger(
      isNegative: left.isNegative != right.isNegative, limbs: product(left.limbs, right.limbs))
  }
}

extension BigInteger: Comparable {
  package static func < (left: BigInteger, right: BigInteger) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let order = compare(left.limbs, right.limbs)
    return left.isNegative ? order > 0 : order < 0
  }
}

extension BigInteger {
  /// Quotient and remainder of the magnitudes. Knuth, The Art of Computer Programming 4.3.1, algorithm D.
  /// - Returns: nil for a divisor of zero.
  package func dividedMagnitude(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger)? {
    guard let top = divisor.limbs.last else { return nil }
    guard Self.compare(limbs, divisor.limbs) >= 0 else { return (BigInteger(0), magnitude) }
    // Shifted so that the divisor's top bit is set: then a guessed limb is at most two too large.
    let shift = UInt32(top.leadingZeroBitCount)
    let divisor = Self.shiftedLeft(divisor.limbs, by: shift)
    var rest = Self.shiftedLeft(limbs, by: shift) + [0]
    var quotient = [UInt32](repeating: 0, count: rest.count - divisor.count)
    for index in quotient.indices.reversed() {
      quotient[index] = Self.divideStep(&rest, by: divisor, at: index)
    }
    return (
      BigInteger(isNegative: false, limbs: quotient),
      BigInteger(isNegative: false, limbs: Self.shiftedRight(rest, by: shift))
    )
  }

  /// One limb of the quotient; takes its multiple of the divisor off `rest`.
  private static func divideStep(_ rest: inout [UInt32], by divisor: [UInt32], at index: Int) -> UInt32 {
    let count = divisor.count
    let high = UInt64(rest[index + count]) << 32 | UInt64(rest[index + count - 1])
    let top = UInt64(divisor[count - 1])
    var guess = high / top
    var left = high % top
    while guess > UInt64(UInt32.max)
      || count > 1 && guess * UInt64(divisor[count - 2]) > left << 32 | UInt64(rest[index + count - 2])
    {
      guess -= 1
      left += top
      if left > UInt64(UInt32.max) { break }
    }
    var borrow: UInt64 = 0
    for place in 0...count {
      let taken = (place < count ? guess * UInt64(divisor[place]) : 0) + borrow
      let before = UInt64(rest[index + place])
      rest[index + place] = UInt32(truncatingIfNeeded: before &- taken)
      borrow = taken >> 32 + (before < taken & 0xFFFF_FFFF ? 1 : 0)
    }
    guard borrow > 0 else { return UInt32(truncatingIfNeeded: guess) }
    var carry: UInt64 = 0
    for place in 0...count {
      let sum = UInt64(rest[index + place]) + (place < count ? UInt64(divisor[place]) : 0) + carry
      rest[index + place] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    return UInt32(truncatingIfNeeded: guess - 1)
  }

  private static func compare(_ left: [UInt32], _ right: [UInt32]) -> Int {
    if left.count != right.count { return left.count - right.count }
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return 0
  }

  private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    let (longer, shorter) = left.count < right.count ? (right, left) : (left, right)
    var result = longer
    var carry: UInt64 = 0
    for index in result.indices {
      if index >= shorter.count, carry == 0 { break }
      let sum = UInt64(result[index]) + (index < shorter.count ? UInt64(shorter[index]) : 0) + carry
      result[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry != 0 { result.append(UInt32(carry)) }
    return result
  }

  /// `left` is not smaller than `right`.
  private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result = left
    var borrow: UInt64 = 0
    for index in result.indices {
      if index >= right.count, borrow == 0 { break }
      let taken = (index < right.count ? UInt64(right[index]) : 0) + borrow
      let before = UInt64(result[index])
      result[index] = UInt32(truncatingIfNeeded: before &- taken)
      borrow = before < taken ? 1 : 0
    }
    return result
  }

  private static func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    var result = [UInt32](repeating: 0, count: left.count + right.count)
    for i in 0..<left.count {
      var carry: UInt64 = 0
      for j in 0..<right.count {
        let sum = UInt64(left[i]) * UInt64(right[j]) + UInt64(result[i + j]) + carry
        result[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      result[i + right.count] = UInt32(carry)
    }
    return result
  }

  private static func shiftedLeft(_ limbs: [UInt32], by shift: UInt32) -> [UInt32] {
    var carry: UInt32 = 0
    var result = limbs.map { limb in
      defer { carry = shift == 0 ? 0 : limb >> (32 - shift) }
      return limb << shift | carry
    }
    if carry != 0 { result.append(carry) }
    return result
  }

  private static func shiftedRight(_ limbs: [UInt32], by shift: UInt32) -> [UInt32] {
    guard shift > 0 else { return limbs }
    return limbs.indices.map { index in
      limbs[index] >> shift | (index + 1 < limbs.count ? limbs[index + 1] << (32 - shift) : 0)
    }
  }
}
