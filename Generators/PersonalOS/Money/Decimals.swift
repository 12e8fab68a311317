import Foundation
import PropertyTesting

extension Generator where Value == Decimal {
  /// Any amount that the app stores exactly: 0, or 1 to 38 significant digits with the last at 10^-128 to 10^127, of
  /// either sign. Simplest is 0.
  public static var anyAmount: Generator {
    .frequency(
      (2, .constant(0)), (3, .decimal(digits: 1...38, exponent: -12...4)), (3, .everyday),
      (2, .decimal(digits: 30...38, exponent: -38...0)), (2, .decimal(digits: 1...38, exponent: -128...88)),
      (2, .huge), (2, .extreme))
  }

  /// Amounts other than 0.
  public static var nonzeroAmount: Generator {
    .frequency((1, .constant(1)), (4, anyAmount.filter { $0 != 0 }))
  }

  /// Four digits before the point, the fewest that a formatter groups, and up to two digits after it.
  private static var everyday: Generator {
    Generator { source in
      let cents = try source(.int(in: 100_000...999_999))
      let sign: FloatingPointSign = try source(.bool) ? .minus : .plus
      return Decimal(sign: sign, exponent: -2, significand: Decimal(cents))
    }
  }

  /// Whole numbers that end in 89 or more zeros. `decimal(digits:exponent:)` draws fewer zeros, because arithmetic with
  /// so many overflows. Read from text, the numbers are exact.
  private static var huge: Generator {
    Generator { source in
      let digits = try source(.decimal(digits: 1...38, exponent: 0...0))
      let exponent = try source(.int(in: 89...127))
      return Decimal(string: "\(digits)e\(exponent)") ?? digits
    }
  }

  /// The limits of what a decimal can hold: the smallest and largest exponents, 38 nines, many zeros at the end.
  private static var extreme: Generator {
    let texts = [
      "1e-128", "1e127", "1e165", "\(nines)e-128", "\(nines)e127", nines, "\(nines)e-38",
      "1" + String(repeating: "0", count: 37), "1." + String(repeating: "0", count: 36) + "1",
      // The largest significand of a Decimal, cut to 38 digits.
      "34028236692093846346337460743176821145", "9007199254740993", "0.1000000000000000055511151231257827",
    ]
    // Each text is a number of at most 38 digits, so `Decimal` cuts and rounds nothing.
    let values = texts.compactMap { Decimal(string: $0) }
    return Generator { source in
      let value = try source(.element(of: values))
      return try source(.bool) ? -value : value
    }
  }

  /// A `Decimal` of 39 significant digits, which exists but which no store accepts.
  public static var thirtyNineDigits: Generator {
    // 39 digits that fit into the 128 bits of a Decimal's significand. The last digit is not 0.
    Generator<Int>.int(in: 1...9_999_999).compactMap { middle in
      Decimal(string: "30000000000\(String(repeating: "0", count: 19))\(100_000_000 + middle * 10 + 1)")
    }
  }
}

private let nines = String(repeating: "9", count: 38)
