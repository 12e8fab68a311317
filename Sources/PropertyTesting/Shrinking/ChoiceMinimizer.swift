import Foundation

/// Brings one choice, or several equal ones together, as near to the target as the failure allows.
struct ChoiceMinimizer {
  private let shrinker: Shrinker
  /// Tokens of choices that are equal when it begins.
  private let group: [Int]

  init(_ shrinker: Shrinker, _ group: [Int]) {
    self.shrinker = shrinker
    self.group = group
  }

  private var current: Choice? { group.first.flatMap { shrinker.best.choice(at: $0) } }

  private func set(_ value: UInt64) -> Bool {
    guard let first = current else { return false }
    var values: ChoiceValues = [:]
    for token in group {
      // An accepted candidate may have changed what is drawn at the others.
      guard let choice = shrinker.best.choice(at: token), choice.isDrawnLike(first) else { return false }
      values[token] = value
    }
    return shrinker.consider(replacing: values)
  }

  func run() {
    guard let choice = current else { return }
    switch choice.kind {
    case .double:
      var minimizer = DoubleMinimizer(choice: choice, shrinker: shrinker, set: set)
      minimizer.run()
    case .branch, .schedule: lowerBranch(choice)
    case .character: lowerCharacter(choice)
    case .integer, .boolean, .count: lowerNumber(choice)
    }
  }

  /// Neither branches nor points of a schedule have an order in which one that fails makes others fail:
  /// each lower one is tried.
  private func lowerBranch(_ choice: Choice) {
    for value in choice.target..<min(choice.value, choice.target + 64) where set(value) || start(value) { return }
  }

  /// A branch with everything after it in its span at its simplest: what the other branch drew means nothing to
  /// this one.
  private func start(_ branch: UInt64) -> Bool {
    let shape = shrinker.best
    guard group.count == 1, let token = group.first, shape.choice(at: token)?.kind == .branch,
      let span = shape.spans.last(where: { $0.range.contains(token) })
    else { return false }
    var values: ChoiceValues = [token: branch]
    for later in span.range where later > token {
      if let choice = shape.choice(at: later), !choice.isSimplest { values[later] = choice.target }
    }
    return values.count > 1 && shrinker.consider(replacing: values)
  }

  /// To the first of its kind, or what it is made of, and from there by halving.
  private func lowerCharacter(_ choice: Choice) {
    let simpler = ScalarOrder.simpler(than: choice.value)
    for value in simpler where set(value) { return }
    shrinker.lowerDistance(from: choice.value, above: simpler.last ?? 0) { set($0) }
  }

  /// The target, the nearest to it, the other side of it, and then a search for the least distance.
  private func lowerNumber(_ choice: Choice) {
    if set(choice.target) { return }
    var (distance, isBelow) = (choice.complexity.distance, choice.complexity.isBelow)
    guard distance > 1 || isBelow else { return }
    if choice.target < choice.upper, set(choice.target + 1) { return }
    guard distance > 1 else { return }
    if choice.target > choice.lower, set(choice.target - 1) { return }
    if isBelow, distance > 1, distance <= choice.upper - choice.target, set(choice.target + distance) {
      isBelow = false
    }
    // In a later round it is likely that nothing smaller fails: the neighbour tells at once.
    if shrinker.round > 0 || distance < 16 {
      if set(choice.value(at: distance - 1, below: isBelow)) { distance -= 1 } else if !shrinker.wasUnfit { return }
    }
    var (rejected, accepted) = (false, 0)
    shrinker.lowerDistance(from: distance, above: 1) { distance in
      let isAccepted = set(choice.value(at: distance, below: isBelow))
      if !isAccepted { rejected = true } else if rejected { accepted += 1 }
      return isAccepted
    }
    if accepted >= Self.clear, let current { shrinker.noteThreshold(current) }
  }

  /// So many values that fail, after one that does not, and there is a bound above which all fail.
  static let clear = 3
}

extension ScalarOrder {
  /// The first characters of each kind: small and capital letters, digits, space; letters beyond ASCII, those that
  /// change their length or their number when they change case or are decomposed, marks, other
  /// directions, joiners, separators, characters of four bytes.
  private static let firsts: [UInt64] =
    [0, 1, 26, 27, 52, 53, 62, 63]
    + [
      "\u{80}", "\u{A0}", "ª", "µ", "À", "ß", "à", "é", "İ", "ı", "ŉ", "ſ", "\u{300}", "Ⴀ", "א", "ع", "가",
      "\u{1100}", "\u{200B}", "\u{200D}", "\u{2028}", "Å", "漢", "\u{FB01}", "\u{FEFF}", "\u{10000}", "😀",
    ]
    .map { (scalar: Unicode.Scalar) in UInt64(index(of: scalar)) }

  /// Whether it is the first capital letter, digit, space, sign or character beyond ASCII: then its kind may be what matters.
  static func isFirst(_ value: UInt64) -> Bool { [26, 52, 62, 63, 128].contains(value) }

  /// What to try in the place of a character: first ones of their kind, its base letter, itself in the other
  /// case; simplest first.
  static func simpler(than value: UInt64) -> [UInt64] {
    var candidates = firsts
    let scalar = scalar(at: UInt32(truncatingIfNeeded: value))
    for text in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
      candidates += text.unicodeScalars.prefix(1).map { UInt64(index(of: $0)) }
    }
    if let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first {
      candidates.append(UInt64(index(of: base)))
    }
    return Set(candidates.filter { $0 < value }).sorted()
  }

  static let lastSmallLetter: UInt64 = 25
  /// Punctuation and controls.
  static let signs: ClosedRange<UInt64> = 63...127
}
