/// A decimal number of any length, kept as its digits, as one learns to calculate at school.
///
/// Slow, and easy to believe: nothing is ever rounded, but for ``rounded(_:over:digits:)``.
public struct LongDecimal: Sendable, Equatable {
  /// Least significant first, without leading zeros. Empty is zero.
  private var digits: [UInt8]
  private var isNegative: Bool
  /// How many of the digits stand after the point.
  private var scale: Int

  public static let zero = LongDecimal(digits: [], isNegative: false, scale: 0)

  private init(digits: [UInt8], isNegative: Bool, scale: Int) {
    self.digits = digits
    while self.digits.last == 0 { self.digits.removeLast() }
    self.isNegative = isNegative && !self.digits.isEmpty
    self.scale = scale
  }

  /// Reads an optional sign, digits, and an optional fraction; nil for anything else.
  public init?(_ text: String) {
    var rest = Array(text.utf8)
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let figures = parts.joined()
    guard !figures.isEmpty, figures.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(
      digits: figures.reversed().map { $0 - 0x30 }, isNegative: isNegative,
      scale: parts.count == 2 ? parts[1].count : 0)
  }

  /// In plain digits, never with an exponent.
  public var text: String {
    var figures = digits
    while figures.count <= scale { figures.append(0) }
    var text = isNegative ? "-" : ""
    for place in figures.indices.reversed() {
      text += String(figures[place])
      if place == scale, place > 0 { text += "." }
    }
    return text
  }

  public var isZero: Bool { digits.isEmpty }

  public static func == (left: LongDecimal, right: LongDecimal) -> Bool { (left - right).isZero }

  public static prefix func - (number: LongDecimal) -> LongDecimal {
    LongDecimal(digits: number.digits, isNegative: !number.isNegative, scale: number.scale)
  }

  public static func - (left: LongDecimal, right: LongDecimal) -> LongDecimal { left + -right }

  public static func + (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    let scale = max(left.scale, right.scale)
    let (a, b) = (left.shifted(to: scale), right.shifted(to: scale))
    if left.isNegative == right.isNegative {
      return LongDecimal(digits: sum(a, b), isNegative: left.isNegative, scale: scale)
    }
    return isLess(a, b)
      ? LongDecimal(digits: difference(b, a), isNegative: right.isNegative, scale: scale)
      : LongDecimal(digits: difference(a, b), isNegative: left.isNegative, scale: scale)
  }

  public static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    var product = [Int](repeating: 0, count: left.digits.count + right.digits.count + 1)
    for (i, a) in left.digits.enumerated() {
      for (j, b) in right.digits.enumerated() { product[i + j] += Int(a) * Int(b) }
    }
    for place in product.indices.dropLast() {
      product[place + 1] += product[place] / 10
      product[place] %= 10
    }
    return LongDecimal(
      digits: product.map { UInt8($0) }, isNegative: left.isNegative != right.isNegative,
      scale: left.scale + right.scale)
  }

  /// The quotient, rounded once to so many significant digits; halves go to the even neighbour. Nil where the
  /// divisor is 0.
  public static func rounded(
    _ dividend: LongDecimal, over divisor: LongDecimal, digits count: Int
  ) -> LongDecimal? {
    if divisor.isZero { return nil }
    if dividend.isZero { return zero }
    var remainder: [UInt8] = []
    var quotient: [UInt8] = []
    var place = dividend.digits.count
    var scale = dividend.scale - divisor.scale
    // Brings digit after digit down, and zeros when there are none left, until there is one digit too many.
    while quotient.count <= count, place > 0 || !remainder.isEmpty || scale < 0 {
      place -= 1
      if place < 0 { scale += 1 }
      remainder.insert(place >= 0 ? dividend.digits[place] : 0, at: 0)
      while remainder.last == 0 { remainder.removeLast() }
      var digit: UInt8 = 0
      while !isLess(remainder, divisor.digits) {
        remainder = difference(remainder, divisor.digits)
        digit += 1
      }
      if digit > 0 || !quotient.isEmpty { quotient.append(digit) }
    }
    scale -= max(place, 0)
    let isExact = remainder.isEmpty && (place <= 0 || dividend.digits[..<place].allSatisfy { $0 == 0 })
    if quotient.count > count {
      let last = quotient.removeLast()
      scale -= 1
      let isHalf = last == 5 && isExact
      let roundsUp = last > 5 || (last == 5 && !isHalf) || (isHalf && quotient[count - 1] % 2 == 1)
      if roundsUp { quotient = sum(quotient.reversed(), [1]).reversed() }
    }
    var figures = Array(quotient.reversed())
    if scale < 0 {
      figures.insert(contentsOf: [UInt8](repeating: 0, count: -scale), at: 0)
      scale = 0
    }
    return LongDecimal(
      digits: figures, isNegative: dividend.isNegative != divisor.isNegative, scale: scale)
  }

  private func shifted(to scale: Int) -> [UInt8] {
    isZero ? [] : [UInt8](repeating: 0, count: scale - self.scale) + digits
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.reversed().lexicographicallyPrecedes(b.reversed())
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var sum: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(a.count, b.count) {
      let digit = (place < a.count ? a[place] : 0) + (place < b.count ? b[place] : 0) + carry
      sum.append(digit % 10)
      carry = digit / 10
    }
    return carry == 0 ? sum : sum + [carry]
  }

  /// Of the greater less the smaller.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var difference = a
    var borrow: UInt8 = 0
    for place in a.indices {
      let take = (place < b.count ? b[place] : 0) + borrow
      borrow = difference[place] < take ? 1 : 0
      difference[place] = difference[place] + 10 * borrow - take
    }
    while difference.last == 0 { difference.removeLast() }
    return difference
  }
}
