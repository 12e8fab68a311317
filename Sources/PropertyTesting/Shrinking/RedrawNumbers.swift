/// Draws the numbers of a small case again, as random ones: with one element less, or with one number at its target. It is for failures
/// that many cases have and no step connects: a digit, a remainder or a prime of a sum, a product above a bound. The other passes end
/// in one of several cases from which each single step passes, and another of them is simpler.
struct RedrawNumbers: ShrinkPass {
  let name = "redraw numbers"

  /// In a case of more numbers, a random one hardly ever fails.
  private static let few = 4
  private static let choices = 16
  /// How many cases are tried for each thing that gets simpler.
  private static let draws = 8

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    let choices = numbers(shape).compactMap { shape.choice(at: $0) }
    // What is next to simplest has been looked at by others.
    guard shape.choiceTokens.count <= Self.choices, choices.count <= Self.few, choices.contains(where: { $0.complexity.distance > 2 })
    else { return }
    // One at its bound is the largest of its kind: a random one in its place hardly ever fails.
    if choices.contains(where: { !$0.isSimplest && ($0.value == $0.lower || $0.value == $0.upper) }) { return }
    for collection in shape.collections.indices where shorten(collection, shrinker) { return }
    for token in shape.choiceTokens where omit(token, shrinker) { return }
    for token in numbers(shape).dropLast() where lower(token, shrinker) { return }
  }

  /// What is drawn again: numbers alone, because what they are in stays as it is.
  private func numbers(_ shape: Shape) -> [Int] {
    let lengths = Set(shape.lengths.map(\.token))
    return shape.choiceTokens.filter { shape.choice(at: $0)?.kind == .integer && !lengths.contains($0) }
  }

  private func shorten(_ index: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let elements = shape.collections[index].elements
    let length = Shape.Length(shape.collections[index])
    guard let last = elements.indices.last, let tokens = shape.deleting(places: last..<last + 1, of: length) else { return false }
    return redraw(Shape(tokens), from: 0, present: shape, shrinker)
  }

  /// An optional that is nil, or an earlier alternative.
  private func omit(_ token: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard let choice = shape.choice(at: token), choice.kind == .branch, !choice.isSimplest,
      let preview = shrinker.preview(shape.replacing([token: choice.target]))
    else { return false }
    return redraw(Shape(preview.tokens), from: 0, present: shape, shrinker)
  }

  private func lower(_ token: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard let choice = shape.choice(at: token), !choice.isSimplest, !shrinker.isThreshold(choice) else { return false }
    return redraw(Shape(shape.replacing([token: choice.target])), from: token + 1, present: shape, shrinker)
  }

  private func redraw(_ shape: Shape, from first: Int, present: Shape, _ shrinker: Shrinker) -> Bool {
    let tokens = numbers(shape).filter { $0 >= first }
    guard !tokens.isEmpty else { return false }
    let values = numbers(present).compactMap { present.choice(at: $0) }.filter { !$0.isSimplest }
    // Equal to each other, as one of them is.
    if tokens.count > 1 {
      for value in values where tokens.allSatisfy({ shape.choice(at: $0)?.isDrawnLike(value) ?? false }) {
        if shrinker.consider(shape.replacing(ChoiceValues(tokens, to: value.value))) { return true }
      }
    }
    var words = UInt64(tokens.count)
    for _ in 0..<Self.draws {
      var drawn: ChoiceValues = [:]
      for token in tokens {
        guard let choice = shape.choice(at: token) else { continue }
        words &+= 0x9e37_79b9_7f4a_7c15
        drawn[token] = choice.drawn(Source.mix(words))
      }
      if shrinker.consider(shape.replacing(drawn)) { return true }
    }
    return false
  }
}

extension Choice {
  /// A value of the range: as likely of few bits as of many, above the simplest twice as often as below it.
  fileprivate func drawn(_ word: UInt64) -> UInt64 {
    let (above, below) = (upper - target, target - lower)
    let isBelow = below > 0 && (above == 0 || word >> 62 == 0)
    let room = isBelow ? below : above
    let bits = UInt64(64 - room.leadingZeroBitCount)
    guard bits > 0 else { return target }
    let size = 1 + (word >> 48 & 0xff) % bits
    let distance = min((word & 0xffff_ffff_ffff) >> (48 - min(size, 48)), room)
    return isBelow ? target - distance : target + distance
  }
}
