import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Which texts are numbers.
enum NumberProperties {
  // Feature: quick-vault-ios, Property 8: Phone Number Validation
  static let phone = Requirement<QuickVaultSystem>(
    "QV-08", "Phone Number Validation",
    says: """
      The app accepts a Chinese mobile number: optional +86, 86- or +86-, then 1, a digit 3 to 9 and nine digits. It \
      accepts a landline number: 010, 02 and a digit, or 0, a digit 3 to 9 and two digits; optional hyphen; seven or \
      eight digits, the first 2 to 9; optional hyphen and one to six digits. It accepts nothing else: only ASCII \
      digits, and no text before or after.
      """,
    covers: "2.4", of: "PhoneValidator",
    mustCatch: [
      .matchesAnyDigit, .matchesALine, .matchesAPart, .refusesAllPhoneNumbers, .takesTenDigits, .trimsPhoneNumbers,
      .takesAnySecondDigit, .knowsNoLandlines, .takesLocalNumbersFromZero, .takesLongExtensions, .takesTwoPrefixes,
      .foldsFullWidthDigits, .refusesHyphens,
    ]
  ).holds(
    forAll: .several(.phoneText, more: 8...16),
    requiring: [
      "a number": 0.4, "no number": 0.4, "a mobile number": 0.15, "a landline": 0.15, "a landline with an extension": 0.15,
      "a mobile number with a prefix": 0.15, "a number with a newline": 0.1, "a number with a digit of another script": 0.1,
    ]
  ) { (phones: [PhoneText], system: QuickVaultSystem, trial: Trial) in
    for phone in phones {
      let isNumber = PhoneForms.match(phone.text)
      trial.label(phone.making)
      trial.label(isNumber ? "a number" : "no number")
      try expect("\(describe(phone.text)) is a phone number", system.parts.isPhoneNumber(phone.text), equals: isNumber)
    }
  }

  // Feature: quick-vault-ios, Property 11: Tax ID Validation
  static let taxID = Requirement<QuickVaultSystem>(
    "QV-11", "Tax ID Validation",
    says: """
      A tax ID is exactly 18 characters, each a digit or a capital letter other than I, O, S, V and Z. The app accepts \
      every such text, whatever its check digit, and nothing else: no 15 digits, no padding, no newline at the end, no \
      small letters, and no letters that only look like these.
      """,
    covers: "3.4", of: "TaxIDValidator",
    mustCatch: [
      .countsBytes, .takesLongTaxIDs, .trimsTaxIDs, .refusesAllTaxIDs, .takesLegacyTaxIDs, .takesSmallLetters,
      .takesAllLetters, .enforcesCheckDigits, .comparesAsCharacters, .looksAtTheLengthAlone,
    ]
  ).holds(
    forAll: .several(.taxIDText, more: 5...9),
    requiring: [
      "a tax ID": 0.2, "no tax ID": 0.4, "a code with its check digit": 0.08, "18 characters of the alphabet": 0.08,
      "15 digits, as before 2015": 0.08, "18 bytes, and fewer characters": 0.08,
    ]
  ) { (codes: [TaxIDText], system: QuickVaultSystem, trial: Trial) in
    let alphabet = Set(SpecifiedTaxIDs.alphabet.flatMap(\.unicodeScalars))
    for code in codes {
      let scalars = Array(code.text.unicodeScalars)
      let isTaxID = scalars.count == 18 && scalars.allSatisfy(alphabet.contains)
      trial.label(code.making)
      trial.label(isTaxID ? "a tax ID" : "no tax ID")
      try expect("\(describe(code.text)) is a tax ID", system.parts.isTaxID(code.text), equals: isTaxID)
    }
  }
}

extension Generator {
  /// One, and mostly many more, all of which shrinking may leave out.
  fileprivate static func several<Element: Sendable>(
    _ element: Generator<Element>, more: ClosedRange<Int>
  ) -> Generator where Value == [Element] {
    let others = Generator<[Element]>.frequency((0, .constant([])), (1, .array(of: element, count: more)))
    return Generator { source in [try source(element)] + (try source(others)) }
  }
}

/// Every form of a number, as a list of what may stand at each place: a table, where the core has a parser.
enum PhoneForms {
  static func match(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return forms[scalars.count]?.contains { form in zip(form, scalars).allSatisfy { $0.contains($1) } } ?? false
  }

  /// By length.
  private static let forms: [Int: [[String.UnicodeScalarView]]] = {
    let (any, hyphen) = ("0123456789", "-")
    func digits(_ count: Int) -> [String] { Array(repeating: any, count: count) }
    let mobiles = [[], ["+", "8", "6"], ["8", "6", "-"], ["+", "8", "6", "-"]].map { $0 + ["1", "3456789"] + digits(9) }
    let areas = [["0", "1", "0"], ["0", "2", any], ["0", "3456789", any, any]]
    let locals = [6, 7].map { ["23456789"] + digits($0) }
    let extensions = [[]] + (1...6).map { [hyphen] + digits($0) }
    var landlines: [[String]] = []
    for area in areas {
      for between in [[], [hyphen]] {
        for local in locals { landlines += extensions.map { area + between + local + $0 } }
      }
    }
    return Dictionary(grouping: (mobiles + landlines).map { $0.map(\.unicodeScalars) }, by: \.count)
  }()
}

// What QV-08 must catch.
extension Fault<QuickVaultSystem> {
  fileprivate static let matchesAnyDigit = phone("matchesAnyDigit", "takes the digits of every script") { text, judge in
    judge(String(text.map { $0.wholeNumberValue.map { $0 < 10 ? Character("\($0)") : " " } ?? $0 }))
  }
  fileprivate static let matchesALine = phone("matchesALine", "takes a number with a newline after it") { text, judge in
    judge(text) || text.hasSuffix("\n") && judge(String(text.dropLast()))
  }
  fileprivate static let matchesAPart = phone("matchesAPart", "looks for a number anywhere in the text") { text, judge in
    let characters = Array(text)
    return characters.indices.contains { start in
      characters.indices.contains { $0 >= start && judge(String(characters[start...$0])) }
    }
  }
  fileprivate static let refusesAllPhoneNumbers = phone("refusesAllPhoneNumbers", "refuses every number") { _, _ in false }
  fileprivate static let takesTenDigits = phone("takesTenDigits", "takes a mobile number of ten digits") { text, judge in
    judge(text) || judge(text + "0") && text.count == 10 && text.first == "1"
  }
  fileprivate static let trimsPhoneNumbers = phone("trimsPhoneNumbers", "trims the text first") { text, judge in
    judge(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
  fileprivate static let takesAnySecondDigit = phone("takesAnySecondDigit", "takes any mobile number that begins with 1") {
    text, judge in
    judge(text) || text.first == "1" && judge("13" + text.dropFirst(2)) && text.dropFirst().first?.isASCII == true
      && text.dropFirst().first?.isNumber == true
  }
  fileprivate static let knowsNoLandlines = phone("knowsNoLandlines", "refuses landlines") { text, judge in
    text.first != "0" && judge(text)
  }
  fileprivate static let takesLocalNumbersFromZero = phone(
    "takesLocalNumbersFromZero", "takes local numbers that begin with 0 or 1") { text, judge in
    guard let hyphen = text.firstIndex(of: "-"), text.first == "0" else { return judge(text) }
    let local = text.index(after: hyphen)
    guard local < text.endIndex, "01".contains(text[local]) else { return judge(text) }
    return judge(text.replacingCharacters(in: local...local, with: "2"))
  }
  fileprivate static let takesLongExtensions = phone("takesLongExtensions", "takes extensions of any length") { text, judge in
    guard let hyphen = text.lastIndex(of: "-"), text.distance(from: hyphen, to: text.endIndex) > 7 else { return judge(text) }
    return judge(text) || judge(String(text[...text.index(hyphen, offsetBy: 6)])) && text[text.index(after: hyphen)...].allSatisfy(\.isNumber)
  }
  fileprivate static let takesTwoPrefixes = phone("takesTwoPrefixes", "takes off prefixes as long as there are any") { text, judge in
    var rest = text[...]
    while rest.hasPrefix("+86") { rest = rest.dropFirst(3) }
    return judge(String(rest)) && rest.count == 11 || judge(text)
  }
  fileprivate static let foldsFullWidthDigits = phone("foldsFullWidthDigits", "takes full-width digits") { text, judge in
    judge(text.precomposedStringWithCompatibilityMapping)
  }
  fileprivate static let refusesHyphens = phone("refusesHyphens", "refuses numbers with a hyphen") { text, judge in
    !text.hasBytes(of: "-") && judge(text)
  }

  private static func phone(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String, (String) -> Bool) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      let judge = system.parts.isPhoneNumber
      system.parts.isPhoneNumber = { change($0, judge) }
    }
  }
}

// What QV-11 must catch.
extension Fault<QuickVaultSystem> {
  fileprivate static let countsBytes = taxID("countsBytes", "accepts 18 bytes instead of 18 characters") { text, judge in
    judge(text) || text.utf8.count == 18 && text.unicodeScalars.allSatisfy { !$0.isASCII || SpecifiedTaxIDs.alphabet.contains(Character($0)) }
  }
  fileprivate static let takesLongTaxIDs = taxID("takesLongTaxIDs", "takes 18 characters and more") { text, judge in
    judge(String(text.prefix(18)))
  }
  fileprivate static let trimsTaxIDs = taxID("trimsTaxIDs", "trims the text first") { text, judge in
    judge(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
  fileprivate static let refusesAllTaxIDs = taxID("refusesAllTaxIDs", "refuses every text") { _, _ in false }
  fileprivate static let takesLegacyTaxIDs = taxID("takesLegacyTaxIDs", "takes 15 digits too") { text, judge in
    judge(text) || text.count == 15 && judge(text + "000")
  }
  fileprivate static let takesSmallLetters = taxID("takesSmallLetters", "takes small letters") { text, judge in judge(text.uppercased()) }
  fileprivate static let takesAllLetters = taxID("takesAllLetters", "takes the letters I, O, S, V and Z") { text, judge in
    judge(String(text.map { "IOSVZ".contains($0) ? "A" : $0 }))
  }
  fileprivate static let enforcesCheckDigits = taxID("enforcesCheckDigits", "refuses a wrong check digit") { text, judge in
    judge(text) && SpecifiedTaxIDs.checkDigit(of: Array(text.prefix(17))) == text.last
  }
  fileprivate static let comparesAsCharacters = taxID("comparesAsCharacters", "treats the Kelvin sign as a K") { text, judge in
    judge(text.precomposedStringWithCanonicalMapping)
  }
  fileprivate static let looksAtTheLengthAlone = taxID("looksAtTheLengthAlone", "takes any 18 characters") { text, _ in text.count == 18 }

  private static func taxID(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String, (String) -> Bool) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      let judge = system.parts.isTaxID
      system.parts.isTaxID = { change($0, judge) }
    }
  }
}
