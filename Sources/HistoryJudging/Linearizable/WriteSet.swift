/// A set of writes, by their numbers: a bit for each.
struct WriteSet: Equatable {
  private var words: [UInt64]

  /// - Parameter count: how many writes there are.
  init(_ members: [Int], of count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
    for member in members { insert(member) }
  }

  func contains(_ member: Int) -> Bool { words[member / 64] & 1 << UInt64(member % 64) != 0 }
  mutating func insert(_ member: Int) { words[member / 64] |= 1 << UInt64(member % 64) }
  mutating func remove(_ member: Int) { words[member / 64] &= ~(1 << UInt64(member % 64)) }

  mutating func formUnion(_ other: WriteSet) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  /// The members, ascending.
  var members: [Int] { words.enumerated().flatMap { place, word in BitPlaces(word).map { place * 64 + $0 } } }

  /// Whether the writes can be put into an order in which each comes behind those before it.
  static func haveOrder(_ before: [WriteSet]) -> Bool {
    // 0: not yet looked at; 1: being looked at; 2: done.
    var states = Array(repeating: 0, count: before.count)
    var stack: [(write: Int, rest: ArraySlice<Int>)] = []
    for root in before.indices where states[root] == 0 {
      states[root] = 1
      stack.append((root, before[root].members[...]))
      while let (write, rest) = stack.last {
        guard let next = rest.first else {
          states[write] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].rest.removeFirst()
        if states[next] == 1 { return false }
        guard states[next] == 0 else { continue }
        states[next] = 1
        stack.append((next, before[next].members[...]))
      }
    }
    return true
  }
}
