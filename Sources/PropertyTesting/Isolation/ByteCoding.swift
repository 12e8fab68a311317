// The form in which a worker and its supervisor write to each other: whole numbers of variable length, texts
// and lists with their length before them. Both are the same build, so that nothing needs a version.

/// Appends values to bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ word: UInt64) {
    var rest = word
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  mutating func write(_ text: String?) { write(text) { $0.write($1) } }
}

/// Takes values from bytes in the order in which they were written.
struct ByteReader {
  /// The bytes end in the middle of a value, or hold what was never written.
  struct Malformed: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func word() throws -> UInt64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw Malformed() }
      word |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return word }
      shift += 7
    }
  }

  mutating func number() throws -> Int { Int(Int64(bitPattern: try word())) }

  mutating func flag() throws -> Bool { try byte() == 1 }

  mutating func text() throws -> String {
    let count = try number()
    guard count >= 0, count <= bytes.count - position else { throw Malformed() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func optional<Value>(_ body: (inout ByteReader) throws -> Value) throws -> Value? {
    try flag() ? try body(&self) : nil
  }
}
