import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-33 must catch.
extension Fault<PersonalOSSystem> {
  static let formatsAsFoundationDoes = format(
    "formatsAsFoundationDoes", "formats with Decimal.formatted(), which keeps 6 decimals") {
    amount, text in
    let style = Decimal.FormatStyle(locale: Locale(identifier: "en_US_POSIX")).grouping(.never)
    return try text(Decimal(string: amount.formatted(style)) ?? 0)
  }

  static let roundsToCents = format("roundsToCents", "shows two decimals of every amount") { amount, text in
    try text(amount.rounded(places: 2))
  }

  static let roundsToEightPlaces = format("roundsToEightPlaces", "shows at most eight decimals") { amount, text in
    try text(amount.rounded(places: 8))
  }

  static let writesExponents = format("writesExponents", "writes small amounts with an exponent") { amount, text in
    guard amount != 0, amount.magnitude < Decimal(sign: .plus, exponent: -6, significand: 1) else {
      return try text(amount)
    }
    return "\(amount.significand)e\(amount.exponent)"
  }

  static let writesACommaForThePoint = format(
    "writesACommaForThePoint", "writes a comma for the point") { amount, text in
    try text(amount).replacing(".", with: ",")
  }

  static let cutsPaddingZeros = format(
    "cutsPaddingZeros", "writes only one decimal if the amount has one") { amount, text in
    let text = try text(amount)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }

  static let groupsFromFiveDigits = format(
    "groupsFromFiveDigits", "groups numbers of five digits and more, as Spanish does") {
    amount, text in
    let text = try text(amount)
    return amount.magnitude < 10_000 ? text.withoutCommas : text
  }

  static let parsesAsDecimalDoes = parse(
    "parsesAsDecimalDoes", "parses with Decimal(string:), which takes a beginning") { text, _ in
    Decimal(string: text)
  }

  static let ignoresCommas = parse("ignoresCommas", "ignores commas wherever they stand") { text, parse in
    parse(text.withoutCommas)
  }

  static let takesALongFirstGroup = parse(
    "takesALongFirstGroup", "takes a first group of more than three digits") { text, parse in
    parse(text) ?? (text.matches(#/-?[0-9]{4,}(,[0-9]{3})+\.[0-9]+/#) ? parse(text.withoutCommas) : nil)
  }

  static let takesLongGroups = parse("takesLongGroups", "takes groups of three digits or more") { text, parse in
    parse(text) ?? (text.matches(#/-?[0-9]{1,3}(,[0-9]{3,})+\.[0-9]+/#) ? parse(text.withoutCommas) : nil)
  }

  static let refusesGroups = parse("refusesGroups", "refuses the form with groups") { text, parse in
    text.contains(",") ? nil : parse(text)
  }

  static let roundsTextOfManyDigits = parse(
    "roundsTextOfManyDigits", "rounds text of more than 38 digits") { text, parse in
    let isNumber = text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) != nil
    return parse(text) ?? (isNumber ? Decimal(string: text) : nil)
  }

  static let takesDigitsOfAnyScript = parse(
    "takesDigitsOfAnyScript", "takes the digits of any script") { text, parse in
    parse(String(text.map { $0.wholeNumberValue.map { Character("\($0)") } ?? $0 }))
  }

  private static func format(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (Decimal, (Decimal) throws -> String) throws -> String
  ) -> Fault {
    Fault(id, fact) { system in
      let format = system.money.format
      system.money.format = { amount, form in try change(amount) { try format($0, form) } }
    }
  }

  private static func parse(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String, (String) -> Decimal?) -> Decimal?
  ) -> Fault {
    Fault(id, fact) { system in
      let parse = system.money.parse
      system.money.parse = { change($0, parse) }
    }
  }
}

extension String {
  fileprivate var withoutCommas: String { replacing(",", with: "") }

  fileprivate func matches(_ pattern: some RegexComponent) -> Bool { wholeMatch(of: pattern) != nil }
}
