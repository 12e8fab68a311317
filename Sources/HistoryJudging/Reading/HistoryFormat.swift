/// How a history is written. A file's first bytes say which of these it is.
public enum HistoryFormat: String, Sendable, CaseIterable {
  /// Maps of EDN, as Jepsen, Knossos and porcupine's key-value tests write them: one a line, or all in one vector or list.
  case edn
  /// Objects of JSON: one a line, or all in one array. Also what our own recorder writes.
  case json
  /// Jepsen's log, or its `history.txt`: process, type, function and value, with tabs between them.
  case log

  /// The format of these bytes; nil if they begin like none of them.
  static func detect(_ bytes: UnsafeRawBufferPointer) -> HistoryFormat? {
    var cursor = ByteCursor(bytes, file: "")
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    switch cursor.peek {
    case UInt8(ascii: "("), UInt8(ascii: "#"), UInt8(ascii: ";"): return .edn
    case UInt8(ascii: "["):
      cursor.advance()
      cursor.skipWhitespace()
      if cursor.peek == UInt8(ascii: "{") { return detectMap(&cursor) }
      return cursor.peek == UInt8(ascii: "]") ? .json : cursor.peek == nil ? .json : .edn
    case UInt8(ascii: "{"): return detectMap(&cursor)
    case nil: return nil
    default: return looksLikeLog(bytes) ? .log : nil
    }
  }

  /// The cursor stands at a brace.
  private static func detectMap(_ cursor: inout ByteCursor) -> HistoryFormat {
    cursor.advance()
    cursor.skipWhitespace()
    return cursor.peek == UInt8(ascii: "\"") ? .json : .edn
  }

  /// Whether one of the first lines is one of Jepsen's.
  private static func looksLikeLog(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = String(decoding: bytes.prefix(64_000), as: UTF8.self)
    return [":invoke", ":ok", ":fail", ":info"].contains { start.contains("\t\($0)\t") || start.contains(" \($0) ") }
  }
}
