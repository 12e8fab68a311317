import Foundation
import StorageContract

/// One JSON object as one line, member by member.
struct WireLine {
  private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

  private mutating func name(_ name: StaticString) {
    if bytes.count > 1, bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes.appendLiteral(name)
    bytes.appendLiteral("\":")
  }

  mutating func integer(_ member: StaticString, _ value: Int?) {
    guard let value else { return }
    name(member)
    bytes.appendInteger(value)
  }

  mutating func text(_ member: StaticString, _ value: String?) {
    guard let value else { return }
    name(member)
    bytes.appendJSONString(value)
  }

  /// A number of the data's: as text.
  mutating func number(_ member: StaticString, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    text(member, String(value))
  }

  mutating func boolean(_ member: StaticString, _ value: Bool?) {
    guard let value else { return }
    name(member)
    bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
  }

  mutating func null(_ member: StaticString) {
    name(member)
    bytes.appendLiteral("null")
  }

  mutating func fields(_ member: StaticString, _ fields: [String: FieldValue]?) {
    guard let fields else { return }
    name(member)
    bytes.appendWireFields(fields)
  }

  mutating func texts(_ member: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    array(member, texts) { $0.appendJSONString($1) }
  }

  mutating func records(_ member: StaticString, _ records: [Record]?) {
    guard let records else { return }
    array(member, records) { $0.append(contentsOf: Self.object(of: $1)) }
  }

  mutating func record(_ member: StaticString, _ record: Record) {
    name(member)
    bytes.append(contentsOf: Self.object(of: record))
  }

  mutating func object(_ member: StaticString, _ write: (inout WireLine) -> Void) {
    name(member)
    var inner = WireLine()
    write(&inner)
    bytes.append(contentsOf: inner.bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// The line with its end.
  func finished() -> [UInt8] { bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  private mutating func array<Element>(
    _ member: StaticString, _ elements: [Element], _ append: (inout [UInt8], Element) -> Void
  ) {
    name(member)
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(&bytes, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func object(of record: Record) -> [UInt8] {
    var line = WireLine()
    line.text("key", record.key)
    line.number("version", record.version)
    line.fields("fields", record.fields)
    return line.bytes + [UInt8(ascii: "}")]
  }
}

/// Reads one line as a JSON object.
package enum WireDecoding {
  private static let decoder = JSONDecoder()

  /// - Throws: ``WireProblem``.
  package static func decode<Message: Decodable>(_ message: Message.Type, from line: some Sequence<UInt8>) throws -> Message {
    let bytes = Array(line)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw WireProblem(reason: "the line is not UTF-8")
    }
    do {
      return try decoder.decode(message, from: Data(bytes))
    } catch let error as DecodingError {
      throw WireProblem(reason: error.sentence)
    }
  }
}

/// What is wrong with a message.
package struct WireProblem: Error, Equatable {
  package let reason: String
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.place): \(context.debugDescription)"
    case .keyNotFound(let key, let context): "\(context.place): “\(key.stringValue)” is missing"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty && context.debugDescription.contains("JSON")
        ? "the line is not one JSON object, or has a number that is not whole" : "\(context.place): \(context.debugDescription)"
    @unknown default: "\(self)"
    }
  }
}

extension DecodingError.Context {
  fileprivate var place: String {
    codingPath.isEmpty ? "the message" : codingPath.map(\.stringValue).joined(separator: ".")
  }
}

/// A number of the data's, which is text on the wire: 64 bits do not fit a JSON number in many languages.
struct WireNumber<Value: FixedWidthInteger & Sendable>: Sendable, Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(text), String(value) == text else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.debugDescription.prefix(40)) is not a whole number of 64 bits as text")
    }
    self.value = value
  }
}
