/// Swaps parts that were drawn alike, wherever they stand, so that the simpler one comes first: fields of a
/// record, children of a tree, a leaf with a branch of its sibling.
struct SwapAlike: ShrinkPass {
  let name = "swap alike"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.forEachPlace({ $0.spans.count }) { try swapOnwards($0, shrinker) }
  }

  /// Elements of collections are left to ``SortElements``.
  private func swapOnwards(_ index: Int, _ shrinker: Shrinker) throws {
    let shape = shrinker.best
    let first = shape.spans[index]
    guard first.label != .element, first.label != .collection, let head = shape.head(of: first) else { return }
    var strangers = 0
    for second in shape.spans[(index + 1)...] where second.label == first.label && second.open > first.close {
      if second.parent != first.parent {
        strangers += 1
        if strangers > Self.window { return }
      }
      guard let secondHead = shape.head(of: second), head.isDrawnLike(secondHead),
        shape.tokens[first.range] != shape.tokens[second.range]
      else { continue }
      let swapped = try shape.swapping(first, second)
      if isSimpler(swapped, than: shape.tokens), shrinker.consider(swapped) { return }
    }
  }

  /// How many later parts of another parent are tried with each.
  private static let window = 8
}

/// Puts the elements of a collection in order of simplicity, each as far forward as the failure allows.
struct SortElements: ShrinkPass {
  let name = "sort elements"

  func run(_ shrinker: Shrinker) {
    for index in shrinker.best.collections.indices {
      guard index < shrinker.best.collections.count else { return }
      let count = shrinker.best.collections[index].elements.count
      guard count > 1 else { continue }
      sort(0..<count, collection: index, shrinker)
      for position in 1..<count where !shrinker.isExhausted() {
        sink(position, collection: index, shrinker)
      }
      if count <= Self.small {
        swapPairs(count, collection: index, shrinker)
        moveForward(count, collection: index, shrinker)
      }
    }
  }

  /// In a collection of more elements, only neighbours are swapped.
  private static let small = 8

  /// All of them at once, or else each half for itself.
  private func sort(_ range: Range<Int>, collection index: Int, _ shrinker: Shrinker) {
    guard range.count > 1, !shrinker.isExhausted(), var parts = parts(index, shrinker),
      range.upperBound <= parts.count
    else { return }
    let sorted = parts[range].sorted { isSimpler($0, than: $1) }
    if sorted == Array(parts[range]) { return }
    parts.replaceSubrange(range, with: sorted)
    if shrinker.consider(rearranged(shrinker.best, index, parts)) || range.count <= Self.small { return }
    let middle = range.lowerBound + range.count / 2
    sort(range.lowerBound..<middle, collection: index, shrinker)
    sort(middle..<range.upperBound, collection: index, shrinker)
  }

  /// Moves one element forward past those that it is simpler than, one place at a time.
  private func sink(_ position: Int, collection index: Int, _ shrinker: Shrinker) {
    var position = position
    while position > 0, isOutOfOrder(position, collection: index, shrinker), var parts = parts(index, shrinker) {
      parts.swapAt(position, position - 1)
      guard
        shrinker.consider(rearranged(shrinker.best, index, parts))
          || swapAndFollow(position, collection: index, parts, shrinker)
      else { return }
      position -= 1
    }
  }

  private func isOutOfOrder(_ position: Int, collection index: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard index < shape.collections.count, position < shape.collections[index].elements.count else { return false }
    let elements = shape.collections[index].elements
    return isSimpler(
      shape.tokens[shape.spans[elements[position]].range], than: shape.tokens[shape.spans[elements[position - 1]].range])
  }

  /// Swaps an element with the one before it where a number elsewhere points at either of them, and follows it.
  private func swapAndFollow(
    _ position: Int, collection index: Int, _ parts: [ArraySlice<Token>], _ shrinker: Shrinker
  ) -> Bool {
    let shape = shrinker.best
    let elements = shape.collections[index].elements
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.couldPoint, choice.value >= choice.target,
        token < shape.spans[elements[position - 1]].open || token > shape.spans[elements[position]].close
      else { continue }
      let other: UInt64
      switch choice.value - choice.target {
      case UInt64(position) where position > 0: other = choice.value - 1
      case UInt64(position - 1) where choice.value < choice.upper: other = choice.value + 1
      default: continue
      }
      // Outside of the two elements, which are as long together as they were, the token stands where it stood.
      guard var tokens = rearranged(shape, index, parts) else { return false }
      tokens[token] = .choice(choice.with(value: other))
      if shrinker.consider(tokens) { return true }
    }
    return false
  }

  /// Each two of a few, wherever they stand.
  private func swapPairs(_ count: Int, collection index: Int, _ shrinker: Shrinker) {
    for first in 0..<count {
      for second in (first + 1)..<max(count, first + 1) where !shrinker.isExhausted() {
        guard var parts = parts(index, shrinker), second < parts.count else { return }
        guard isSimpler(parts[second], than: parts[first]) else { continue }
        parts.swapAt(first, second)
        _ = shrinker.consider(rearranged(shrinker.best, index, parts))
      }
    }
  }

  /// One of a few past several others, which keep their order.
  private func moveForward(_ count: Int, collection index: Int, _ shrinker: Shrinker) {
    for first in 0..<count {
      for second in (first + 2)..<max(count, first + 2) where !shrinker.isExhausted() {
        guard var parts = parts(index, shrinker), second < parts.count else { return }
        guard isSimpler(parts[second], than: parts[first]) else { continue }
        parts.insert(parts.remove(at: second), at: first)
        _ = shrinker.consider(rearranged(shrinker.best, index, parts))
      }
    }
  }

  private func parts(_ index: Int, _ shrinker: Shrinker) -> [ArraySlice<Token>]? {
    let shape = shrinker.best
    guard index < shape.collections.count else { return nil }
    return shape.collections[index].elements.map { shape.tokens[shape.spans[$0].range] }
  }

  private func rearranged(_ shape: Shape, _ index: Int, _ parts: [ArraySlice<Token>]) -> [Token]? {
    let elements = shape.collections[index].elements
    guard let first = elements.first, let last = elements.last else { return nil }
    return Array(
      shape.tokens[..<shape.spans[first].open] + parts.joined()
        + shape.tokens[(shape.spans[last].close + 1)...])
  }
}
