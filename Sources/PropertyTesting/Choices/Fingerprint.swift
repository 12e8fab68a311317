/// A 64-bit FNV-1a hash (Fowler, Noll, Vo): the same in every process, unlike `Hasher`.
///
/// For telling things apart by accident, not against an adversary.
struct Fingerprint: Sendable, Hashable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Eight bytes, the low one first.
  mutating func add(word: UInt64) {
    var rest = word
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// The bytes, and a mark after them, so that "a","bc" and "ab","c" differ.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  mutating func add(kind: ChoiceKind, lower: UInt64, upper: UInt64) {
    add(byte: kind.rawValue)
    add(word: lower)
    add(word: upper)
  }

  /// 16 hexadecimal digits.
  var text: String { hexadecimal(value) }
}

/// 16 lowercase hexadecimal digits.
func hexadecimal(_ word: UInt64) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
