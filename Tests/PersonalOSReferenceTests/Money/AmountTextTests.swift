import Foundation
import PersonalOSReference
import Testing

/// Decisions on what is an amount and what is not, as examples.
@Suite("Amounts as text")
struct AmountTextTests {
  @Test(
    "Read and written",
    arguments: [
      ("0", "0.00"), ("-0", "0.00"), ("7", "7.00"), ("007.50", "7.50"), ("-1,234.5", "-1234.50"),
      ("1,234,567", "1234567.00"), ("123,456", "123456.00"), ("0.123456789", "0.123456789"),
      // Zeros at the end are no significant digits.
      ("1" + String(repeating: "0", count: 60), "1" + String(repeating: "0", count: 60) + ".00"),
      ("0.1" + String(repeating: "0", count: 60), "0.10"),
    ])
  func canonical(_ text: String, _ expected: String) throws {
    #expect(try MoneyFormatter().string(from: AmountText.read(text)) == expected)
  }

  @Test(
    "Refused, with the place",
    arguments: [
      ("", 0), ("-", 1), (".5", 0), ("5.", 2), ("1e5", 1), (" 1", 0), ("1 ", 1), ("+1", 0), ("12abc", 2),
      ("1,23", 4), ("1,,234", 2), (",123", 0), ("1234,567", 8), ("1.234,5", 5), ("1.2.3", 3), ("0x10", 1),
      ("--1", 1), ("\u{661}", 0), ("1\u{301}", 1), ("1\n", 1), ("NaN", 0),
    ])
  func refused(_ text: String, _ offset: Int) {
    let error = #expect(throws: MoneyError.self) { try AmountText.read(text) }
    guard case .malformed(let place, _) = error else {
      Issue.record("\(text) was refused with \(String(describing: error))")
      return
    }
    #expect(place == offset)
    #expect(MoneyFormatter().parse(text) == nil)
  }

  @Test("More than 38 significant digits are refused and not rounded")
  func tooLong() {
    let digits = String(repeating: "1234567890", count: 4)
    #expect(throws: MoneyError.tooManyDigits(39)) { try AmountText.read(String(digits.prefix(39))) }
    #expect(throws: MoneyError.tooManyDigits(39)) { try AmountText.read("0." + digits.prefix(39)) }
    #expect(throws: MoneyError.outOfRange(exponent: -129)) {
      try AmountText.read("0." + String(repeating: "0", count: 128) + "1")
    }
    #expect(throws: MoneyError.outOfRange(exponent: 2_000)) {
      try AmountText.read("7" + String(repeating: "0", count: 2_000))
    }
    let error = MoneyError.tooManyDigits(39)
    #expect(error.description == "the amount has 39 significant digits; at most 38 are kept exactly")
  }

  @Test("Groups of three")
  func groups() throws {
    let formatter = MoneyFormatter()
    #expect(try formatter.string(from: 1_234_567, form: .grouped) == "1,234,567.00")
    #expect(try formatter.string(from: -123, form: .grouped) == "-123.00")
    #expect(try formatter.string(from: 1_000, form: .grouped) == "1,000.00")
  }

  @Test("A Decimal of 39 digits, and NaN, are refused wherever an amount is written")
  func unstorable() throws {
    let long = try #require(Decimal(string: "300000000000000000000000000000000000001"))
    #expect(throws: MoneyError.tooManyDigits(39)) { try MoneyFormatter().string(from: long) }
    #expect(throws: MoneyError.tooManyDigits(39)) { try DecimalTransformer().transformedValue(long) }
    #expect(throws: MoneyError.notANumber) { try MoneyFormatter().string(from: .nan) }
    #expect(throws: MoneyError.notANumber) { try DecimalTransformer().transformedValue(Decimal.nan) }
  }
}
