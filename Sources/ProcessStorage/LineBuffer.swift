/// Bytes as they come, handed out as lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the first line begins that was not handed out.
  private var head = 0
  /// How far it was looked for an end of line.
  private var searched = 0

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }
  /// The line that has not ended yet, as far as it has come.
  var start: ArraySlice<UInt8> { bytes[head...] }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new)
  }

  /// The next whole line, without its end.
  mutating func nextLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[head..<end])
    head = end + 1
    searched = head
    return line
  }

  /// Lets go of the lines that were handed out.
  mutating func compact() {
    guard head > 0 else { return }
    bytes.removeSubrange(..<head)
    searched -= head
    head = 0
  }

  /// Forgets the start of a line that nobody wants.
  mutating func drop() {
    bytes = []
    head = 0
    searched = 0
  }
}

/// A message as it reads in an error: cut, with what is no text replaced.
package func excerpt(_ bytes: some Collection<UInt8>) -> String {
  let text = String(decoding: bytes.prefix(300), as: UTF8.self)
    .replacing("\n", with: "⏎").replacing("\u{0}", with: "␀")
  return bytes.count > 300 ? "\(text)… (\(bytes.count) bytes)" : text
}
