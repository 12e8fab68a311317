/// Keeps the structure of the whole case and gives all of its values the simplest patterns: all alike, all
/// distinct, ascending, descending. Many failures turn on the structure alone, and what follows then works on a
/// case that says so.
struct TrySimplestShapes: ShrinkPass {
  let name: String
  private let needsCollections: Bool

  static let first = TrySimplestShapes(name: "try simplest shapes", needsCollections: false)
  /// Once elements are gone, what is left may do with fewer values.
  static let afterDeletions = TrySimplestShapes(name: "try simplest shapes of what is left", needsCollections: true)

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.choiceTokens.count > 1, !needsCollections || !shrinker.best.collections.isEmpty else { return }
    let patterns: [(_ choice: Choice, _ place: Int, _ count: Int) -> UInt64] = [
      { choice, _, _ in choice.target },
      { choice, place, _ in choice.simplest(place) },
      { choice, place, _ in choice.above(place) },
      { choice, place, count in choice.above(count - 1 - place) },
    ]
    for pattern in patterns {
      let tokens = patterned(shrinker.best, pattern)
      if isSimpler(tokens, than: shrinker.best.tokens), shrinker.consider(tokens) { return }
    }
  }

  /// Each number and character as `value` gives it from its place among those out of the same range, and
  /// how many there are. What decides on structure stays: counts, branches, lengths.
  private func patterned(
    _ shape: Shape, _ value: (_ choice: Choice, _ place: Int, _ count: Int) -> UInt64
  ) -> [Token] {
    let lengths = Set(shape.lengths.map(\.token))
    // By the range that they were drawn from. Most are drawn like the one before.
    var groups: [(choice: Choice, tokens: [Int])] = []
    var places: [Choice: Int] = [:]
    var last = 0
    for token in shape.choiceTokens where !lengths.contains(token) {
      guard let choice = shape.choice(at: token) else { continue }
      switch choice.kind {
      case .integer, .character, .boolean, .double:
        if groups.isEmpty || !groups[last].choice.isDrawnLike(choice) || groups[last].choice.target != choice.target {
          last = places[choice.with(value: choice.target), default: groups.count]
          places[choice.with(value: choice.target)] = last
          if last == groups.count { groups.append((choice, [])) }
        }
        groups[last].tokens.append(token)
      case .count, .branch, .schedule: continue
      }
    }
    var patterned = shape.tokens
    for (choice, tokens) in groups {
      for (place, token) in tokens.enumerated() {
        let value = choice.kind == .double ? choice.target : value(choice, place, tokens.count)
        patterned[token] = .choice(choice.with(value: value))
      }
    }
    return patterned
  }
}

extension Choice {
  /// The value that far above the simplest, or the last.
  fileprivate func above(_ distance: Int) -> UInt64 { target + min(UInt64(distance), upper - target) }

  /// The value that is `rank` places from the simplest in the order of simplicity; the last where there
  /// are fewer.
  func simplest(_ rank: Int) -> UInt64 {
    let (above, below) = (upper - target, target - lower)
    let rank = UInt64(rank)
    let paired = min(above, below)
    if rank <= 2 * min(paired, .max / 4) {
      return rank % 2 == 1 ? target + (rank + 1) / 2 : target - rank / 2
    }
    let distance = min(rank - paired, max(above, below))
    return above >= below ? target + distance : target - distance
  }

  /// How many values come before this one in the order of simplicity, where that is fewer than `limit`.
  func rank(below limit: Int) -> Int? {
    guard kind != .double, complexity.distance < UInt64(limit) else { return nil }
    return (0..<limit).first { simplest($0) == value }
  }
}
