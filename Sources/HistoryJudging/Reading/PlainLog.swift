/// Jepsen's log: lines such as `INFO  jepsen.util - 0	:invoke	:write	4`, among lines of other things, which are skipped. The same
/// without what stands before the process is Jepsen's `history.txt`.
extension ByteCursor {
  /// The next entry; nil at the end.
  mutating func logEvent() throws -> HistoryEvent? {
    while !isAtEnd {
      let start = position
      skipLine()
      let end = position
      advance()
      if let range = entry(in: start..<end) {
        let next = position
        position = range.lowerBound
        let event = try logEntry(range)
        position = next
        return event
      }
    }
    return nil
  }

  /// The part of a line from the process on: what stands before the type, back to the space.
  private func entry(in line: Range<Int>) -> Range<Int>? {
    for index in line where bytes[index] == UInt8(ascii: ":") {
      guard index > line.lowerBound, Self.isSpace(bytes[index - 1]), startsWithType(index, line.upperBound) else { continue }
      var end = index
      while end > line.lowerBound, Self.isSpace(bytes[end - 1]) { end -= 1 }
      var start = end
      while start > line.lowerBound, !Self.isSpace(bytes[start - 1]) { start -= 1 }
      return start < end ? start..<line.upperBound : nil
    }
    return nil
  }

  private func startsWithType(_ start: Int, _ end: Int) -> Bool {
    for kind in HistoryEvent.Kind.allCases {
      let name = kind.rawValue.utf8
      let behind = start + 1 + name.count
      guard behind <= end, behind == end || Self.isSpace(bytes[behind]) else { continue }
      if bytes[start + 1..<behind].elementsEqual(name) { return true }
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Process, type, function and value, each an EDN value. What stands behind the value is the error.
  private mutating func logEntry(_ range: Range<Int>) throws -> HistoryEvent {
    let line = line()
    var rest = ByteCursor(UnsafeRawBufferPointer(rebasing: bytes[range]), file: file)
    var fields: [HistoryValue] = []
    do {
      while fields.count < 5 {
        try rest.skipEDNSpace()
        if rest.isAtEnd { break }
        fields.append(try rest.ednValue())
      }
    } catch var error as HistoryError {
      error.line = line
      error.column = 0
      throw error
    }
    var entry = EventFields()
    for (name, field) in zip(["process", "type", "f", "value", "error"], fields) {
      // What was given up tells why in the place of the value.
      _ = entry.set(name, name == "value" && field.word != nil && fields.count == 4 && Self.isReason(field) ? .null : field)
    }
    return try entry.event(line: line) { what, hint in HistoryError(file: file, line: line, what: what, hint: hint) }
  }

  private static func isReason(_ value: HistoryValue) -> Bool {
    if case .name(let name) = value { ["timed-out", "timeout", "not-found"].contains(name) } else { false }
  }
}
