/// A whole number of any size, stored as a sign and limbs of 32 bits. It offers only the operations that exact sums and
/// one division need.
package struct BigInteger: Sendable, Equatable {
  /// Whether the number is below zero.
  package private(set) var isNegative: Bool
  /// The least significant limb comes first; the last limb is not zero.
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

  /// The magnitude, or nil if it has more than 128 bits.
  package var magnitude128: UInt128? {
    guard limbs.count <= 4 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
  }

  /// 10 to the power `exponent`, which must not be negative.
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
  /// Divides the magnitudes by long division, one limb at a time.
  /// - Returns: the quotient and the remainder; nil if the divisor is zero.
  package func dividedMagnitude(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger)? {
    guard let top = divisor.limbs.last else { return nil }
    // Scale both until the top bit of the divisor is set. A limb guessed from the top limbs is then at most two too
    // large: Knuth, The Art of Computer Programming 4.3.1, theorem B.
    let scale = BigInteger(1 << UInt128(top.leadingZeroBitCount))
    let scaled = divisor.magnitude * scale
    let count = scaled.limbs.count
    var rest = BigInteger(0)
    var limbs: [UInt32] = []
    for limb in (magnitude * scale).limbs.reversed() {
      rest = BigInteger(isNegative: false, limbs: [limb] + rest.limbs)
      var guess = (rest.limb(count) << 32 | rest.limb(count - 1)) / scaled.limb(count - 1)
      var multiple = scaled * BigInteger(UInt128(guess))
      while multiple > rest {
        guess -= 1
        multiple = multiple - scaled
      }
      rest = rest - multiple
      limbs.append(UInt32(truncatingIfNeeded: guess))
    }
    let quotient = BigInteger(isNegative: false, limbs: limbs.reversed())
    return (quotient, magnitude - quotient * divisor.magnitude)
  }

  /// The limb at `index`; zero above the last one.
  private func limb(_ index: Int) -> UInt64 { index < limbs.count ? UInt64(limbs[index]) : 0 }

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

  /// Requires that `left` is not smaller than `right`.
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
}
