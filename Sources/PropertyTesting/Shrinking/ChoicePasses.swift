/// Brings each choice as near to its target as the failure allows.
struct MinimizeChoices: ShrinkPass {
  let name = "minimize choices"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
      let token = shrinker.best.choiceTokens[position]
      if let choice = shrinker.best.choice(at: token), !choice.isSimplest {
        ChoiceMinimizer(shrinker, [token]).run()
      }
      position += 1
    }
  }
}

/// Lowers the largest of many numbers that were drawn alike to a bound that they have in common, so that
/// thousands of them take as few calls as one.
struct LowerBound: ShrinkPass {
  let name = "lower the bound"

  private static let many = 16

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var groups: [Choice: [Int]] = [:]
    var order: [Choice] = []
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.kind == .integer || choice.kind == .character else {
        continue
      }
      let kind = choice.with(value: choice.target)
      if groups[kind] == nil { order.append(kind) }
      groups[kind, default: []].append(token)
    }
    for kind in order {
      guard let group = groups[kind], group.count >= Self.many, shrinker.best.choiceTokens == shape.choiceTokens
      else { continue }
      let largest = group.compactMap { shrinker.best.choice(at: $0)?.complexity.distance }.max() ?? 0
      shrinker.lowerDistance(from: largest, above: 0) { bound in lower(group, to: bound, shrinker) }
    }
  }

  private func lower(_ group: [Int], to bound: UInt64, _ shrinker: Shrinker) -> Bool {
    var values: ChoiceValues = [:]
    for token in group {
      guard let choice = shrinker.best.choice(at: token), choice.complexity.distance > bound else { continue }
      values[token] = choice.value(at: bound, below: choice.complexity.isBelow)
    }
    return shrinker.consider(replacing: values)
  }
}

/// Lowers all choices of one value together, so that a repeated number, character or double stays repeated.
struct LowerEqualChoices: ShrinkPass {
  let name = "lower equal choices"

  func run(_ shrinker: Shrinker) {
    var done: Set<Choice> = []
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
      defer { position += 1 }
      let shape = shrinker.best
      guard let choice = shape.choice(at: shape.choiceTokens[position]), !choice.isSimplest,
        choice.kind != .count, choice.kind != .schedule, done.insert(choice).inserted
      else { continue }
      let group = shape.tokens(of: choice)
      if group.count > 1 { ChoiceMinimizer(shrinker, group).run() }
    }
  }
}
