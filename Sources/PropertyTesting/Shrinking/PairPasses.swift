/// Moves two numbers by the same amount in the same direction, so that a difference stays: the first nearer to its
/// target, the second wherever that leads.
struct ShiftPairs: ShrinkPass {
  let name = "shift pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer, .double, .character, .branch]) { first, second, a, b in
      guard a.kind == b.kind, a.kind == .integer || a.isDrawnLike(b) else { return }
      if a.kind == .double {
        let (x, y, target) = (Double(bitPattern: a.value), Double(bitPattern: b.value), Double(bitPattern: a.target))
        if b.spans(y - (x - target)) {
          _ = shrinker.consider(replacing: [first: a.target, second: (y - (x - target)).bitPattern])
        }
        return
      }
      let isBelow = a.complexity.isBelow
      let room = isBelow ? b.upper - b.value : b.value - b.lower
      let most = min(a.complexity.distance, room)
      let shared = b.complexity.isBelow == isBelow ? min(most, b.complexity.distance) : 0
      func take(_ step: UInt64) -> Bool {
        guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second),
          step <= a.complexity.distance, step <= (isBelow ? b.upper - b.value : b.value - b.lower)
        else { return false }
        return shrinker.consider(replacing: [
          first: isBelow ? a.value + step : a.value - step, second: isBelow ? b.value + step : b.value - step,
        ])
      }
      if shared > 0, shared < most, take(shared) { return }
      shrinker.takeSteps(upTo: most, take)
    }
  }
}

/// Makes a large number equal to an earlier one: a multiple of it for example, which halving does not come to.
struct RepeatNumbers: ShrinkPass {
  let name = "repeat numbers"

  private static let large: UInt64 = 8

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in
      guard b.complexity.distance >= Self.large, a.isDrawnLike(b), a.complexity < b.complexity else { return }
      _ = shrinker.consider(replacing: [second: a.value])
    }
  }
}

/// Brings one number nearer to its target and moves another the other way by as much, so that a sum stays; or
/// lowers one of a small range by one and raises the next as far as it goes, as digits do.
struct RedistributePairs: ShrinkPass {
  let name = "redistribute pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer, .branch, .count, .double]) { first, second, a, b in
      if a.kind == .double || b.kind == .double {
        if a.kind == b.kind { keepSumOfDoubles(first, second, a, b, shrinker) }
        return
      }
      if a.kind == b.kind { keepSum(first, second, a, b, shrinker) }
    }
    forPairs(shrinker, kinds: [.integer, .branch, .count], within: 2) { first, second, a, b in
      guard a.value > a.target, max(a.upper - a.lower, b.upper - b.lower) <= 1_000, b.value < b.upper else { return }
      _ = shrinker.consider(replacing: [first: a.value - 1, second: b.upper])
    }
  }

  private func keepSum(_ first: Int, _ second: Int, _ a: Choice, _ b: Choice, _ shrinker: Shrinker) {
    let isBelow = a.complexity.isBelow
    shrinker.takeSteps(upTo: min(a.complexity.distance, isBelow ? b.value - b.lower : b.upper - b.value)) { step in
      guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second),
        step <= a.complexity.distance, step <= (isBelow ? b.value - b.lower : b.upper - b.value)
      else { return false }
      return shrinker.consider(replacing: [
        first: isBelow ? a.value + step : a.value - step, second: isBelow ? b.value - step : b.value + step,
      ])
    }
  }

  /// By whole numbers, and before that all of the fraction.
  private func keepSumOfDoubles(_ first: Int, _ second: Int, _ a: Choice, _ b: Choice, _ shrinker: Shrinker) {
    func move(_ amount: Double) -> Bool {
      guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second) else { return false }
      let (x, y) = (Double(bitPattern: a.value), Double(bitPattern: b.value))
      let (lower, higher) = (x - amount, y + amount)
      guard amount != 0, a.spans(lower) else { return false }
      return [higher, higher.rounded(.awayFromZero)].contains { value in
        b.spans(value) && shrinker.consider(replacing: [first: lower.bitPattern, second: value.bitPattern])
      }
    }
    let (x, y, target) = (Double(bitPattern: a.value), Double(bitPattern: b.value), Double(bitPattern: a.target))
    guard x.isFinite, y.isFinite else { return }
    if move(x - target) || move(x - x.rounded(.towardZero)) { return }
    let bound = Double(bitPattern: x > target ? b.upper : b.lower)
    let room = min((x - target).magnitude, (bound - y).magnitude).rounded(.down)
    guard room < 0x1p53 else { return }
    shrinker.takeSteps(upTo: UInt64(room)) { step in move(x > target ? Double(step) : -Double(step)) }
  }
}

extension Choice {
  /// Whether a double is in the range.
  fileprivate func spans(_ double: Double) -> Bool {
    double >= Double(bitPattern: lower) && double <= Double(bitPattern: upper)
  }
}

/// Brings all numbers that are below their targets above them, as far as they were below: signs that have to agree.
struct MirrorNumbers: ShrinkPass {
  let name = "mirror numbers"

  func run(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var values: [Int: UInt64] = [:]
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token), choice.kind == .integer, choice.complexity.isBelow else { continue }
      values[token] = choice.target + min(choice.complexity.distance, choice.upper - choice.target)
    }
    if values.count > 1 { _ = shrinker.consider(replacing: values) }
  }
}

/// Moves all numbers out of one range by the same amount, from the first that is not simplest on, so that this one is.
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
      var values: [Int: UInt64] = [:]
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
        exponent.value > exponent.target || exponent.isSimplest && length.value > 19, let digits = shape.choice(at: tokens[2]), digits.kind == .integer
      else { continue }
      let moved = min(exponent.value - exponent.target, length.upper - length.value)
      let (power, overflow) = (0..<moved).reduce((UInt64(1), false)) { product, _ in
        let (value, overflows) = product.0.multipliedReportingOverflow(by: 10)
        return (value, product.1 || overflows)
      }
      let (scaled, overflows) = digits.value.multipliedReportingOverflow(by: power)
      if !exponent.isSimplest, !overflow, !overflows,
        shrinker.consider(replacing: [
          tokens[0]: exponent.value - moved, tokens[1]: length.value + moved, tokens[2]: scaled,
        ])
      {
        return
      }
      // As many digits as one choice holds, all of them nines.
      if shrinker.consider(replacing: [
        tokens[0]: exponent.target, tokens[1]: min(length.upper, 19), tokens[2]: .max,
      ]) {
        return
      }
    }
  }
}

/// Calls `body` for choices of these kinds that are not simplest and each of those that follow, as many as `reach`, with
/// their tokens and choices as they stand at that moment. In a small case that is every pair; in a large one few, so
/// that the number of calls stays linear.
private func forPairs(
  _ shrinker: Shrinker, kinds: Set<ChoiceKind>, within reach: Int? = nil,
  _ body: (Int, Int, Choice, Choice) -> Void
) {
  var position = 0
  while position < shrinker.best.choiceTokens.count, !shrinker.stoppedEarly {
    let count = shrinker.best.choiceTokens.count
    let reach = reach ?? (count <= 32 ? 32 : count <= 80 ? 8 : 2)
    for offset in 1...reach where !shrinker.stoppedEarly {
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
      var values: [Int: UInt64] = [:]
      for (token, choice) in changed {
        values[token] = choice.complexity.isBelow ? choice.value + step : choice.value - step
      }
      return shrinker.consider(replacing: values)
    }
    if !set(0) { shrinker.lowerDistance(from: least, above: 0, set) }
  }
}
