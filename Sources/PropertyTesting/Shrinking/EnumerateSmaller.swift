/// Looks at simpler cases one after the other, where these are few: what no single step leads to, such as a tree of another
/// shape, digits with a check digit, or fewer commands in another order.
///
/// Cases are enumerated in order, by raising the last choice that can be raised and letting the generator draw what follows,
/// without calling the property; those that are simpler, untried and different to look at are what it is called with.
struct EnumerateSmaller: ShrinkPass {
  let name: String
  /// Cases of more choices are left alone.
  private let choices: Int
  private let previews: Int
  /// How many cases the property is called with.
  private let calls: Int
  private let values: Values

  /// What choices are raised to.
  private enum Values {
    /// Those up to two from the target, if all simpler cases are among them; what is further away stays as it is.
    case near
    /// Those up to 64 from the target, where a failure stands alone.
    case far
    /// Those that the best case has, where a failure stands alone: fewer of its commands in another order.
    case present
  }

  static let near = EnumerateSmaller(name: "enumerate smaller", choices: 16, previews: 128, calls: 24, values: .near)
  static let far = EnumerateSmaller(name: "enumerate far", choices: 16, previews: 1_000, calls: 256, values: .far)
  static let present = EnumerateSmaller(name: "enumerate present", choices: 24, previews: 1_000, calls: 256, values: .present)

  func run(_ shrinker: Shrinker) {
    let best = shrinker.best
    guard best.choiceTokens.count <= choices, best.choiceTokens.count > 1,
      best.choiceTokens.allSatisfy({ best.choice(at: $0)?.kind != .schedule }), isWorthwhile(shrinker)
    else { return }
    let order = Order(values, best)
    guard order.widest > 0 else { return }
    var candidates: [[Token]] = []
    // Many choices may stand for one value: the simplest of them is enough.
    var printed = Set([shrinker.print(best.tokens)])
    // The simplest of all, with what cannot vary as it stands.
    let simplest = filled(best, order)
    var next: [Token]? = simplest
    for _ in 0..<previews {
      guard let script = next, let preview = shrinker.preview(script), isBefore(preview.tokens, best) else { break }
      let tokens = preview.tokens
      if isOfTheSize(tokens, best), isSimpler(tokens, than: best.tokens), !shrinker.wasTried(tokens),
        printed.insert(shrinker.print(preview)).inserted
      {
        if candidates.count == calls {
          if isNear { return }
          break
        }
        candidates.append(tokens)
      }
      next = successor(of: tokens, simplest, order)
    }
    for candidate in candidates where shrinker.consider(candidate) { return }
  }

  private var isNear: Bool { values == .near }

  private func isWorthwhile(_ shrinker: Shrinker) -> Bool {
    switch values {
    case .near: true
    case .far: shrinker.best.choiceTokens.contains { shrinker.best.choice(at: $0)?.isFar ?? false } && shrinker.standsAlone()
    case .present: shrinker.best.choiceTokens.contains { shrinker.best.choice(at: $0)?.kind == .branch } && shrinker.standsAlone()
    }
  }

  /// Deletion has tried fewer choices, where what is left of them may stay as it was.
  private func isOfTheSize(_ tokens: [Token], _ best: Shape) -> Bool {
    !isNear || tokens.count(where: { $0.isChoice }) == best.choiceTokens.count
  }

  /// The case that follows in the order of the choices: none where no choice can be raised.
  private func successor(of tokens: [Token], _ simplest: [Token], _ order: Order) -> [Token]? {
    var position = tokens.count { $0.isChoice }
    for place in tokens.indices.reversed() {
      guard case .choice(let choice) = tokens[place] else { continue }
      position -= 1
      guard !order.isFixed(position), let value = order.next(after: choice) else { continue }
      var raised: [Token] = []
      raised.reserveCapacity(tokens.count)
      raised += tokens[..<place]
      raised.append(.choice(choice.with(value: value)))
      // Of the same structure so far: what cannot vary stands after it too.
      if tokens.count == simplest.count { raised += simplest[(place + 1)...] }
      return raised
    }
    return nil
  }

  private func filled(_ best: Shape, _ order: Order) -> [Token] {
    var values: ChoiceValues = [:]
    for (position, token) in best.choiceTokens.enumerated() where !order.isFixed(position) {
      if let choice = best.choice(at: token) { values[token] = choice.target }
    }
    return best.replacing(values)
  }

  /// Whether a case comes before the best one, choice by choice.
  private func isBefore(_ tokens: [Token], _ best: Shape) -> Bool {
    var position = 0
    for case .choice(let choice) in tokens {
      guard position < best.choiceTokens.count, let other = best.choice(at: best.choiceTokens[position])
      else { break }
      if choice.complexity != other.complexity { return choice.complexity < other.complexity }
      position += 1
    }
    return position < best.choiceTokens.count
  }
}

extension EnumerateSmaller {
  /// The values that choices go through, one after the other.
  private struct Order {
    private let values: Values
    private let reach: UInt64
    /// For each choice of the best case, its place in the order of simplicity, up to the reach.
    private let ranks: [Int?]
    let widest: Int
    /// For what was drawn out of one range, the values that the best case has.
    private var present: [Choice: [Choice]] = [:]

    init(_ values: Values, _ best: Shape) {
      let reach: UInt64 = values == .near ? 2 : 64
      let all = best.choiceTokens.compactMap { best.choice(at: $0) }
      (self.values, self.reach) = (values, reach)
      ranks = all.map { $0.rank(within: reach) }
      widest = ranks.compactMap { $0 }.max() ?? 0
      if values == .present {
        for choice in all {
          let kind = choice.with(value: choice.target)
          if !present[kind, default: [kind]].contains(choice) { present[kind, default: [kind]].append(choice) }
        }
        present = present.mapValues { $0.sorted { $0.complexity < $1.complexity } }
      }
    }

    /// Whether what the best case has at a place stays as it is.
    func isFixed(_ position: Int) -> Bool {
      values == .near && position < ranks.count && ranks[position] == nil
    }

    func next(after choice: Choice) -> UInt64? {
      if values == .present, choice.kind != .count {
        return present[choice.with(value: choice.target)]?.first { $0.complexity > choice.complexity }?.value
      }
      guard let rank = choice.rank(within: reach), rank < widest || values != .near else { return nil }
      let value = choice.ranked(rank + 1)
      guard choice.kind != .double || choice.spans(Double(bitPattern: value)) else { return nil }
      return choice.with(value: value).rank(within: reach) == rank + 1 ? value : nil
    }
  }
}

extension Shrinker {
  /// Whether no number of the best case fails further from its target by one, so that failing cases lie apart from each other. Whole
  /// numbers are out of small ranges.
  fileprivate func standsAlone() -> Bool {
    let shape = best
    var movable: [Int] = []
    for token in shape.choiceTokens {
      guard let choice = shape.choice(at: token) else { return false }
      if choice.kind == .count { continue }
      guard choice.kind == .double || choice.upper - choice.lower <= Self.smallRange else { return false }
      if !choice.isSimplest, choice.kind != .character, choice.further(by: 1) != nil { movable.append(token) }
    }
    return !movable.isEmpty && movable.allSatisfy(standsAlone(at:))
  }

  private static let smallRange: UInt64 = 64
}

extension Choice {
  /// Whether it is further from its target than is looked at in any case.
  fileprivate var isFar: Bool { kind == .double || kind != .count && complexity.distance > 2 }

  /// Its place in the order of simplicity, up to a distance. Of doubles, whole numbers have one.
  fileprivate func rank(within reach: UInt64) -> Int? {
    if kind == .double {
      let (number, first) = (Double(bitPattern: value), Double(bitPattern: target))
      let distance = (number - first).magnitude
      guard reach > 2, distance <= Double(reach), number == number.rounded(), first == first.rounded() else { return nil }
      return Double(bitPattern: lower) < first ? Int(distance) * 2 - (number > first ? 1 : 0) : Int(distance)
    }
    return complexity.distance <= reach ? rank(below: 2 * Int(reach) + 1) : nil
  }

  /// The value at a place in the order of simplicity; of doubles, of the whole ones.
  fileprivate func ranked(_ rank: Int) -> UInt64 {
    guard kind == .double else { return simplest(rank) }
    let first = Double(bitPattern: target)
    let isTwoSided = Double(bitPattern: lower) < first
    let distance = isTwoSided ? Double((rank + 1) / 2) : Double(rank)
    return (first + (isTwoSided && rank % 2 == 0 ? -distance : distance)).bitPattern
  }
}
