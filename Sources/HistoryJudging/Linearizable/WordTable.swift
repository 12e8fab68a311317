/// A table from pairs of words to numbers from 0, by open addressing: the standard dictionary hashes against attackers, which takes most
/// of a search's time.
struct WordTable {
  private var first: [UInt64]
  private var second: [UInt64]
  /// -1: the place is free.
  private var values: [Int32]
  private(set) var count = 0

  init() {
    first = Array(repeating: 0, count: 64)
    second = first
    values = Array(repeating: -1, count: 64)
  }

  /// The value for the pair; -1 if there is none.
  subscript(_ a: UInt64, _ b: UInt64) -> Int32 {
    get { values[place(a, b)] }
    set {
      var spot = place(a, b)
      if values[spot] < 0 {
        if count * 2 >= values.count {
          grow()
          spot = place(a, b)
        }
        count += 1
        first[spot] = a
        second[spot] = b
      }
      values[spot] = newValue
    }
  }

  private func place(_ a: UInt64, _ b: UInt64) -> Int {
    let mask = values.count - 1
    // The finalizer of MurmurHash3 over both words.
    var hash = a &* 0x9E37_79B9_7F4A_7C15 ^ b
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    var spot = Int(truncatingIfNeeded: hash ^ (hash >> 33)) & mask
    while values[spot] >= 0 && (first[spot] != a || second[spot] != b) { spot = (spot + 1) & mask }
    return spot
  }

  private mutating func grow() {
    let old = (first, second, values)
    let size = values.count * 2
    first = Array(repeating: 0, count: size)
    second = first
    values = Array(repeating: -1, count: size)
    for spot in old.2.indices where old.2[spot] >= 0 {
      let new = place(old.0[spot], old.1[spot])
      first[new] = old.0[spot]
      second[new] = old.1[spot]
      values[new] = old.2[spot]
    }
  }
}
