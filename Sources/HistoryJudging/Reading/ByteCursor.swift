/// A place in the bytes of a file. Whatever the bytes, it never reads outside them.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  let file: String
  var position = 0
  /// The last place whose line is known.
  private var known = (position: 0, line: 1)

  /// Deeper values than this are an error: no history has them, and a reader that recurs would overflow its stack.
  static let deepest = 100

  /// - Parameter bytes: must stay there for as long as the cursor is used.
  init(_ bytes: UnsafeRawBufferPointer, file: String) {
    self.bytes = bytes
    self.file = file
  }

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
  var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }
  var isAtEnd: Bool { position >= bytes.count }

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

  /// Space, tab, line ends, and commas if they count as space.
  mutating func skipWhitespace(commas: Bool = false) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x0C: position += 1
      case UInt8(ascii: ",") where commas: position += 1
      default: return
      }
    }
  }

  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  mutating func skipByteOrderMark() {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF, position == 0 { position = 3 }
  }

  /// The line of the current position, from 1. It is quick if positions grow from call to call.
  mutating func line() -> Int {
    if position < known.position { known = (0, 1) }
    var line = known.line
    for index in known.position..<position where bytes[index] == 0x0A { line += 1 }
    known = (position, line)
    return line
  }

  /// The bytes as a text.
  mutating func text(_ range: Range<Int>) throws -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      position = range.lowerBound
      throw error("a text that is not UTF-8", hint: "save the history in UTF-8")
    }
    return text
  }

  /// An error at the current position.
  mutating func error(_ what: String, hint: String) -> HistoryError {
    let line = line()
    var start = position
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return HistoryError(file: file, line: line, column: position - start + 1, what: what, hint: hint)
  }

  /// What stands here, for errors: "“x”", "the byte 0xFF", "the end of the file".
  var here: String {
    guard let byte = peek else { return "the end of the file" }
    return byte > 0x20 && byte < 0x7F ? "“\(Character(UnicodeScalar(byte)))”" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }

  mutating func expectDepth(_ depth: Int) throws {
    guard depth <= Self.deepest else {
      throw error("a value nested more than \(Self.deepest) deep", hint: "a value of a history is a few lists deep")
    }
  }

  mutating func endedInside(_ what: String, from start: Int) -> HistoryError {
    let end = position
    position = start
    var error = error("the file ends inside \(what) that begins here", hint: "the file may be cut off: its end is missing")
    position = end
    error.file = file
    return error
  }
}
