/// Brings all numbers that are below their targets above them, as far as they were below: signs that have to agree.
struct MirrorNumbers: ShrinkPass {
  let name = "mirror numbers"

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var values: ChoiceValues = [:]
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.kind == .integer, choice.complexity.isBelow else { continue }
      values[token] = choice.target + min(choice.complexity.distance, choice.upper - choice.target)
    }
    if values.count > 1, shrinker.consider(replacing: values) { return }
    negate(shrinker)
  }

  /// All of them on the other side of their targets, where that makes the first one simpler.
  private func negate(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var values: ChoiceValues = [:]
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.kind == .integer, !choice.isSimplest else { continue }
      let isBelow = choice.complexity.isBelow
      guard !values.isEmpty || isBelow,
        let value = choice.with(value: choice.target).moved(by: choice.complexity.distance, up: isBelow)
      else { return }
      values[token] = value
    }
    if values.count > 1 { _ = shrinker.consider(replacing: values) }
  }
}

/// Moves all numbers out of one range by the same amount, from the first that is not simplest on, so that this
/// one is.
struct ShiftAlike: ShrinkPass {
  let name = "shift alike"

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var groups: [Choice: [Int]] = [:]
    var order: [Choice] = []
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.kind == .integer else { continue }
      let kind = choice.with(value: choice.target)
      if groups[kind] == nil {
        if choice.isSimplest { continue }
        order.append(kind)
      }
      groups[kind, default: []].append(token)
    }
    for kind in order {
      guard let group = groups[kind], group.count > 2, let first = shape.choice(at: group[0]) else { continue }
      let (isBelow, distance) = (first.complexity.isBelow, first.complexity.distance)
      var values: ChoiceValues = [:]
      for token in group {
        guard let choice = shape.choice(at: token),
          distance <= (isBelow ? choice.upper - choice.value : choice.value - choice.lower)
        else { continue }
        values[token] = isBelow ? choice.value + distance : choice.value - distance
      }
      if values.count == group.count, shrinker.consider(replacing: values) { return }
    }
  }
}

/// Brings one field of all elements of a collection to its simplest, or exchanges two fields in all of them: points of which
/// only one coordinate matters.
struct SimplifyFields: ShrinkPass {
  let name = "simplify fields"

  /// How many choices an element has at most.
  private static let fields = 4

  func run(_ shrinker: Shrinker) {
    shrinker.forEachPlace({ $0.collections.count }) { index in
      for field in 0..<Self.fields {
        simplify(field, index, shrinker)
        for other in (field + 1)..<max(Self.fields, field + 1) { exchange(field, other, index, shrinker) }
      }
    }
  }

  private func simplify(_ field: Int, _ index: Int, _ shrinker: Shrinker) {
    guard let elements = elements(index, shrinker), field < elements[0].count else { return }
    let shape = shrinker.best
    var values: ChoiceValues = [:]
    for element in elements {
      if let choice = shape.choice(at: element[field]), !choice.isSimplest { values[element[field]] = choice.target }
    }
    if values.count > 1 { _ = shrinker.consider(replacing: values) }
  }

  private func exchange(_ field: Int, _ other: Int, _ index: Int, _ shrinker: Shrinker) {
    guard let elements = elements(index, shrinker), other < elements[0].count else { return }
    let shape = shrinker.best
    var values: ChoiceValues = [:]
    for element in elements {
      guard let a = shape.choice(at: element[field]), let b = shape.choice(at: element[other]), a.isDrawnLike(b) else { return }
      (values[element[field]], values[element[other]]) = (b.value, a.value)
    }
    let tokens = shape.replacing(values)
    if isSimpler(tokens, than: shape.tokens) { _ = shrinker.consider(tokens) }
  }

  /// The choices of each element of a collection, where all have as many and there is something to gain.
  private func elements(_ index: Int, _ shrinker: Shrinker) -> [[Int]]? {
    let shape = shrinker.best
    guard index < shape.collections.count, shape.collections[index].elements.count > 1 else { return nil }
    let elements = shape.collections[index].elements.map { element in
      shape.spans[element].range.filter { shape.tokens[$0].isChoice }
    }
    guard (2...Self.fields).contains(elements[0].count), elements.allSatisfy({ $0.count == elements[0].count }) else {
      return nil
    }
    return elements
  }
}

/// Lowers all numbers that this round has changed by the same amount: where some are coupled, each of them alone goes
/// down by one at a time, and round by round.
struct LowerSharedOffset: ShrinkPass {
  let name = "lower a shared offset"

  func run(_ shrinker: Shrinker) {
    let (before, now) = (shrinker.roundStart, shrinker.best)
    guard before.choiceTokens.count == now.choiceTokens.count else { return }
    var changed: [(token: Int, choice: Choice)] = []
    for (old, token) in zip(before.choiceTokens, now.choiceTokens) {
      guard let was = before.choice(at: old), let choice = now.choice(at: token), choice.kind == .integer,
        choice.isDrawnLike(was), choice.value != was.value, !choice.isSimplest
      else { continue }
      changed.append((token, choice))
    }
    guard changed.count > 1, let least = changed.map(\.choice.complexity.distance).min() else { return }
    // What is left of the shared amount.
    func set(_ left: UInt64) -> Bool {
      let step = least - left
      var values: ChoiceValues = [:]
      for (token, choice) in changed {
        values[token] = choice.complexity.isBelow ? choice.value + step : choice.value - step
      }
      return shrinker.consider(replacing: values)
    }
    if !set(0) { shrinker.lowerDistance(from: least, above: 0, set) }
  }
}

/// Takes powers of ten from an exponent and lengthens the digits by as many: a count of digits that stands after the
/// exponent and before the digits themselves, as in decimals. The same value, or as large a one as fits.
struct LengthenDigits: ShrinkPass {
  let name = "lengthen digits"

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    let counts = Set(shape.collections.map(\.countToken))
    for position in shape.choiceTokens.indices.dropFirst().dropLast() {
      let tokens = Array(shape.choiceTokens[(position - 1)...(position + 1)])
      guard !counts.contains(tokens[1]), let exponent = shape.choice(at: tokens[0]), exponent.kind == .integer,
        let length = shape.choice(at: tokens[1]), length.kind == .count,
        exponent.value > exponent.target || length.value > 19,
        let digits = shape.choice(at: tokens[2]), digits.kind == .integer
      else { continue }
      let moved = min(max(exponent.value, exponent.target) - exponent.target, length.upper - length.value)
      let (power, overflow) = (0..<moved).reduce((UInt64(1), false)) { product, _ in
        let (value, overflows) = product.0.multipliedReportingOverflow(by: 10)
        return (value, product.1 || overflows)
      }
      let (scaled, overflows) = digits.value.multipliedReportingOverflow(by: power)
      if moved > 0, !overflow, !overflows,
        shrinker.consider(replacing: [
          tokens[0]: exponent.value - moved, tokens[1]: length.value + moved, tokens[2]: scaled,
        ])
      {
        return
      }
      // As many digits as one choice holds, all of them nines.
      let digitCount = min(length.upper, 19)
      if shrinker.consider(replacing: [tokens[0]: exponent.target, tokens[1]: digitCount, tokens[2]: .max]) { return }
      if length.value > digitCount, shrinker.consider(replacing: [tokens[1]: digitCount, tokens[2]: .max]) { return }
    }
  }
}
