/// Moves two numbers by the same amount in the same direction, so that a difference stays: the first nearer to its
/// target, the second wherever that leads.
struct ShiftPairs: ShrinkPass {
  /// Those that are far from their targets and close to each other, which is seldom chance: a search for each alone would take its
  /// calls and find nothing.
  static let near = ShiftPairs(name: "shift near pairs", kinds: [.integer]) { a, b in
    let distance = a.value > b.value ? a.value - b.value : b.value - a.value
    return a.isDrawnLike(b) && 1...64 ~= distance && min(a.complexity.distance, b.complexity.distance) >= 4_096
  }

  static let all = ShiftPairs(name: "shift pairs", kinds: [.integer, .double, .character, .branch]) { a, b in
    a.kind == b.kind && (a.kind == .integer || a.isDrawnLike(b))
  }

  let name: String
  fileprivate let kinds: Set<ChoiceKind>
  fileprivate let isWanted: @Sendable (Choice, Choice) -> Bool

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: kinds) { first, second, a, b in
      guard isWanted(a, b) else { return }
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
        // What was accepted before may have come to lie on the other side of the target.
        guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second),
          step <= a.complexity.distance, let lower = a.moved(by: step, up: isBelow), let other = b.moved(by: step, up: isBelow)
        else { return false }
        return shrinker.consider(replacing: [first: lower, second: other])
      }
      if shared > 0, shared < most, take(shared) { return }
      let before = shrinker.taken
      shrinker.takeSteps(upTo: most, take)
      if shrinker.taken - before >= ChoiceMinimizer.clear, let bound = shrinker.best.choice(at: first) {
        shrinker.noteThreshold(bound)
      }
      if shrinker.taken > before { mirror(second, at: first, shrinker) }
    }
  }

  /// The second as far from the first on its other side, where that is simpler: as long as both are far from their targets no
  /// side is much simpler, and now it is.
  private func mirror(_ second: Int, at first: Int, _ shrinker: Shrinker) {
    guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second), a.kind == .integer,
      a.isDrawnLike(b)
    else { return }
    let distance = a.value > b.value ? a.value - b.value : b.value - a.value
    guard distance <= (a.value > b.value ? a.upper - a.value : a.value - a.lower) else { return }
    let mirrored = b.with(value: a.value > b.value ? a.value + distance : a.value - distance)
    if mirrored.complexity < b.complexity { _ = shrinker.consider(replacing: [second: mirrored.value]) }
  }
}

/// Lowers two numbers so that the second stays as many times the first, or the first the second, with what is left over: what is
/// added to one is added to the other that many times.
struct ScaleNumbers: ShrinkPass {
  let name = "scale numbers"

  /// In a case of more choices it is less likely that one is a multiple of another.
  private static let few = 12

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.choiceTokens.count <= Self.few else { return }
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in
      let (less, more, small, large) = b.counts > a.counts ? (first, second, a, b) : (second, first, b, a)
      guard small.counts >= 4, !shrinker.isKnownThreshold(small) else { return }
      let factor = large.counts / small.counts
      guard factor > 1 else { return }
      shrinker.takeSteps(upTo: min(small.value - small.lower, (large.value - large.lower) / factor)) { step in
        guard let small = shrinker.best.choice(at: less), let large = shrinker.best.choice(at: more),
          step <= small.value - small.lower, step <= (large.value - large.lower) / factor
        else { return false }
        return shrinker.consider(replacing: [less: small.value - step, more: large.value - step * factor])
      }
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

/// Brings one number nearer to its target and moves another the other way by as much, so that a sum stays, or as many
/// times, so that a product does; or lowers one of a small range by one and raises the next as far as it goes, as digits do.
struct RedistributePairs: ShrinkPass {
  let name = "redistribute pairs"

  func run(_ shrinker: Shrinker) {
    forPairs(shrinker, kinds: [.integer, .branch, .count, .double]) { first, second, a, b in
      if a.kind == .double || b.kind == .double {
        if a.kind == b.kind { keepSumOfDoubles(first, second, a, b, shrinker) }
        return
      }
      // Branches have no sum, unless they choose among the same alternatives.
      if a.kind == b.kind, a.kind != .branch || a.isDrawnLike(b) { keepSum(first, second, a, b, shrinker) }
    }
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in keepProduct(first, second, a, b, shrinker) }
    forPairs(shrinker, kinds: [.integer, .branch, .count], within: 2) { first, second, a, b in
      guard a.value > a.target, a.kind != .branch || a.kind == b.kind, max(a.upper - a.lower, b.upper - b.lower) <= 1_000,
        b.value < b.upper
      else { return }
      _ = shrinker.consider(replacing: [first: a.value - 1, second: b.upper])
    }
  }

  private func keepSum(_ first: Int, _ second: Int, _ a: Choice, _ b: Choice, _ shrinker: Shrinker) {
    let isBelow = a.complexity.isBelow
    shrinker.takeSteps(upTo: min(a.complexity.distance, isBelow ? b.value - b.lower : b.upper - b.value)) { step in
      guard let a = shrinker.best.choice(at: first), let b = shrinker.best.choice(at: second),
        step <= a.complexity.distance, let lower = a.moved(by: step, up: isBelow), let other = b.moved(by: step, up: !isBelow)
      else { return false }
      return shrinker.consider(replacing: [first: lower, second: other])
    }
  }

  /// In a case of more choices products are not kept: it is less likely that two numbers are factors.
  private static let few = 12

  /// All of one factor to the other, or its least prime.
  private func keepProduct(_ first: Int, _ second: Int, _ a: Choice, _ b: Choice, _ shrinker: Shrinker) {
    let (x, y) = (a.counts, b.counts)
    // One that halving came down to does not go further down.
    guard x > 1, y > 1, x < 1 << 31, y < 1 << 31, shrinker.best.choiceTokens.count <= Self.few, !shrinker.isKnownThreshold(a)
    else { return }
    let prime = (2...1_000).first { x % $0 == 0 } ?? x
    for factor in Set([x, prime]).sorted(by: >) {
      let (less, more) = (x - x / factor, y * factor - y)
      guard a.value - a.lower >= less, b.upper - b.value >= more else { continue }
      if shrinker.consider(replacing: [first: a.value - less, second: b.value + more]) { return }
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
  func spans(_ double: Double) -> Bool {
    double >= Double(bitPattern: lower) && double <= Double(bitPattern: upper)
  }
}

/// Calls `body` for choices of these kinds that are not simplest and each of those that follow, as many as
/// `reach`, with their tokens and choices as they stand at that moment. In a small case that is every pair; in
/// a large one few, so that the number of calls stays linear.
func forPairs(
  _ shrinker: Shrinker, kinds: Set<ChoiceKind>, within reach: Int? = nil,
  _ body: (Int, Int, Choice, Choice) -> Void
) {
  var position = 0
  while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
    let count = shrinker.best.choiceTokens.count
    let reach = reach ?? (count <= 32 ? 32 : count <= 80 ? 8 : 2)
    for offset in 1...reach where !shrinker.isExhausted() {
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
