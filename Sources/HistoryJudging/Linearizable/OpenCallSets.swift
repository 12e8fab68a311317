/// Sets of open calls as words. Each call that is open has a slot; up to 64 slots fit a word, and of wider sets a word is the number.
struct OpenCallSets {
  private let wide: Bool
  private let words: Int
  private var members: [[UInt64]] = []
  private var numbers: [[UInt64]: UInt64] = [:]

  /// For calls of which at most `slots` are open at a time.
  init(slots: Int) {
    wide = slots > 64
    words = (slots + 63) / 64
    if wide { _ = number(of: Array(repeating: 0, count: words)) }
  }

  /// The empty set.
  static let empty: UInt64 = 0

  func contains(_ set: UInt64, _ slot: Int32) -> Bool {
    if !wide { return set & (1 << UInt64(slot)) != 0 }
    return members[Int(set)][Int(slot) / 64] & (1 << UInt64(slot % 64)) != 0
  }

  mutating func adding(_ slot: Int32, to set: UInt64) -> UInt64 {
    if !wide { return set | (1 << UInt64(slot)) }
    var word = members[Int(set)]
    word[Int(slot) / 64] |= 1 << UInt64(slot % 64)
    return number(of: word)
  }

  mutating func removing(_ slot: Int32, from set: UInt64) -> UInt64 {
    if !wide { return set & ~(1 << UInt64(slot)) }
    var word = members[Int(set)]
    word[Int(slot) / 64] &= ~(1 << UInt64(slot % 64))
    return number(of: word)
  }

  private mutating func number(of word: [UInt64]) -> UInt64 {
    if let number = numbers[word] { return number }
    let number = UInt64(members.count)
    members.append(word)
    numbers[word] = number
    return number
  }
}
