/// A unit's text without its blanks, by hashes of all its beginnings: of each edit it is told at once which text it
/// makes.
///
/// The hash is the polynomial one of Karp and Rabin (1987), over 64 bits.
struct UnblankedText {
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  private let start: Int
  /// Of the text before each byte.
  private let beginnings: [(hash: UInt64, count: Int)]
  private let powers: [UInt64]

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    start = range.lowerBound
    var beginnings: [(hash: UInt64, count: Int)] = [(0, 0)]
    var powers: [UInt64] = [1]
    for byte in bytes[range] {
      let last = beginnings[beginnings.count - 1]
      beginnings.append(byte > 32 ? (last.hash &* Self.base &+ UInt64(byte), last.count + 1) : last)
      powers.append(powers[powers.count - 1] &* Self.base)
    }
    self.beginnings = beginnings
    self.powers = powers
  }

  var hash: UInt64 { beginnings[beginnings.count - 1].hash }

  func hash(after edit: Edit) -> UInt64 {
    let before = beginnings[min(edit.bytes.lowerBound - start, beginnings.count - 1)]
    let removed = beginnings[min(edit.bytes.upperBound - start, beginnings.count - 1)]
    let whole = beginnings[beginnings.count - 1]
    var changed = before.hash
    for byte in edit.replacement.utf8 where byte > 32 { changed = changed &* Self.base &+ UInt64(byte) }
    let rest = whole.count - removed.count
    return changed &* powers[rest] &+ (whole.hash &- removed.hash &* powers[rest])
  }
}
