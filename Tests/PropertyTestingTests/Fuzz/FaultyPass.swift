@testable import PropertyTesting

/// A shrink pass that is wrong: it proposes garbage, throws, or both.
struct FaultyPass: ShrinkPass {
  struct Fault: Error { let number: Int }

  let seed: UInt64
  var name: String { "faulty pass \(seed % 1_000)" }

  func run(_ shrinker: Shrinker) throws {
    var random = FuzzRandom(seed ^ UInt64(shrinker.best.choiceTokens.count))
    for round in 0..<random.from(0...40) {
      _ = shrinker.consider(garbage(of: shrinker.best.tokens, &random))
      if random.chance(60) { throw Fault(number: round) }
    }
  }

  private func garbage(of tokens: [Token], _ random: inout FuzzRandom) -> [Token] {
    var tokens = tokens
    for _ in 0...random.below(4) {
      guard !tokens.isEmpty else { return tokens }
      let place = random.below(tokens.count)
      switch random.below(8) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(.open(SpanLabel(rawValue: UInt8(random.below(50)))), at: place)
      case 2: tokens.insert(.close, at: place)
      case 3: tokens.swapAt(place, random.below(tokens.count))
      case 4: tokens.removeSubrange(place..<min(tokens.count, place + 1 + random.below(6)))
      case 5: tokens.insert(contentsOf: Array(tokens[place...].prefix(8)), at: random.below(tokens.count))
      default:
        if case .choice(let choice) = tokens[place] {
          let value = random.pick([0, .max, choice.lower, choice.upper, choice.target, random.word()])
          tokens[place] = .choice(choice.with(value: value))
        } else {
          let kind = random.pick(ChoiceKind.allCases)
          tokens[place] = .choice(Choice(kind: kind, value: random.word(), lower: 0, upper: .max, target: 0))
        }
      }
    }
    return tokens
  }
}
