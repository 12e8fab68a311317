/// Brings each choice as near to its target as the failure allows: straight there, by halving, by one.
struct MinimizeChoices: ShrinkPass {
  let name = "minimize choices"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count {
      let token = shrinker.best.choiceTokens[position]
      if let choice = shrinker.best.choice(at: token), !choice.isSimplest {
        if choice.kind == .double {
          minimizeDouble(position, shrinker)
        } else {
          minimizeInteger(position, choice, shrinker)
        }
      }
      position += 1
    }
  }

  private func minimizeInteger(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    func set(_ value: UInt64) -> Bool { shrinker.consider(at: position, value) }
    if set(choice.target) { return }
    var isBelow = choice.complexity.isBelow
    var distance = choice.complexity.distance
    func value(_ distance: UInt64) -> UInt64 {
      isBelow ? choice.target - distance : choice.target + distance
    }
    if isBelow, distance <= choice.upper - choice.target, set(choice.target + distance) {
      isBelow = false
    }
    // The least distance known to be too small, and the search between it and the best.
    var floor: UInt64 = 0
    guard distance > 1 else { return }
    if set(value(distance / 2)) {
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

  private func minimizeDouble(_ position: Int, _ shrinker: Shrinker) {
    func current() -> Double {
      let shape = shrinker.best
      guard position < shape.choiceTokens.count,
        let choice = shape.choice(at: shape.choiceTokens[position])
      else { return 0 }
      return Double(bitPattern: choice.value)
    }
    func set(_ value: Double) -> Bool { shrinker.consider(at: position, value.bitPattern) }
    guard let target = shrinker.best.choice(at: shrinker.best.choiceTokens[position])?.target else {
      return
    }
    if set(Double(bitPattern: target)) { return }
    if current().sign == .minus { _ = set(-current()) }
    if !current().isFinite {
      for simpler in [1, .greatestFiniteMagnitude, .infinity] where set(simpler) { break }
      guard current().isFinite else { return }
    }
    for rounding in [FloatingPointRoundingRule.towardZero, .awayFromZero] {
      let whole = current().rounded(rounding)
      if whole != current(), set(whole) { break }
    }
    if current() == current().rounded(.towardZero) {
      bisect(current(), set)
    } else {
      // Fewer binary digits behind the point.
      for places in 1...20 {
        let scale = Double(1 << places)
        let rounded = (current() * scale).rounded(.towardZero) / scale
        if rounded == current() { return }
        if set(rounded) || set((current() * scale).rounded(.awayFromZero) / scale) { return }
      }
    }
  }

  /// A smaller whole number of the same sign.
  private func bisect(_ value: Double, _ set: (Double) -> Bool) {
    guard value.magnitude < 0x1p53 else {
      for exponent in 0..<53 where set(value.sign == .minus ? -Double(1 << exponent) : Double(1 << exponent)) {
        return
      }
      return
    }
    let sign: Double = value.sign == .minus ? -1 : 1
    var high = UInt64(value.magnitude)
    var low: UInt64 = 0
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if set(sign * Double(middle)) { high = middle } else { low = middle }
    }
  }
}

extension Shrinker {
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
    while position < shrinker.best.choiceTokens.count {
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
    while position < shrinker.best.choiceTokens.count {
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
    forPairs(shrinker) { first, second, a, b in
      let room = min(a.value - a.target, b.value - b.target)
      var step = room
      while step > 0 {
        if shrinker.consider(replacing: [first: a.value - step, second: b.value - step]) { return }
        step /= 2
      }
    }
  }
}

/// Lowers one number and raises another by the same amount, so that a sum stays.
struct RedistributePairs: ShrinkPass {
  let name = "redistribute pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker) { first, second, a, b in
      var step = min(a.value - a.target, b.upper - b.value)
      while step > 0 {
        if shrinker.consider(replacing: [first: a.value - step, second: b.value + step]) { return }
        step /= 2
      }
    }
  }
}

/// Calls `body` for integers above their targets and each of the eight integers that follow, with their
/// tokens and choices as they stand at that moment.
private func forPairs(_ shrinker: Shrinker, _ body: (Int, Int, Choice, Choice) -> Void) {
  var position = 0
  while position < shrinker.best.choiceTokens.count {
    for offset in 1...8 {
      let shape = shrinker.best
      guard position + offset < shape.choiceTokens.count else { break }
      let (first, second) = (shape.choiceTokens[position], shape.choiceTokens[position + offset])
      guard let a = shape.choice(at: first), let b = shape.choice(at: second),
        a.kind == .integer, b.kind == .integer, a.value > a.target, b.value >= b.target
      else { continue }
      body(first, second, a, b)
    }
    position += 1
  }
}
