import Foundation

/// JSON whose numbers keep their text, so that the reader of a number decides how to convert it.
enum ExactJSON: Sendable, Equatable {
  case null
  /// A truth value.
  case bool(Bool)
  /// The text of the number, as the JSON has it.
  case number(String)
  /// The text, with its escapes resolved.
  case string(String)
  /// The elements in their order.
  case array([ExactJSON])
  /// The members by name. If a name occurs twice, the last member counts.
  case object([String: ExactJSON])

  /// Parses the whole of `data`, which may have at most 64 levels of lists and objects.
  /// - Throws: ``MoneyError/malformed(offset:expected:)``.
  init(_ data: Data) throws(MoneyError) {
    var reader = ByteReader(ArraySlice(data))
    self = try Self.value(&reader, depth: 0)
    guard reader.isAtEnd else { throw reader.expected("the end") }
  }

  private static let deepest = 64

  /// Reads a value and the white space around it.
  private static func value(_ reader: inout ByteReader, depth: Int) throws(MoneyError) -> ExactJSON {
    JSONNumber.skipWhiteSpace(&reader)
    if depth == deepest, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(reader.next) {
      throw reader.expected("at most \(deepest) levels of lists and objects")
    }
    let value: ExactJSON
    switch reader.next {
    case UInt8(ascii: "{"): value = try object(&reader, depth: depth)
    case UInt8(ascii: "["): value = try array(&reader, depth: depth)
    case UInt8(ascii: "\""): value = .string(try string(&reader))
    case UInt8(ascii: "n"): value = try word("null", .null, &reader)
    case UInt8(ascii: "t"): value = try word("true", .bool(true), &reader)
    case UInt8(ascii: "f"): value = try word("false", .bool(false), &reader)
    default: value = try number(&reader)
    }
    JSONNumber.skipWhiteSpace(&reader)
    return value
  }

  private static func object(_ reader: inout ByteReader, depth: Int) throws(MoneyError) -> ExactJSON {
    reader.advance(by: 1)
    JSONNumber.skipWhiteSpace(&reader)
    if reader.skip("}") { return .object([:]) }
    var members: [String: ExactJSON] = [:]
    repeat {
      JSONNumber.skipWhiteSpace(&reader)
      let name = try string(&reader)
      JSONNumber.skipWhiteSpace(&reader)
      guard reader.skip(":") else { throw reader.expected("a colon") }
      members[name] = try value(&reader, depth: depth + 1)
    } while reader.skip(",")
    guard reader.skip("}") else { throw reader.expected("a comma or a closing brace") }
    return .object(members)
  }

  private static func array(_ reader: inout ByteReader, depth: Int) throws(MoneyError) -> ExactJSON {
    reader.advance(by: 1)
    JSONNumber.skipWhiteSpace(&reader)
    if reader.skip("]") { return .array([]) }
    var elements: [ExactJSON] = []
    repeat { elements.append(try value(&reader, depth: depth + 1)) } while reader.skip(",")
    guard reader.skip("]") else { throw reader.expected("a comma or a closing bracket") }
    return .array(elements)
  }

  /// Finds the end of the text, and lets Foundation resolve the escapes.
  private static func string(_ reader: inout ByteReader) throws(MoneyError) -> String {
    guard reader.next == UInt8(ascii: "\"") else { throw reader.expected("text in quotes") }
    let rest = reader.rest
    var end = rest.startIndex + 1
    while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
      end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < rest.endIndex, let text = try? JSONDecoder().decode(String.self, from: Data(rest[...end]))
    else { throw reader.expected("text in quotes") }
    reader.advance(by: end + 1 - rest.startIndex)
    return text
  }

  private static func word(
    _ word: String, _ value: ExactJSON, _ reader: inout ByteReader
  ) throws(MoneyError) -> ExactJSON {
    guard reader.rest.starts(with: word.utf8) else { throw reader.expected(word) }
    reader.advance(by: word.utf8.count)
    return value
  }

  private static func number(_ reader: inout ByteReader) throws(MoneyError) -> ExactJSON {
    let rest = reader.rest
    _ = try JSONNumber.digits(&reader)
    return .number(String(decoding: rest[..<reader.position], as: UTF8.self))
  }
}
