/// Which of at most 64 transactions come before which, closed under transitivity: a row of bits for each.
struct TransactionClosure {
  /// By transaction: those behind it.
  private(set) var after: [UInt64]
  /// By transaction: those before it.
  private(set) var before: [UInt64]

  init(count: Int) {
    after = Array(repeating: 0, count: count)
    before = after
  }

  /// Puts one before another, and so all that are before the one before all that are behind the other.
  /// - Returns: false if that makes a cycle; then nothing changed.
  mutating func add(_ one: Int, _ other: Int) -> Bool {
    if after[one] & 1 << other != 0 { return true }
    if one == other || after[other] & 1 << one != 0 { return false }
    let sources = before[one] | 1 << one
    let targets = after[other] | 1 << other
    for source in BitPlaces(sources) { after[source] |= targets }
    for target in BitPlaces(targets) { before[target] |= sources }
    return true
  }
}

/// The places of the bits that are set, the lowest first.
struct BitPlaces: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ bits: UInt64) { rest = bits }

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    defer { rest &= rest - 1 }
    return rest.trailingZeroBitCount
  }
}
