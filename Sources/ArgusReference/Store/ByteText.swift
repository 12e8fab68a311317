/// A text that is equal to another only byte for byte: Swift takes differently composed letters for the same, a store does not.
struct ByteText: Hashable, Sendable, Comparable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ByteText, right: ByteText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
  static func < (left: ByteText, right: ByteText) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }
}

extension [String] {
  /// Each once, where it comes first.
  var eachOnce: [String] {
    var met: Set<ByteText> = []
    return filter { met.insert(ByteText($0)).inserted }
  }

  var inByteOrder: [String] { sorted { ByteText($0) < ByteText($1) } }

  func holds(_ text: String) -> Bool { contains { ByteText($0) == ByteText(text) } }

  func without(_ text: String) -> [String] { filter { ByteText($0) != ByteText(text) } }
}
