import Foundation
import PropertyTesting

/// Decimals, and numbers that are turned into them.
enum NumberFindings {
  static let all = [division, fromDouble, decimalValue, intExactly, signOfZero, unsignedText]

  static let division = Finding(
    "decimal-division", "a quotient begins with the fifteen digits of the exact one",
    forAll: .zip(.int(in: 1...9), .int(in: 0...40), .int(in: 1...1_000_000)),
    reproduction: { print in print(Decimal(string: "4e38")! / 100_003) }
  ) { digits, exponent, divisor in
    // Whole numbers below 2 to 128: exact but for the digits after the twenty-fifth.
    var scaled = UInt128(digits)
    for _ in 0..<25 { scaled *= 10 }
    let quotient = Decimal(sign: .plus, exponent: exponent, significand: Decimal(digits)) / Decimal(divisor)
    try expect("its digits", leadingDigits("\(quotient)"), equals: leadingDigits("\(scaled / UInt128(divisor))"))
  }

  /// The first fifteen digits from the first that is not zero.
  private static func leadingDigits(_ text: String) -> String {
    String(text.filter(\.isNumber).drop { $0 == "0" }.prefix(15)).padding(toLength: 15, withPad: "0", startingAt: 0)
  }

  static let fromDouble = Finding(
    "decimal-from-double", "a whole number below 2 to 53 stays what it is", forAll: .int(in: 0...(1 << 53)),
    reproduction: { print in print(Decimal(737_869_764.0)) }
  ) { number in
    try expect("Decimal(\(number).0)", Decimal(Double(number)), equals: Decimal(number))
  }

  static let decimalValue = Finding(
    "number-decimal-value", "the decimal value of a whole number is that number", forAll: .int(),
    reproduction: { print in print(NSNumber(value: 737_869_764).decimalValue) }
  ) { number in
    try expect("the decimal value", NSNumber(value: number).decimalValue, equals: Decimal(number))
  }

  static let intExactly = Finding(
    "int-exactly-decimal", "a decimal that was made of an integer is that integer exactly", forAll: .int(),
    reproduction: { print in print(Int(exactly: NSDecimalNumber(string: "90071992547409930"))) }
  ) { number in
    try expect("Int(exactly:)", Int(exactly: NSDecimalNumber(decimal: Decimal(number))), equals: number)
  }

  static let signOfZero = Finding(
    "decimal-sign-of-zero", "a number has the magnitude that it was given",
    forAll: .zip(.decimal(digits: 1...10), .decimal(digits: 1...10)),
    reproduction: { print in print(Decimal(signOf: -1, magnitudeOf: 0)) }
  ) { sign, magnitude in
    let made = Decimal(signOf: sign, magnitudeOf: magnitude)
    try expect("its magnitude", made.magnitude, equals: magnitude.magnitude)
  }

  static let unsignedText = Finding(
    "unsigned-text", "an unsigned number is read as it was written", forAll: .integer(),
    reproduction: { print in print(try? UInt64("9223372036854775808", format: .number)) }
  ) { (number: UInt64) in
    let style = IntegerFormatStyle<UInt64>(locale: Locale(identifier: "en_US"))
    try expect("the number read", try? UInt64(number.formatted(style), format: style), equals: number)
  }
}
