/// Brings each choice as near to its target as the failure allows: straight there, by halving, by one.
struct MinimizeChoices: ShrinkPass {
  let name = "minimize choices"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      if let choice = shrinker.choice(at: position), !choice.isSimplest {
        switch choice.kind {
        case .double: DoubleMinimizer(shrinker: shrinker, position: position).run()
        case .branch, .schedule: lowerBranch(position, choice, shrinker)
        case .integer, .boolean, .count, .character: minimize(position, choice, shrinker)
        }
      }
      position += 1
    }
  }

  /// The nearest values to the target: what most claims turn on.
  private func nudge(_ choice: Choice, _ set: (UInt64) -> Bool) -> Bool {
    guard choice.complexity.distance > 1 || choice.complexity.isBelow else { return false }
    if choice.target < choice.upper, set(choice.target + 1) { return true }
    return choice.complexity.distance > 1 && choice.target > choice.lower && set(choice.target - 1)
  }

  /// Neither branches nor points of a schedule have an order in which one that fails makes others fail:
  /// each lower one is tried.
  private func lowerBranch(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    for value in choice.target..<min(choice.value, choice.target + 64)
    where shrinker.consider(at: position, value) { return }
  }

  private func minimize(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    func set(_ value: UInt64) -> Bool { shrinker.consider(at: position, value) }
    if set(choice.target) || nudge(choice, set) { return }
    var isBelow = choice.complexity.isBelow
    var distance = choice.complexity.distance
    func value(_ distance: UInt64) -> UInt64 {
      isBelow ? choice.target - distance : choice.target + distance
    }
    if isBelow, distance <= choice.upper - choice.target, set(choice.target + distance) {
      isBelow = false
    }
    // The least distance known to be too small, and the search between it and the best.
    var floor: UInt64 = 1
    guard distance > 2 else { return }
    if distance > 1 << 16 {
      // From far away: doubling up from below needs fewer calls than halving down.
      var reach: UInt64 = 2
      while reach < distance / 2, !set(value(reach)) {
        floor = reach
        reach *= 2
      }
      if reach < distance / 2 {
        distance = reach
      } else if set(value(distance - 1)) {
        distance -= 1
      } else {
        return
      }
    } else if set(value(distance / 2)) {
      distance /= 2
    } else {
      floor = distance / 2
      guard set(value(distance - 1)) else { return }
      distance -= 1
    }
    while distance - floor > 1 {
      let middle = floor + (distance - floor) / 2
      if set(value(middle)) { distance = middle } else { floor = middle }
    }
  }
}

/// Tries for each number what halving passes over, for claims that do not hold on one side of a bound only: small
/// numbers on both sides of the target, and less by each power of two.
struct MinimizeThoroughly: ShrinkPass {
  let name = "minimize thoroughly"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      if let choice = shrinker.choice(at: position), !choice.isSimplest, choice.kind != .double {
        minimize(position, choice, shrinker)
      }
      position += 1
    }
  }

  private func minimize(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    let (above, below) = (choice.upper - choice.target, choice.target - choice.lower)
    for distance in 1...UInt64(5) where distance <= choice.complexity.distance {
      if distance <= above, shrinker.consider(at: position, choice.target + distance) { return }
      if distance <= below, shrinker.consider(at: position, choice.target - distance) { return }
    }
    let isBelow = choice.complexity.isBelow
    var distance = choice.complexity.distance
    var step: UInt64 = 1 << 63
    while step > 0 {
      while step <= distance {
        let nearer = distance - step
        let value = isBelow ? choice.target - nearer : choice.target + nearer
        guard shrinker.consider(at: position, value) else { break }
        distance = nearer
      }
      step /= 2
    }
  }
}

extension Shrinker {
  /// The choice that stands at `position` among the choices.
  func choice(at position: Int) -> Choice? {
    position < best.choiceTokens.count ? best.choice(at: best.choiceTokens[position]) : nil
  }

  /// ``consider(replacing:)`` for the choice that stands at `position` among the choices.
  func consider(at position: Int, _ value: UInt64) -> Bool {
    guard position < best.choiceTokens.count else { return false }
    return consider(replacing: [best.choiceTokens[position]: value])
  }
}

/// Changes a number by one and deletes an element: a length with what it counts, an index with what it
/// points past, a counter with the step that would have raised it.
struct ChangeAndDelete: ShrinkPass {
  let name: String
  private let raises: Bool

  static let lowers = ChangeAndDelete(name: "lower and delete", raises: false)
  static let raises = ChangeAndDelete(name: "raise and delete", raises: true)

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      while changeOnce(position, shrinker) {}
      position += 1
    }
  }

  /// Each success removes an element, so that repeating it ends.
  private func changeOnce(_ position: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard position < shape.choiceTokens.count,
      let choice = shape.choice(at: shape.choiceTokens[position]), choice.kind == .integer,
      raises ? choice.value < choice.upper : choice.value > choice.target
    else { return false }
    let token = shape.choiceTokens[position]
    let changed = raises ? choice.value + 1 : choice.value - 1
    for (index, span) in shape.spans.enumerated() where span.label == .element {
      guard !span.range.contains(token) else { continue }
      var values = [token: changed]
      if let collection = shape.collections.first(where: { $0.elements.contains(index) }) {
        guard let count = shape.choice(at: collection.countToken), count.value > count.lower else {
          continue
        }
        values[collection.countToken] = count.value - 1
      }
      if shrinker.consider(shape.deleting(spans: [index], replacing: values)) { return true }
    }
    return false
  }
}

/// Lowers all choices of one value together, so that a repeated number stays repeated.
struct LowerEqualChoices: ShrinkPass {
  let name = "lower equal choices"

  func run(_ shrinker: Shrinker) {
    var done: Set<Choice> = []
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
      defer { position += 1 }
      let shape = shrinker.best
      guard let choice = shape.choice(at: shape.choiceTokens[position]), !choice.isSimplest,
        choice.kind != .double, choice.kind != .count
      else { continue }
      guard done.insert(choice).inserted else { continue }
      let group = shape.choiceTokens.filter { shape.choice(at: $0) == choice }
      if group.count > 1 { lower(group, choice, shrinker) }
    }
  }

  private func lower(_ group: [Int], _ choice: Choice, _ shrinker: Shrinker) {
    func set(_ distance: UInt64) -> Bool {
      let value =
        choice.complexity.isBelow ? choice.target - distance : choice.target + distance
      guard group.allSatisfy({ shrinker.best.choice(at: $0)?.target == choice.target }) else { return false }
      return shrinker.consider(replacing: Dictionary(uniqueKeysWithValues: group.map { ($0, value) }))
    }
    if set(0) { return }
    var (floor, distance) = (UInt64(0), choice.complexity.distance)
    guard distance > 1 else { return }
    guard set(distance / 2) || set(distance - 1) else { return }
    guard let first = group.first, let now = shrinker.best.choice(at: first) else { return }
    if now.complexity.distance == distance - 1 { floor = distance / 2 }
    distance = now.complexity.distance
    while distance > floor, distance - floor > 1 {
      let middle = floor + (distance - floor) / 2
      if set(middle) { distance = middle } else { floor = middle }
    }
  }
}

/// Lowers two numbers by the same amount, so that a difference stays.
struct LowerPairs: ShrinkPass {
  let name = "lower pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in
      guard a.value > a.target, b.value > b.target else { return }
      let room = min(a.value - a.target, b.value - b.target)
      var step = room
      while step > 0 {
        if shrinker.consider(replacing: [first: a.value - step, second: b.value - step]) { return }
        step /= 2
      }
    }
  }
}

/// Brings one number nearer to its target and moves another the other way by as much, so that a sum stays; or
/// lowers one by one and raises another as far as it goes.
struct RedistributePairs: ShrinkPass {
  let name = "redistribute pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer, .branch, .count]) { first, second, a, b in
      if a.value > a.target, shrinker.consider(replacing: [first: a.value - 1, second: b.upper]) {
        return
      }
      if a.kind == b.kind { keepSum(first, second, shrinker) }
    }
  }

  /// By the largest powers of two that work, largest first.
  private func keepSum(_ first: Int, _ second: Int, _ shrinker: Shrinker) {
    var step: UInt64 = 1 << 63
    while step > 0 {
      while let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second),
        step <= a.complexity.distance
      {
        let isBelow = a.complexity.isBelow
        let room = isBelow ? b.value - b.lower : b.upper - b.value
        guard step <= room,
          shrinker.consider(replacing: [
            first: isBelow ? a.value + step : a.value - step,
            second: isBelow ? b.value - step : b.value + step,
          ])
        else { break }
      }
      step /= 2
    }
  }
}

/// Calls `body` for choices of these kinds that are not simplest and each of the eight that follow, with their
/// tokens and choices as they stand at that moment.
private func forPairs(
  _ shrinker: Shrinker, kinds: Set<ChoiceKind>, _ body: (Int, Int, Choice, Choice) -> Void
) {
  var position = 0
  while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
    for offset in 1...8 where !shrinker.stoppedEarly {
      let shape = shrinker.best
      guard position + offset < shape.choiceTokens.count else { break }
      let (first, second) = (shape.choiceTokens[position], shape.choiceTokens[position + offset])
      guard let a = shape.choice(at: first), let b = shape.choice(at: second),
        kinds.contains(a.kind), kinds.contains(b.kind), !a.isSimplest
      else { continue }
      body(first, second, a, b)
    }
    position += 1
  }
}
