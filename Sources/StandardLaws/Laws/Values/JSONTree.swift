/// JSON as a tree that keeps each number and each text as it was written, and the keys in their order.
///
/// It reads what an encoder wrote, changes it as another version of a program would, and writes it again: through numbers of Foundation
/// digits could be lost.
indirect enum JSONTree: Equatable {
  case object([Member])
  case array([JSONTree])
  /// A number, a text with its quotes, true, false or null.
  case scalar(String)

  /// A key, with its quotes, and its value.
  struct Member: Equatable {
    var key: String
    var value: JSONTree
  }

  /// Nil if the text is not JSON as encoders write it.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let tree = Self.read(&rest) else { return nil }
    Self.skipSpace(&rest)
    guard rest.isEmpty else { return nil }
    self = tree
  }

  /// As JSON.
  var text: String {
    switch self {
    case .object(let members): "{" + members.map { "\($0.key):\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .scalar(let text): text
    }
  }

  /// Whether it is an object.
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
  }

  private static func take(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    skipSpace(&rest)
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  private static func read(_ rest: inout ArraySlice<UInt8>) -> JSONTree? {
    if take("{", &rest) {
      var members: [Member] = []
      if take("}", &rest) { return .object([]) }
      repeat {
        guard case .scalar(let key)? = read(&rest), take(":", &rest), let value = read(&rest) else { return nil }
        members.append(Member(key: key, value: value))
      } while take(",", &rest)
      return take("}", &rest) ? .object(members) : nil
    }
    if take("[", &rest) {
      var elements: [JSONTree] = []
      if take("]", &rest) { return .array([]) }
      repeat {
        guard let element = read(&rest) else { return nil }
        elements.append(element)
      } while take(",", &rest)
      return take("]", &rest) ? .array(elements) : nil
    }
    return readScalar(&rest)
  }

  private static func readScalar(_ rest: inout ArraySlice<UInt8>) -> JSONTree? {
    skipSpace(&rest)
    var bytes: [UInt8] = []
    if rest.first == UInt8(ascii: "\"") {
      bytes.append(rest.removeFirst())
      while let byte = rest.popFirst() {
        bytes.append(byte)
        if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { bytes.append(escaped) }
        if byte == UInt8(ascii: "\"") { return .scalar(String(decoding: bytes, as: UTF8.self)) }
      }
      return nil
    }
    while let byte = rest.first, !",:]} \n\r\t".utf8.contains(byte) { bytes.append(rest.removeFirst()) }
    return bytes.isEmpty ? nil : .scalar(String(decoding: bytes, as: UTF8.self))
  }
}
