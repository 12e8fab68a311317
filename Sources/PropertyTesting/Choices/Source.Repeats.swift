extension Source {
  /// The last two wide draws of the case once more, in three of sixteen biased cases: two numbers that make
  /// up one value would hardly ever both be drawn again.
  @usableFromInline @inline(never)
  mutating func drawRecentPair() -> (UInt64, UInt64)? {
    guard nextWord() & 15 < 3, let (first, second) = recent.lastTwo else { return nil }
    return (
      resolve(first, kind: .integer, lower: 0, upper: .max, target: 0),
      resolve(second, kind: .integer, lower: 0, upper: .max, target: 0)
    )
  }

  /// Half of an identifier in a designed case: no constant is likely there.
  @usableFromInline @inline(never)
  mutating func drawWord() -> UInt64 {
    let word = nextWord()
    recent.remember(word)
    return resolve(word, kind: .integer, lower: 0, upper: .max, target: 0)
  }
}
