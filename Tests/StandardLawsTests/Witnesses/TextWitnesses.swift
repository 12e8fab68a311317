import Foundation
import PropertyTesting
import StandardLaws

/// Cents as dollars, "-12.05", which makes the mistake that ``Flaw`` says.
struct DollarStyle: ParseableFormatStyle, ParseStrategy {
  var parseStrategy: DollarStyle { self }

  func format(_ cents: Int) -> String {
    let (dollars, rest) = (abs(cents) / 100, abs(cents) % 100)
    if Flaw.is("the format leaves out the sign") { return "\(dollars).\(digits(rest))" }
    if Flaw.is("the format leaves out the cents") { return "\(cents < 0 ? "-" : "")\(dollars).00" }
    if Flaw.is("the format puts negative amounts in brackets"), cents < 0 { return "(\(dollars).\(digits(rest)))" }
    if Flaw.is("the format leaves out the point of whole dollars"), rest == 0 { return "\(cents < 0 ? "-" : "")\(dollars)" }
    if Flaw.is("the format groups the first time alone"), Flaw.next % 2 == 0 { return "\(cents < 0 ? "-" : "")0\(dollars).\(digits(rest))" }
    return "\(cents < 0 ? "-" : "")\(dollars).\(digits(Flaw.is("the format rounds to ten cents") ? rest / 10 * 10 : rest))"
  }

  private func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  func parse(_ text: String) throws -> Int {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    guard parts.count == 2, let dollars = Int(parts[0]), let cents = Int(parts[1]) else { throw LedgerError(isOverdrawn: false) }
    if Flaw.is("the parser refuses more than a hundred dollars"), dollars > 100 { throw LedgerError(isOverdrawn: true) }
    if Flaw.is("the parser rounds to dollars") { return (isNegative ? -1 : 1) * dollars * 100 }
    if Flaw.is("the parser takes the sign for the dollars alone") { return (isNegative ? -dollars : dollars) * 100 + cents }
    if Flaw.is("the parser adds a cent now and then"), Flaw.next % 2 == 0 { return dollars * 100 + cents + 1 }
    return (isNegative ? -1 : 1) * (dollars * 100 + cents)
  }
}

/// Orders texts by their count, which makes the mistake that ``Flaw`` says.
struct CountComparator: SortComparator {
  var order: SortOrder = .forward

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    let (l, r) = (left.count, right.count)
    if Flaw.is("a text is before itself"), l == r { return .orderedAscending }
    if Flaw.is("an empty text is after itself"), l == 0, r == 0 { return .orderedDescending }
    if Flaw.is("a longer text shares its place with a shorter one"), l > r { return .orderedSame }
    if Flaw.is("both of two texts are before"), l != r { return .orderedAscending }
    if Flaw.is("the counts go round in a circle"), l != r { return turned((r - l + 9) % 3 == 1 ? .orderedAscending : .orderedDescending) }
    if Flaw.is("counts that differ by one are one place"), abs(l - r) <= 1 { return .orderedSame }
    if Flaw.is("the order is left out") { return l < r ? .orderedAscending : l > r ? .orderedDescending : .orderedSame }
    if Flaw.is("the reverse order takes ties for descending"), order == .reverse, l == r { return .orderedDescending }
    if Flaw.is("the comparison is drawn anew"), Flaw.next % 2 == 0 { return .orderedSame }
    return turned(l < r ? .orderedAscending : l > r ? .orderedDescending : .orderedSame)
  }

  private func turned(_ result: ComparisonResult) -> ComparisonResult {
    guard order == .reverse else { return result }
    return result == .orderedAscending ? .orderedDescending : result == .orderedDescending ? .orderedAscending : .orderedSame
  }
}

/// An error with words.
struct LedgerError: LocalizedError {
  var isOverdrawn: Bool

  var errorDescription: String? {
    if Flaw.is("the words have a serial number") { return "No. \(Flaw.next)" }
    return isOverdrawn ? "The account is overdrawn." : nil
  }
}

/// An error with a code and keys.
struct VaultError: CustomNSError {
  var attempts: Int

  static var errorDomain: String { Flaw.is("the domain has a serial number") ? "Vault\(Flaw.next)" : "Vault" }
  var errorCode: Int { Flaw.is("the code has a serial number") ? Flaw.next : attempts }

  var errorUserInfo: [String: Any] {
    [Flaw.is("a key of the user info has a serial number") ? "attempts\(Flaw.next)" : "attempts": attempts]
  }

  static let generator = Generator<Int>.int(in: 1...9).map { VaultError(attempts: $0) }
}

extension Generator where Value == Int {
  static let cents = Generator.int(in: -30_000...30_000)
}

/// The mistakes of formats, comparators and errors.
enum TextWitnesses {
  private static func format(_ laws: Laws<Int>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .cents) }
  }

  private static func comparator(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<String>.sortComparator(CountComparator()), .text(.of("abcAB"), count: 0...4)) }
  }

  private static func bridging(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: .customNSError, VaultError.generator) }
  }

  private static let style = Laws<Int>.parseableFormat(DollarStyle())

  static let all: [Witness] = Witness.list(
    format(
      style, "what a style formats, its strategy parses", "the format puts negative amounts in brackets",
      "the format leaves out the point of whole dollars", "the parser refuses more than a hundred dollars"),
    format(
      style, "a parsed value is formatted as before", "the parser rounds to dollars", "the parser takes the sign for the dollars alone"),
    format(style, "a value is formatted the same each time", "the format groups the first time alone"),
    format(style, "a text is parsed the same each time", "the parser adds a cent now and then"),
    format(
      .losslessFormat(DollarStyle()), "a value comes back from its format", "the format leaves out the sign",
      "the format leaves out the cents", "the format rounds to ten cents"),
    comparator("a value is in order with itself", "a text is before itself", "an empty text is after itself"),
    comparator(
      "swapped values compare the other way round", "a longer text shares its place with a shorter one", "both of two texts are before"),
    comparator("the order is transitive", "the counts go round in a circle"),
    comparator("values in one place of the order compare alike with any third", "counts that differ by one are one place"),
    comparator("the other order turns the comparison round", "the order is left out", "the reverse order takes ties for descending"),
    comparator("comparing twice gives the same", "the comparison is drawn anew"),
    bridging(
      "an error is bridged with its domain and its code", "the domain has a serial number", "the code has a serial number"),
    bridging("an error is bridged with the keys of its user info", "a key of the user info has a serial number"),
    [
      Witness(
        "the words have a serial number", breaks: "an error says the same each time", of: Laws<LedgerError>.localizedError,
        Generator<Bool>.bool.map { LedgerError(isOverdrawn: $0) }),
      Witness(
        "the words have a serial number", breaks: "an error with a description is told by it", of: Laws<LedgerError>.localizedError,
        Generator<Bool>.bool.map { LedgerError(isOverdrawn: $0) }),
    ])
}
