/// Tries the orders of blocks of versions, two blocks at a time: what one order forces is drawn first, and only a pair that nothing
/// decides is tried both ways.
struct VersionOrderSearch {
  /// What must not be a cycle, of dependencies D (`ww`, `wr`, orders of time) and antidependencies `rw` (Cerone and Gotsman, 2018).
  enum Rule {
    /// D.
    case cursor
    /// D with at most one `rw`.
    case parallel
    /// D with any number of `rw`, no two in a row.
    case snapshot
    /// D and `rw`.
    case serial
  }

  /// Versions of a key that are neighbours.
  struct Block {
    /// The writer of the first; −1: the initial state.
    var first: Int
    var last: Int
    /// Who read the last.
    var readers: UInt64
  }

  /// Two blocks of a key: one is before the other.
  struct Pair {
    var one: Block
    var other: Block
  }

  private let rule: Rule
  private var closure: TransactionClosure
  /// By transaction: those that it directly depends on, and those that miss what it wrote.
  private var dependencies: [UInt64]
  private var missing: [UInt64]
  /// By transaction: those whose writes it misses.
  private var missed: [UInt64]

  init(_ rule: Rule, count: Int) {
    self.rule = rule
    closure = TransactionClosure(count: count)
    dependencies = Array(repeating: 0, count: count)
    missing = dependencies
    missed = dependencies
  }

  /// - Returns: false if that makes a cycle of the rule.
  mutating func addDependency(_ one: Int, _ other: Int) -> Bool {
    guard one != other, dependencies[other] & 1 << one == 0 else { return true }
    dependencies[other] |= 1 << one
    guard closure.add(one, other) else { return false }
    switch rule {
    case .cursor, .serial: return true
    case .parallel: return missing.indices.allSatisfy { closure.after[$0] & missing[$0] == 0 }
    case .snapshot:
      for target in BitPlaces(missed[other]) where !closure.add(one, target) { return false }
      return true
    }
  }

  /// - Returns: false if that makes a cycle of the rule.
  mutating func addAntidependency(_ reader: Int, _ writer: Int) -> Bool {
    guard reader != writer, missed[reader] & 1 << writer == 0 else { return true }
    missed[reader] |= 1 << writer
    missing[writer] |= 1 << reader
    switch rule {
    case .cursor: return true
    case .parallel: return closure.after[writer] & 1 << reader == 0
    case .serial: return closure.add(reader, writer)
    case .snapshot:
      for source in BitPlaces(dependencies[reader]) where !closure.add(source, writer) { return false }
      return true
    }
  }

  private mutating func put(_ one: Block, before other: Block) -> Bool {
    guard other.first >= 0 else { return false }
    if one.last >= 0, !addDependency(one.last, other.first) { return false }
    for reader in BitPlaces(one.readers) where !addAntidependency(reader, other.first) { return false }
    return true
  }

  /// - Parameter limit: how many orders of two blocks may be tried; what is left of it.
  /// - Returns: whether the pairs have an order without a cycle of the rule; nil if the limit ended the search.
  func run(_ pairs: [Pair], limit: inout Int) -> Bool? {
    var stack = [(state: self, pairs: pairs)]
    while var (state, open) = stack.popLast() {
      var isPossible = true
      var hasChanged = true
      var last: (VersionOrderSearch, VersionOrderSearch)?
      while isPossible, hasChanged, !open.isEmpty {
        hasChanged = false
        var left: [Pair] = []
        for pair in open where isPossible {
          limit -= 2
          if limit < 0 { return nil }
          var forward = state
          var backward = state
          switch (forward.put(pair.one, before: pair.other), backward.put(pair.other, before: pair.one)) {
          case (true, true):
            left.append(pair)
            last = (forward, backward)
          case (true, false): (state, hasChanged) = (forward, true)
          case (false, true): (state, hasChanged) = (backward, true)
          case (false, false): isPossible = false
          }
        }
        open = left
      }
      guard isPossible else { continue }
      guard let (forward, backward) = last, !open.isEmpty else { return true }
      // Nothing has changed since the last pair was tried both ways.
      open.removeLast()
      stack.append((backward, open))
      stack.append((forward, open))
    }
    return false
  }
}
