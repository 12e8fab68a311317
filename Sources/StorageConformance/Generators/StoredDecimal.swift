import Foundation
import PropertyTesting

/// A decimal as people write it, `±digits × 10^exponent`: what a law knows of a number that it gave to a store, without
/// asking any decimal arithmetic.
struct StoredDecimal: Sendable, Hashable, CounterexampleDescribable {
  let isNegative: Bool
  /// Significant digits, without zeros at either end; empty for zero.
  let digits: String
  /// Of the last digit; 0 for zero.
  let exponent: Int

  /// The largest exponent that `Decimal` has; zeros at the end of the digits stand for higher ones.
  static let exponents = -128...127
  static let maximumDigits = 38

  init(isNegative: Bool, digits: String, exponent: Int) {
    let significant = digits.drop { $0 == "0" }
    let trailingZeros = significant.reversed().prefix { $0 == "0" }.count
    self.digits = String(significant.dropLast(trailingZeros))
    self.isNegative = isNegative && !self.digits.isEmpty
    self.exponent = self.digits.isEmpty ? 0 : exponent + trailingZeros
  }

  /// Reads plain notation (`-12.340`), which is what Foundation prints any decimal in; nil for anything else.
  init?(plain text: String) {
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard (1...2).contains(parts.count), !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    self.init(
      isNegative: text.hasPrefix("-"), digits: digits, exponent: parts.count == 2 ? -parts[1].count : 0)
  }

  /// What a decimal is, by the digits it prints; nil for NaN.
  init?(_ decimal: Decimal) {
    self.init(plain: decimal.description)
  }

  /// Exact for every decimal that ``Generator/storable`` makes; otherwise as near as `Decimal` comes.
  var decimal: Decimal {
    // An exponent beyond the last is made up for by zeros at the end.
    let zeros = max(0, exponent - Self.exponents.upperBound)
    let text = "\(sign)\(digits.isEmpty ? "0" : digits)\(String(repeating: "0", count: zeros))e\(exponent - zeros)"
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
  }

  var counterexampleDescription: String {
    digits.isEmpty ? "0" : "\(sign)\(digits)\(exponent == 0 ? "" : "e\(exponent)")"
  }

  private var sign: String { isNegative ? "-" : "" }
}

extension Generator where Value == StoredDecimal {
  /// Every decimal that a store must keep: 0 to 38 digits, exponents from -128 to 127, both signs. Few digits and no
  /// exponent are simplest.
  static let storable: Generator = Generator { source in
    let exponent = try source(
      .frequency((3, .int(in: -4...0)), (2, .int(in: -38...20)), (1, .int(in: StoredDecimal.exponents)),
        (1, .element(of: [127, -128, 126, -127, 89, 90]))))
    let count = try source(.frequency((3, .int(in: 1...6)), (2, .constant(38)), (2, .int(in: 15...38))))
    // In two numbers of at most 19 digits: the leading one shrinks away.
    var digits = ""
    for length in [max(0, count - 19), min(count, 19)] where length > 0 {
      let last = (0..<length).reduce(UInt64(1)) { power, _ in power &* 10 } &- 1
      let part = String(try source(Generator<UInt64>.integer(in: 0...last)))
      digits += String(repeating: "0", count: length - part.utf8.count) + part
    }
    return StoredDecimal(isNegative: try source(.bool), digits: digits, exponent: exponent)
  }

  /// Those that need all 38 digits, at any scale.
  static let longest: Generator = Generator { source in
    let exponent = try source(.frequency((2, .int(in: -38...0)), (1, .int(in: StoredDecimal.exponents))))
    let high = try source(Generator<UInt64>.integer(in: 1_000_000_000_000_000_000...9_999_999_999_999_999_999))
    let low = String(try source(Generator<UInt64>.integer(in: 0...999_999_999_999_999_999)))
    // The last digit is no zero, which would not count.
    let last = try source(.int(in: 1...9))
    return StoredDecimal(
      isNegative: try source(.bool),
      digits: String(high) + String(repeating: "0", count: 18 - low.utf8.count) + low + String(last),
      exponent: exponent)
  }
}
