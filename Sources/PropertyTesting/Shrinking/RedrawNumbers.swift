/// Draws the numbers and characters of a small case again: with fewer elements, without an optional, or with one of them simpler. It is
/// for failures that many cases have and no step connects: a digit, a remainder or a prime of a sum, a product above a bound, an order. The
/// other passes end in one of several cases from which each single step passes, and another of them is simpler.
struct RedrawNumbers: ShrinkPass {
  let name = "redraw numbers"

  private static let choices = 20
  /// With a number so far from its target there is much below it, and it is worth so many times the draws.
  private static let far: UInt64 = 8
  private static let timesIfFar = 8
  /// Up to here, a range is narrow: a random number out of it is likely to fail where many do.
  private static let narrow: UInt64 = 1_000

  /// How much is tried.
  private struct Effort {
    /// In a case of more numbers, random ones hardly ever fail.
    let numbers: Int
    /// How often the numbers are drawn for each thing that gets simpler.
    var draws: Int
    /// How many simpler values one number is given, and how often the others are drawn for each but the first.
    let ranks: Int
    var drawsForRank: Int

    static let wide = Effort(numbers: 4, draws: 8, ranks: 1, drawsForRank: 0)
    static let narrow = Effort(numbers: 9, draws: 16, ranks: 8, drawsForRank: 5)
    static let atThresholds = Effort(numbers: 6, draws: 4, ranks: 2, drawsForRank: 2)
  }

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    let numbers = shape.redrawable
    guard shape.choiceTokens.count <= Self.choices, let effort = Self.effort(shrinker), numbers.count <= effort.numbers else { return }
    for collection in shape.collections.indices where shorten(collection, effort, shrinker) { return }
    for token in shape.choiceTokens where omit(token, effort, shrinker) { return }
    for token in numbers.dropLast() where lower(token, effort, shrinker) { return }
  }

  /// Whether it is likely that random numbers fail.
  static func isWorthwhile(_ shrinker: Shrinker) -> Bool { effort(shrinker) != nil }

  private static func effort(_ shrinker: Shrinker) -> Effort? {
    let numbers = shrinker.best.redrawable
    let choices = numbers.compactMap { shrinker.best.choice(at: $0) }
    let isNarrow = choices.allSatisfy { $0.kind != .integer || $0.upper - $0.lower <= narrow }
    if choices.allSatisfy(\.isSimplest) { return nil }
    // One at the bound of a wide range is the largest of its kind, which a random one is not.
    if !isNarrow, choices.contains(where: { !$0.isSimplest && ($0.value == $0.lower || $0.value == $0.upper) }) { return nil }
    // Where each is next to simplest or a threshold, it is less likely that others fail.
    let isRugged = zip(numbers, choices).contains { token, choice in
      choice.complexity.distance > 2 && !(isNarrow ? shrinker.isThreshold(at: token) : shrinker.isKnownThreshold(choice))
    }
    guard var effort: Effort = isRugged ? (isNarrow ? .narrow : .wide) : (isNarrow ? .atThresholds : nil) else { return nil }
    if choices.contains(where: { $0.complexity.distance >= far }) {
      effort.draws *= timesIfFar
      effort.drawsForRank *= timesIfFar
    }
    return effort
  }

  /// To one element less; and, if much is tried, to half of them, and to one.
  private func shorten(_ index: Int, _ effort: Effort, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let count = shape.collections[index].elements.count
    let length = Shape.Length(shape.collections[index])
    for kept in effort.ranks > 2 ? [count - 1, count / 2, 1] : [count - 1] where 0..<count ~= kept {
      guard let tokens = shape.deleting(places: kept..<count, of: length) else { continue }
      if Self.redraw(Shape(tokens), effort.draws, shrinker) { return true }
    }
    return false
  }

  /// An optional that is nil, or an earlier alternative.
  private func omit(_ token: Int, _ effort: Effort, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard let choice = shape.choice(at: token), choice.kind == .branch, !choice.isSimplest,
      let preview = shrinker.preview(shape.replacing([token: choice.target]))
    else { return false }
    return Self.redraw(Shape(preview.tokens), effort.draws, shrinker)
  }

  /// To the simplest values, and to some just simpler than it is.
  private func lower(_ token: Int, _ effort: Effort, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard let choice = shape.choice(at: token), !choice.isSimplest else { return false }
    if effort.ranks == 1, shrinker.isKnownThreshold(choice) { return false }
    var values = (0..<effort.ranks).map(choice.simplest)
    if effort.ranks > 2 { values += (1...3).compactMap { choice.moved(by: $0, up: choice.complexity.isBelow) } }
    for (rank, value) in values.enumerated() where choice.with(value: value).complexity < choice.complexity {
      let draws = rank == 0 ? effort.draws : effort.drawsForRank
      if Self.redraw(Shape(shape.replacing([token: value])), from: token + 1, draws, shrinker) { return true }
    }
    return false
  }

  /// Considers `shape` with its numbers from a place on equal, and then drawn again and again.
  static func redraw(_ shape: Shape, from first: Int = 0, _ draws: Int, _ shrinker: Shrinker) -> Bool {
    let tokens = shape.redrawable.filter { $0 >= first }
    guard !tokens.isEmpty else { return false }
    let present = shrinker.best
    let values = present.redrawable.compactMap { present.choice(at: $0) }.filter { !$0.isSimplest }
    // Equal to each other, as one of them is.
    if tokens.count > 1 {
      for value in values where tokens.allSatisfy({ shape.choice(at: $0)?.isDrawnLike(value) ?? false }) {
        if shrinker.consider(shape.replacing(ChoiceValues(tokens, to: value.value))) { return true }
      }
    }
    for draw in 0..<UInt64(draws) {
      var drawn: ChoiceValues = [:]
      for (place, token) in tokens.enumerated() {
        guard let choice = shape.choice(at: token) else { continue }
        // One draw in five gives all the same.
        drawn[token] = choice.drawn(draw, place: draw % 5 == 4 ? 0 : UInt64(place))
      }
      if shrinker.consider(shape.replacing(drawn)) { return true }
    }
    return false
  }
}

extension Shape {
  /// What is drawn again: numbers, characters, and elements that are picked from a list; what they are in stays as it is.
  var redrawable: [Int] {
    let lengths = Set(lengths.map(\.token))
    return choiceTokens.filter { token in
      switch choice(at: token)?.kind {
      case .integer, .character: !lengths.contains(token)
      case .branch: isWholeElement(token)
      default: false
      }
    }
  }

  /// Whether the choice is all that an element of a collection holds.
  private func isWholeElement(_ token: Int) -> Bool {
    guard token > 0, token + 1 < tokens.count, case .open(.element) = tokens[token - 1], case .close = tokens[token + 1]
    else { return false }
    return true
  }
}

extension Choice {
  /// A value of the range, which several draws cover evenly: in turn any value, and one of any size in bits; above the simplest twice as
  /// often as below it. They are always the same, so that the same failure ends in the same case from any seed.
  fileprivate func drawn(_ draw: UInt64, place: UInt64) -> UInt64 {
    // Multiples of such a number, taken modulo 2⁶⁴, lie evenly: of the golden ratio in the first place.
    let step = place == 0 ? 0x9e37_79b9_7f4a_7c15 : Source.mix(place) | 1
    let word = (draw + 1) &* step
    // Most characters that matter are in ASCII.
    let isASCII = kind == .character && draw % 4 != 3
    let (above, below) = (isASCII ? min(upper, ScalarOrder.signs.upperBound) : upper - target, target - lower)
    let isBelow = below > 0 && (above == 0 || draw % 3 == 2)
    let room = isBelow ? below : above
    var distance = word.multipliedFullWidth(by: room == .max ? room : room + 1).high
    if draw % 2 == 1, room > 0 {
      let size = 1 + word.multipliedFullWidth(by: UInt64(64 - room.leadingZeroBitCount)).high
      distance = min(Source.mix(word) >> (64 - size), room)
    }
    return value(at: distance, below: isBelow)
  }
}
