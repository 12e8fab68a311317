/// A record's fields as one JSON object, names ascending, every value exact and its type plain to see:
///
///     {"closed":null,"price":{"decimal":"0.1"},"quantity":{"int64":"3"},"symbol":"AAPL"}
///
/// Null, booleans and text are JSON's own. Everything else is an object with the type's name and the
/// value's exact text, since JSON numbers pass through Double in most readers. Shared by the journal and
/// SQLite, where `fields ->> '$.price.decimal'` finds a value.
package enum FieldsText {
  package static func append(_ fields: [String: FieldValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in fields.sorted(by: { KeyBytes.precedes($0.key, $1.key) }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.appendJSONString(name)
      bytes.append(UInt8(ascii: ":"))
      append(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ value: FieldValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.appendLiteral("null")
    case .bool(true): bytes.appendLiteral("true")
    case .bool(false): bytes.appendLiteral("false")
    case .text(let text): bytes.appendJSONString(text)
    case .int64, .double, .decimal, .bytes, .date, .uuid:
      bytes.appendLiteral("{\"")
      bytes.append(contentsOf: value.kind.utf8)
      bytes.appendLiteral("\":\"")
      // Numbers, base64 and UUIDs hold nothing that JSON escapes.
      bytes.append(contentsOf: value.exactText.utf8)
      bytes.appendLiteral("\"}")
    }
  }

  /// - Throws: ``TextFormatError``.
  package static func read(_ bytes: ArraySlice<UInt8>) throws -> [String: FieldValue] {
    var reader = JSONReader(bytes)
    let fields = try read(from: &reader)
    try reader.expectEnd()
    return fields
  }

  package static func read(from reader: inout JSONReader) throws -> [String: FieldValue] {
    var fields: [String: FieldValue] = [:]
    try reader.expect("{")
    if reader.skip("}") { return fields }
    repeat {
      let name = try reader.string()
      try reader.expect(":")
      let value = try readValue(from: &reader)
      guard fields.updateValue(value, forKey: name) == nil else {
        throw reader.failure("field \(name) is there twice")
      }
    } while reader.skip(",")
    try reader.expect("}")
    return fields
  }

  private static func readValue(from reader: inout JSONReader) throws -> FieldValue {
    if reader.skip("null") { return .null }
    if reader.skip("true") { return .bool(true) }
    if reader.skip("false") { return .bool(false) }
    guard reader.skip("{") else { return .text(try reader.string()) }
    let kind = try reader.string()
    try reader.expect(":")
    let text = try reader.string()
    try reader.expect("}")
    guard let value = FieldValue(kind: kind, exactText: text) else {
      throw reader.failure("\(text.debugDescription) is not a value of type \(kind)")
    }
    return value
  }
}
