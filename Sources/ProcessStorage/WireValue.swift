import Foundation
import StorageContract

/// A value on the wire: an object with one member, named for the type, whose value is text. `{"int64":"-5"}`.
///
/// Doubles and dates are the sixteen hexadecimal digits of their bits, so that no adapter has to print or read one;
/// a date's are those of the seconds since 2001-01-01 00:00 UTC. Everything else is ``FieldValue/exactText``.
struct WireValue: Sendable, Decodable {
  let value: FieldValue

  private struct Kind: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard container.allKeys.count == 1, let kind = container.allKeys.first else {
      throw Self.failure("a value is an object with one member, such as {\"int64\":\"5\"}", decoder)
    }
    let text = try container.decode(String.self, forKey: kind)
    guard let value = Self.value(kind.stringValue, text) else {
      throw Self.failure(
        "\(text.debugDescription.prefix(80)) is not a value of type \(kind.stringValue)", decoder)
    }
    self.value = value
  }

  private static func failure(_ reason: String, _ decoder: any Decoder) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
  }

  /// What no store takes comes through as well, as far as Swift has such a value: to be refused by the store.
  private static func value(_ kind: String, _ text: String) -> FieldValue? {
    switch kind {
    case "null": text.isEmpty ? .null : nil
    case "bool": text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case "double": double(text).map { .double($0) }
    case "date": double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case "decimal": decimal(text).map { .decimal($0) }
    case "uuid": UUID(uuidString: text).map { .uuid($0) }
    default: FieldValue(kind: kind, exactText: text)
    }
  }

  private static func double(_ digits: String) -> Double? {
    guard digits.utf8.count == 16, digits.utf8.allSatisfy({ isHexDigit($0) }) else { return nil }
    return UInt64(digits, radix: 16).map { Double(bitPattern: $0) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// Any spelling of the number: a database may have added zeros. More than 38 digits as well, where they fit.
  private static func decimal(_ text: String) -> Decimal? {
    if let exact = DecimalParts(text: text)?.decimal { return exact }
    if text == "NaN" { return .nan }
    guard let parts = looseParts(text) else { return nil }
    if let decimal = parts.decimal { return decimal }
    guard let decimal = Decimal(string: text), DecimalParts(decimal) == parts else { return nil }
    return decimal
  }

  private static func looseParts(_ text: String) -> DecimalParts? {
    guard let match = text.wholeMatch(of: #/([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?/#) else {
      return nil
    }
    let fraction = match.3 ?? ""
    var digits = (match.2 + fraction).drop { $0 == "0" }
    var exponent = Int(match.4?.drop { $0 == "+" } ?? "0").map { $0 - fraction.count } ?? 0
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return DecimalParts(isNegative: false, significand: 0, exponent: 0) }
    return UInt128(digits).map {
      DecimalParts(isNegative: match.1 == "-", significand: $0, exponent: exponent)
    }
  }
}

extension [UInt8] {
  mutating func appendWireFields(_ fields: [String: FieldValue]) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in fields.sorted(by: { KeyBytes.precedes($0.key, $1.key) }) {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      appendJSONString(name)
      appendLiteral(":{\"")
      append(contentsOf: value.kind.utf8)
      appendLiteral("\":")
      appendWireText(value)
      appendLiteral("}")
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func appendWireText(_ value: FieldValue) {
    switch value {
    case .double(let double): appendBits(double)
    case .date(let date): appendBits(date.timeIntervalSinceReferenceDate)
    default: appendJSONString(value.exactText)
    }
  }

  private mutating func appendBits(_ double: Double) {
    append(UInt8(ascii: "\""))
    for shift in stride(from: 60, through: 0, by: -4) {
      append(Self.hexDigits[Int(truncatingIfNeeded: double.bitPattern >> UInt64(shift)) & 15])
    }
    append(UInt8(ascii: "\""))
  }
}
