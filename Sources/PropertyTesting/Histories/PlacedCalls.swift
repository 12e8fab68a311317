/// A set of calls, as bits.
struct PlacedCalls: Hashable {
  private var words: [UInt64]
  /// How many words of ones stand before ``words``.
  private var fullWords = 0

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ call: Int) { words[call / 64] |= 1 << UInt64(call % 64) }

  mutating func remove(_ call: Int) { words[call / 64] &= ~(1 << UInt64(call % 64)) }

  /// The same set without the words of ones at its beginning and those of zeros at its end: two that are equal are
  /// the same set. The calls that are placed are the earlier ones but for a few, so that little is left to be kept.
  var trimmed: PlacedCalls {
    var copy = self
    let first = words.firstIndex { $0 != .max } ?? words.count
    let last = words.lastIndex { $0 != 0 } ?? -1
    copy.fullWords = first
    copy.words = first <= last ? Array(words[first...last]) : []
    return copy
  }
}
