/// Reads the entries of a file of EDN or JSON: maps one after the other, or all of them in one vector, list or array.
struct EntryReader {
  let format: HistoryFormat

  func read(_ cursor: inout ByteCursor, _ take: (HistoryEvent) throws -> Void) throws {
    try skip(&cursor)
    var end: UInt8?
    let start = cursor.position
    switch cursor.peek {
    case UInt8(ascii: "["): end = UInt8(ascii: "]")
    case UInt8(ascii: "(") where format == .edn: end = UInt8(ascii: ")")
    default: break
    }
    if end != nil { cursor.advance() }
    var isFirst = true
    while true {
      try skip(&cursor)
      guard let byte = cursor.peek else {
        if end != nil { throw cursor.endedInside("the list of entries", from: start) }
        return
      }
      if byte == end {
        cursor.advance()
        try skip(&cursor)
        guard cursor.isAtEnd else { throw cursor.error("\(cursor.here) behind the end of the history", hint: "one list holds all entries") }
        return
      }
      if format == .json, byte == UInt8(ascii: ","), !isFirst {
        cursor.advance()
        isFirst = true
        continue
      }
      try take(try entry(&cursor))
      isFirst = false
    }
  }

  private func skip(_ cursor: inout ByteCursor) throws {
    if format == .edn { try cursor.skipEDNSpace() } else { cursor.skipWhitespace() }
  }

  private func entry(_ cursor: inout ByteCursor) throws -> HistoryEvent {
    let line = cursor.line()
    if format == .edn { try skipTag(&cursor) }
    guard cursor.peek == UInt8(ascii: "{") else {
      let example =
        format == .edn ? "{:process 0, :type :invoke, :f :read, :value nil}" : "{\"process\": 0, \"type\": \"invoke\", \"f\": \"read\"}"
      throw cursor.error("\(cursor.here) where an entry should begin", hint: "an entry is a map such as \(example)")
    }
    let start = cursor.position
    var fields = EventFields()
    var twice: String?
    if format == .edn {
      try ednFields(&cursor) { if !fields.set($0, $1) { twice = $0 } }
    } else {
      try cursor.jsonObject(0) { if !fields.set($0, $1) { twice = $0 } }
    }
    let end = cursor.position
    cursor.position = start
    defer { cursor.position = max(end, cursor.position) }
    let file = cursor.file
    if let twice { throw HistoryError(file: file, line: line, what: "an entry with the field \(twice) twice", hint: "give it once") }
    return try fields.event(line: line) { what, hint in HistoryError(file: file, line: line, what: what, hint: hint) }
  }

  /// `#jepsen.history.Op{…}`.
  private func skipTag(_ cursor: inout ByteCursor) throws {
    guard cursor.peek == UInt8(ascii: "#") else { return }
    cursor.advance()
    _ = try cursor.ednToken()
    try cursor.skipEDNSpace()
  }

  /// The fields of a map, without making the map.
  private func ednFields(_ cursor: inout ByteCursor, take: (String, HistoryValue) throws -> Void) throws {
    let start = cursor.position
    cursor.advance()
    while true {
      try cursor.skipEDNSpace()
      guard let byte = cursor.peek else { throw cursor.endedInside("an entry", from: start) }
      if byte == UInt8(ascii: "}") {
        cursor.advance()
        return
      }
      let key = try cursor.ednValue()
      try cursor.skipEDNSpace()
      if cursor.isAtEnd { throw cursor.endedInside("an entry", from: start) }
      if cursor.peek == UInt8(ascii: "}") {
        throw cursor.error("the field \(key) without a value", hint: "a map has a value for each key")
      }
      try take(key.word ?? "", try cursor.ednValue(depth: 1))
    }
  }
}
