/// How many of the calls with an unknown outcome an order has used, by kind: calls of one kind that stay open forever differ in nothing
/// but their start, so the earliest goes first and a count says it all.
///
/// Who used fewer can do all that the other can: ``covers(_:_:)`` lets the search drop the other.
struct UnknownCallUse {
  /// By number: pairs of kind and count as one word each, by kind.
  private var uses: [[UInt64]] = [[]]
  private var numbers: [[UInt64]: Int32] = [[]: 0]
  private var known = WordTable()

  /// Nothing used.
  static let nothing: Int32 = 0

  func count(_ use: Int32, _ kind: Int32) -> Int {
    for word in uses[Int(use)] where word >> 32 == UInt64(kind) { return Int(word & 0xFFFF_FFFF) }
    return 0
  }

  /// One more of the kind.
  mutating func adding(_ kind: Int32, to use: Int32) -> Int32 {
    let (a, b) = (UInt64(use), UInt64(kind))
    let old = known[a, b]
    if old >= 0 { return old }
    var words = uses[Int(use)]
    let place = words.firstIndex { $0 >> 32 >= UInt64(kind) } ?? words.count
    if place < words.count && words[place] >> 32 == UInt64(kind) {
      words[place] += 1
    } else {
      words.insert(UInt64(kind) << 32 | 1, at: place)
    }
    let number = numbers[words] ?? Int32(uses.count)
    if Int(number) == uses.count {
      uses.append(words)
      numbers[words] = number
    }
    known[a, b] = number
    return number
  }

  /// Whether `less` used at most as many of each kind as `more`.
  func covers(_ less: Int32, _ more: Int32) -> Bool {
    if less == more || less == Self.nothing { return true }
    let (small, large) = (uses[Int(less)], uses[Int(more)])
    if small.count > large.count { return false }
    var place = 0
    for word in small {
      while place < large.count && large[place] >> 32 < word >> 32 { place += 1 }
      // The kinds are equal or the word of the greater kind is the greater: then the count decides.
      guard place < large.count, large[place] >> 32 == word >> 32, word <= large[place] else { return false }
      place += 1
    }
    return true
  }
}
