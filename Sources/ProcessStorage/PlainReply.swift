import StorageContract

/// Reads the replies that come by the hundred thousand, without a decoder: results of plain ASCII, with what transactions give.
///
/// It gives nil for everything else and for everything that is wrong, and the decoder then says what it is. Whatever it
/// does read, the decoder reads alike.
struct PlainReply {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func read(_ line: [UInt8]) -> WireReply? {
    var reply = PlainReply(line)
    var id: Int?
    var result: WireResult?
    let isWhole = reply.members { reply, name in
      switch name {
      case "id" where id == nil: id = reply.whole()
      case "ok" where result == nil: result = reply.result()
      default: return false
      }
      return name == "id" ? id != nil : result != nil
    }
    reply.skipSpaces()
    guard isWhole, reply.position == line.count, let id, let result else { return nil }
    return WireReply(id: id, contents: .result(result))
  }

  private mutating func result() -> WireResult? {
    var result = WireResult()
    let isWhole = members { reply, name in
      switch name {
      case "version" where result.version == nil:
        if reply.takes("null") { result.version = .some(nil) } else { result.version = reply.number().map { .some($0) } }
        return result.version != nil
      case "record" where result.record == nil:
        if reply.takes("null") { result.record = .some(nil) } else { result.record = reply.record().map { .some($0) } }
        return result.record != nil
      case "records" where result.records == nil:
        result.records = reply.records()
        return result.records != nil
      case "count" where result.count == nil:
        result.count = reply.number().map { Int($0) }
        return result.count != nil
      case "deleted" where result.deleted == nil:
        result.deleted = reply.takes("true") ? true : reply.takes("false") ? false : nil
        return result.deleted != nil
      default: return false
      }
    }
    return isWhole ? result : nil
  }

  private mutating func records() -> [Record]? {
    guard takes("[") else { return nil }
    if takes("]") { return [] }
    var records: [Record] = []
    repeat {
      guard let record = record() else { return nil }
      records.append(record)
    } while takes(",")
    return takes("]") ? records : nil
  }

  private mutating func record() -> Record? {
    var key: String?
    var version: Int64?
    var fields: [String: FieldValue]?
    let isWhole = members { reply, name in
      switch name {
      case "key" where key == nil: key = reply.text()
      case "version" where version == nil: version = reply.number()
      case "fields" where fields == nil: fields = reply.fields()
      default: return false
      }
      return true
    }
    guard isWhole, let key, let version, let fields else { return nil }
    return Record(key: key, version: version, fields: fields)
  }

  private mutating func fields() -> [String: FieldValue]? {
    var fields: [String: FieldValue] = [:]
    let isWhole = members { reply, name in
      var value: FieldValue?
      let isOne = reply.members { reply, kind in
        guard value == nil, let text = reply.text() else { return false }
        value = WireValue.value(kind, text)
        return value != nil
      }
      guard isOne, let value else { return false }
      return fields.updateValue(value, forKey: name) == nil
    }
    return isWhole ? fields : nil
  }

  // MARK: Pieces

  /// An object: `read` is called at each member's value, and says whether it could be read.
  private mutating func members(_ read: (inout PlainReply, String) -> Bool) -> Bool {
    guard takes("{") else { return false }
    if takes("}") { return true }
    repeat {
      guard let name = text(), takes(":"), read(&self, name) else { return false }
    } while takes(",")
    return takes("}")
  }

  /// Printable ASCII without escapes.
  private mutating func text() -> String? {
    guard takes("\"") else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard 0x20...0x7E ~= bytes[position], bytes[position] != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    guard position < bytes.count else { return nil }
    position += 1
    return String(decoding: bytes[start..<position - 1], as: UTF8.self)
  }

  /// A number of the data's, which is text.
  private mutating func number() -> Int64? {
    guard let text = text(), text.utf8.count <= 18, let number = Int64(text), String(number) == text else { return nil }
    return number
  }

  /// Digits that no text is made of.
  private mutating func whole() -> Int? {
    skipSpaces()
    let start = position
    while position < bytes.count, position - start < 16, 0x30...0x39 ~= bytes[position] { position += 1 }
    guard 1...15 ~= position - start, bytes[start] != 0x30 || position - start == 1 else { return nil }
    return bytes[start..<position].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The token, after any spaces.
  private mutating func takes(_ token: StaticString) -> Bool {
    skipSpaces()
    let count = token.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[position + offset] != token.utf8Start[offset] { return false }
    position += count
    return true
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }
}
