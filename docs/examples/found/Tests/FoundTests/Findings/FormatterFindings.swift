import Foundation
import PropertyTesting

/// Formatters of numbers and durations.
enum FormatterFindings {
  static let all = [manyFractionDigits, generatedDecimals, durationUnits]

  static let manyFractionDigits = Finding(
    "number-formatter-fraction", "a whole number has the same digits, whatever fractions are allowed",
    forAll: .zip(.int(in: 0...9_000_000_000_000_000), .int(in: 0...20)),
    reproduction: { print in
      let formatter = NumberFormatter()
      formatter.minimumIntegerDigits = 1
      formatter.maximumFractionDigits = 16
      print(formatter.string(from: 1_000_000_000_000_001)!)
    }
  ) { number, digits in
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.minimumIntegerDigits = 1
    formatter.maximumFractionDigits = digits
    try expect("its text", formatter.string(from: NSNumber(value: number)), equals: "\(number)")
  }

  static let generatedDecimals = Finding(
    "number-formatter-decimals", "a formatter that generates decimals returns a decimal",
    forAll: .decimal(digits: 1...30, exponent: -10...3),
    reproduction: { print in
      let formatter = NumberFormatter()
      formatter.generatesDecimalNumbers = true
      print(formatter.number(from: "1") is NSDecimalNumber)
    }
  ) { number in
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .decimal
    formatter.generatesDecimalNumbers = true
    try expect("what is read", formatter.number(from: "\(number)") as? NSDecimalNumber, equals: NSDecimalNumber(decimal: number))
  }

  static let durationUnits = Finding(
    "duration-units", "every duration can be formatted", forAll: .integer(), needsProcess: true,
    reproduction: { print in print(Duration(secondsComponent: .min, attosecondsComponent: 0).formatted(.units())) }
  ) { (seconds: Int64) in
    let duration = Duration(secondsComponent: seconds, attosecondsComponent: 0)
    try expect("its text", !duration.formatted(.units()).isEmpty)
  }
}
