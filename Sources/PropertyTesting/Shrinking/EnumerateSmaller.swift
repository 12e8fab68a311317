/// Looks at every case with as many choices that is simpler, where that is a small number: what no single step
/// leads to, such as a tree of another shape.
///
/// Only choices up to two from their target vary. Cases are enumerated in order by raising the last choice that
/// can be raised and letting the generator draw what follows, without calling the property; only if those that
/// are simpler, untried and different to look at are few is it called with them.
struct EnumerateSmaller: ShrinkPass {
  let name = "enumerate smaller"

  private static let choices = 16
  private static let previews = 128
  private static let calls = 24

  func run(_ shrinker: Shrinker) {
    let best = shrinker.best
    guard best.choiceTokens.count <= Self.choices, best.choiceTokens.count > 1,
      best.choiceTokens.allSatisfy({ best.choice(at: $0)?.kind != .schedule })
    else { return }
    let ranks = best.choiceTokens.map { best.choice(at: $0)?.smallRank }
    let widest = ranks.compactMap { $0 }.max() ?? 0
    guard widest > 0 else { return }
    var candidates: [[Token]] = []
    // Many choices may stand for one value: the simplest of them is enough.
    var values = Set([shrinker.print(best.tokens)])
    // The simplest of all, with what cannot vary as it stands.
    let simplest = filled(best, ranks)
    var next: [Token]? = simplest
    for _ in 0..<Self.previews {
      guard let script = next, let preview = shrinker.preview(script), isBefore(preview.tokens, best) else { break }
      let tokens = preview.tokens
      if tokens.count(where: { $0.isChoice }) == best.choiceTokens.count, isSimpler(tokens, than: best.tokens),
        !shrinker.wasTried(tokens), values.insert(shrinker.print(preview)).inserted
      {
        candidates.append(tokens)
        if candidates.count > Self.calls { return }
      }
      next = successor(of: tokens, simplest, ranks, widest)
    }
    for candidate in candidates where shrinker.consider(candidate) { return }
  }

  /// The case that follows in the order of the choices: none where no choice can be raised.
  private func successor(of tokens: [Token], _ simplest: [Token], _ ranks: [Int?], _ widest: Int) -> [Token]? {
    var position = tokens.count { $0.isChoice }
    for place in tokens.indices.reversed() {
      guard case .choice(let choice) = tokens[place] else { continue }
      position -= 1
      guard let rank = choice.smallRank, rank < widest,
        position >= ranks.count || ranks[position] != nil
      else { continue }
      let value = choice.simplest(rank + 1)
      guard choice.with(value: value).smallRank == rank + 1 else { continue }
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

  private func filled(_ best: Shape, _ ranks: [Int?]) -> [Token] {
    var values: ChoiceValues = [:]
    for (token, rank) in zip(best.choiceTokens, ranks) where rank != nil {
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

extension Choice {
  /// Its place in the order of simplicity, up to a distance of two.
  fileprivate var smallRank: Int? { complexity.distance <= 2 ? rank(below: 5) : nil }
}
