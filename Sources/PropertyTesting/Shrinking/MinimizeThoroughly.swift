/// Tries for each number what halving passes over, for claims that do not hold on one side of a bound only: small
/// numbers on both sides of the target, and without each of its bits; and for a character each of a kind.
struct MinimizeThoroughly: ShrinkPass {
  let name = "minimize thoroughly"

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
      if let choice = shrinker.choice(at: position), !choice.isSimplest {
        switch choice.kind {
        case .integer: minimize(position, choice, shrinker)
        case .double: minimizeWholePart(position, choice, shrinker)
        case .character: scan(position, choice, shrinker)
        case .branch: change(position, choice, shrinker)
        case .count: shorten(position, shrinker)
        case .boolean, .schedule: break
        }
      }
      position += 1
    }
  }

  private func minimize(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    let others = numbersLeft(shrinker)
    let reach: UInt64 = others == 1 ? 4 : 3
    for rank in 1...2 * Int(reach) {
      let value = choice.simplest(rank)
      let complexity = choice.with(value: value).complexity
      guard complexity.distance <= reach, complexity < choice.complexity else { break }
      if shrinker.consider(at: position, value) { return }
    }
    if minimizeEqual(position, choice, shrinker) { return }
    let isBelow = choice.complexity.isBelow
    func accepts(_ distance: UInt64) -> Bool {
      shrinker.consider(at: position, choice.value(at: distance, below: isBelow))
    }
    var distance = choice.complexity.distance
    for bit in (0..<64).reversed() where distance >> UInt64(bit) & 1 == 1 && distance != 1 << UInt64(bit) {
      if accepts(distance ^ (1 << UInt64(bit))) { distance ^= 1 << UInt64(bit) }
    }
    search(from: distance, at: position, among: others, shrinker, accepts: accepts)
  }

  /// The first of a few equal numbers, together with the others.
  private func minimizeEqual(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let group = shape.tokens(of: choice)
    guard 2...Self.few ~= group.count, group[0] == shape.choiceTokens[position], choice.complexity.distance > 2,
      !shrinker.isThreshold(at: group[0])
    else { return false }
    let isBelow = choice.complexity.isBelow
    let before = shrinker.taken
    var search = GapSearch(shrinker, from: choice.complexity.distance, calls: 48, descentCalls: 100) { distance in
      shrinker.consider(replacing: ChoiceValues(group, to: choice.value(at: distance, below: isBelow)))
    }
    search.run()
    return shrinker.taken > before
  }

  /// Keeps the sign and the fraction.
  private func minimizeWholePart(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    let value = Double(bitPattern: choice.value)
    let whole = value.rounded(.towardZero)
    if whole.magnitude >= 0x1p53 || whole != value, findWhole(position, choice, shrinker) { return }
    guard whole.magnitude >= 1, whole.magnitude < 0x1p53 else { return }
    if value > 0, findBelow(position, choice, whole, shrinker) { return }
    let (fraction, sign) = (value - whole, value.sign == .minus ? -1.0 : 1.0)
    search(from: UInt64(whole.magnitude), at: position, among: numbersLeft(shrinker), shrinker) { distance in
      let candidate = sign * Double(distance) + fraction
      return choice.spans(candidate) && shrinker.consider(at: position, candidate.bitPattern)
    }
  }

  /// Below zero the last second of as many minutes, hours, days or weeks: it is nearer than the first above.
  private func findBelow(_ position: Int, _ choice: Choice, _ distance: Double, _ shrinker: Shrinker) -> Bool {
    [60, 3_600, 86_400, 604_800].filter { distance.remainder(dividingBy: $0) == 0 }.contains { unit in
      choice.spans(unit - distance - 1) && shrinker.consider(at: position, (unit - distance - 1).bitPattern)
    }
  }

  /// Any whole number in place of a fraction or of one so large that it has no neighbours: the least, and a few of each size.
  private func findWhole(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) -> Bool {
    let sign = Double(bitPattern: choice.value).sign == .minus ? -1.0 : 1.0
    let sizes = (6..<53).map { Source.mix(UInt64($0)) >> UInt64(63 - $0) }
    let candidates = ((1...24) + sizes).map { sign * Double($0) }.filter(choice.spans)
    return candidates.prefix(max(candidates.count / max(numbersLeft(shrinker), 1), 4)).contains {
      shrinker.consider(at: position, $0.bitPattern)
    }
  }

  private func numbersLeft(_ shrinker: Shrinker) -> Int { numbers(shrinker) { !$0.isSimplest } }

  private func largeNumbers(_ shrinker: Shrinker) -> Int { numbers(shrinker) { $0.complexity.distance > 16 } }

  private func numbers(_ shrinker: Shrinker, _ isCounted: (Choice) -> Bool) -> Int {
    let shape = shrinker.best
    return shape.choiceTokens.count { token in
      guard let choice = shape.choice(at: token) else { return false }
      return choice.kind != .count && choice.kind != .branch && isCounted(choice)
    }
  }

  /// As many numbers need not share their calls.
  private static let few = 3

  /// A larger number has more room for gaps, and is worth more calls; several share them. A threshold, or one that stands at its bound
  /// beside others, is worth few.
  private func search(
    from distance: UInt64, at position: Int, among others: Int, _ shrinker: Shrinker,
    accepts: @escaping (UInt64) -> Bool
  ) {
    guard let choice = shrinker.choice(at: position) else { return }
    let bits = 64 - distance.leadingZeroBitCount
    let excess = max(bits - 6, 0)
    let isAtBound = choice.value == choice.lower || choice.value == choice.upper
    var calls = min(96 + excess * excess * 2, 256)
    if others > Self.few { calls = max(calls / others, 4) }
    if others > 1, distance <= 16 || isAtBound && largeNumbers(shrinker) == 1 { calls = 0 }
    if choice.couldBeDate, choice.isFarDate {
      // Enough for the steps of a calendar: another pass looks at single days.
      calls = min(calls, 24)
    } else if calls > Self.ofThreshold, shrinker.isKnownThreshold(choice)
      || Self.probed ~= distance && shrinker.isThreshold(at: shrinker.best.choiceTokens[position])
    {
      calls = Self.ofThreshold
    }
    var search = GapSearch(
      shrinker, from: distance, calls: calls, descentCalls: others <= Self.few ? 400 : 200, accepts: accepts)
    search.run()
  }

  private static let ofThreshold = 8
  /// Below, fewer calls go through all that is smaller than would tell a threshold. Above, nearly all fail of much that has gaps: whole
  /// numbers that a double does not hold.
  private static let probed: ClosedRange<UInt64> = 17...0xff_ffff

  /// A long collection to fewer of its first elements.
  private func shorten(_ position: Int, _ shrinker: Shrinker) {
    func collection() -> (Shape, Shape.Length)? {
      let shape = shrinker.best
      guard position < shape.choiceTokens.count,
        let found = shape.collections.first(where: { $0.countToken == shape.choiceTokens[position] })
      else { return nil }
      return (shape, Shape.Length(found))
    }
    guard let count = collection()?.1.count, count > 16 else { return }
    var search = GapSearch(shrinker, from: UInt64(count), calls: 24, descentCalls: 100) { kept in
      guard let (shape, length) = collection(), kept < UInt64(length.count) else { return false }
      return shrinker.consider(shape.deleting(places: Int(kept)..<length.count, of: length))
    }
    search.run()
  }

  /// An earlier branch, with one of the choices that it makes raised by one: what this branch drew at its simplest may be
  /// what that one draws next.
  private func change(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    for branch in choice.target..<min(choice.value, choice.target + 8) {
      let shape = shrinker.best
      guard position < shape.choiceTokens.count else { return }
      let token = shape.choiceTokens[position]
      guard let preview = shrinker.preview(shape.replacing([token: branch])) else { continue }
      let changed = Shape(preview.tokens)
      guard position < changed.choiceTokens.count, changed.choice(at: changed.choiceTokens[position])?.value == branch,
        let span = changed.spans.last(where: { $0.range.contains(changed.choiceTokens[position]) }),
        // What draws the same as before has been minimized.
        !changed.isDrawnLike(shape)
      else { continue }
      for later in changed.choiceTokens where later > changed.choiceTokens[position] && span.range.contains(later) {
        guard let next = changed.choice(at: later), next.kind != .count, next.kind != .double, next.value < next.upper
        else { continue }
        if shrinker.consider(changed.replacing([later: next.value + 1])) { return }
      }
    }
  }

  /// Characters have no order in which one that fails makes others fail, unless it is the first of its kind and others of it fail, too. Equal
  /// ones change together, or only this one.
  private func scan(_ position: Int, _ choice: Choice, _ shrinker: Shrinker) {
    guard choice.value > 1 else { return }
    let isFirst = ScalarOrder.isFirst(choice.value)
    let shape = shrinker.best
    let isThreshold = shrinker.isThreshold(at: shape.choiceTokens[position])
    if isFirst && isThreshold { return }
    let group = shape.tokens(of: choice)
    // Of many characters, each would take as many calls. Below a threshold, each sign may still be of a kind of its own.
    let isAlone = numbersLeft(shrinker) <= Self.few
    let values = isFirst ? 0...ScalarOrder.lastSmallLetter : isAlone ? 0...ScalarOrder.signs.upperBound : ScalarOrder.signs
    for value in values where value < choice.value && (!isThreshold || ScalarOrder.signs.contains(value) || value % 6 == 5) {
      if shrinker.consider(replacing: ChoiceValues(group, to: value)) { return }
      if group.count > 1, shrinker.consider(at: position, value) { return }
    }
    guard !isFirst, choice.value > ScalarOrder.signs.upperBound else { return }
    let calls = isThreshold ? Self.ofThreshold : 48
    var search = GapSearch(shrinker, from: choice.value, calls: calls, descentCalls: 100) { shrinker.consider(at: position, $0) }
    search.run()
  }
}
