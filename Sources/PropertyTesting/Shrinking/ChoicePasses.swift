/// Brings each choice as near to its target as the failure allows.
struct MinimizeChoices: ShrinkPass {
  let name = "minimize choices"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
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
      values[token] = choice.complexity.isBelow ? choice.target - bound : choice.target + bound
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
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      defer { position += 1 }
      let shape = shrinker.best
      guard let choice = shape.choice(at: shape.choiceTokens[position]), !choice.isSimplest,
        choice.kind != .count, choice.kind != .schedule, done.insert(choice).inserted
      else { continue }
      let group = shape.choiceTokens.filter { shape.choice(at: $0) == choice }
      if group.count > 1 { ChoiceMinimizer(shrinker, group).run() }
    }
  }
}

/// Tries for each number what halving passes over, for claims that do not hold on one side of a bound only: small
/// numbers on both sides of the target, and without each of its bits; and for a character each of a kind.
struct MinimizeThoroughly: ShrinkPass {
  let name = "minimize thoroughly"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      if let choice = shrinker.choice(at: position), !choice.isSimplest {
        switch choice.kind {
        case .integer: minimize(position, choice, shrinker)
        case .character: scan(position, choice, shrinker)
        case .double, .count, .boolean, .branch, .schedule: break
        }
      }
      position += 1
    }
  }

  private func minimize(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    // The only number that is not simplest gets more calls.
    let shape = shrinker.best
    let isAlone = shape.choiceTokens.count { shape.choice(at: $0)?.isSimplest == false } == 1
    let reach: UInt64 = isAlone ? 16 : 3
    for rank in 1...2 * Int(reach) {
      let value = choice.simplest(rank)
      let complexity = choice.with(value: value).complexity
      guard complexity.distance <= reach, complexity < choice.complexity else { break }
      if shrinker.consider(at: position, value) { return }
    }
    let isBelow = choice.complexity.isBelow
    var distance = choice.complexity.distance
    for bit in (0..<64).reversed() where distance >> UInt64(bit) & 1 == 1 {
      let without = distance ^ (1 << UInt64(bit))
      if shrinker.consider(at: position, isBelow ? choice.target - without : choice.target + without) {
        distance = without
      }
    }
  }

  /// Signs and controls have no order in which one that fails makes others fail. Equal ones change together, or
  /// only this one.
  private func scan(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let group = shape.choiceTokens.filter { shape.choice(at: $0) == choice }
    for value in ScalarOrder.signs where value < choice.value {
      if shrinker.consider(replacing: ChoiceValues(group, to: value)) { return }
      if group.count > 1, shrinker.consider(at: position, value) { return }
    }
  }
}
