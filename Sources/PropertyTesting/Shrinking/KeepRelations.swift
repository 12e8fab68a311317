/// Puts two numbers in the place of two that have the same product, the same sum or difference of squares, or differ in the same
/// bits, and three in the place of three that are a product or the sides of a right angle: the first as small as it can be.
///
/// Where a failure depends on such a relation, no step on one number keeps it, and none that moves both by the same amount. It
/// runs for numbers that stand alone: raised by one, they do not fail.
struct KeepRelations: ShrinkPass {
  let name = "keep relations"

  /// In a case of more choices it is less likely that numbers are related.
  private static let few = 12
  /// How many smaller numbers are tried in the first place, for each relation.
  private static let calls = 4
  /// Numbers below this are left to ``EnumerateSmaller``.
  private static let least: UInt64 = 3
  /// Above this, products would not fit, and no search goes through all smaller numbers.
  private static let largest: UInt64 = 1 << 31
  private static let searched: UInt64 = 256

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.choiceTokens.count <= Self.few else { return }
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in
      keep([first, second], [a, b], Self.pairs, shrinker)
    }
    forPairs(shrinker, kinds: [.integer]) { first, second, a, b in
      for third in shrinker.best.choiceTokens where third > second {
        guard let c = shrinker.best.choice(at: third), c.kind == .integer else { continue }
        if keep([first, second, third], [a, b, c], Self.triples, shrinker) { return }
      }
    }
  }

  /// Gives smaller numbers for the first ones, which the last one follows from; nil where there is none.
  private typealias Relation = @Sendable (_ smaller: [UInt64], _ numbers: [UInt64]) -> UInt64?

  private static let pairs: [Relation] = [
    { $0[0] == 0 ? nil : ($1[0] * $1[1]).quotient(by: $0[0]) },
    { ($1[0] * $1[0] + $1[1] * $1[1]).difference($0[0] * $0[0])?.root },
    { ($1[1] * $1[1] + $0[0] * $0[0]).difference($1[0] * $1[0])?.root },
    { smaller, numbers in
      // All of the bits of the first one, or one of them.
      let cleared = numbers[0] ^ smaller[0]
      return smaller[0] & cleared == 0 && (smaller[0] == 0 || cleared & (cleared - 1) == 0) ? numbers[1] ^ cleared : nil
    },
  ]

  /// For numbers that are in such a relation.
  private static let triples: [Relation] = [
    { product($1[0], $1[1], $1[2]) ? $0[0] * $0[1] : nil },
    { product($1[0], $1[2], $1[1]) ? $0[1].quotient(by: $0[0]) : nil },
    { product($1[1], $1[2], $1[0]) ? $0[0].quotient(by: $0[1]) : nil },
    { squares($1[0], $1[1], $1[2]) ? ($0[0] * $0[0] + $0[1] * $0[1]).root : nil },
    { squares($1[0], $1[2], $1[1]) ? ($0[1] * $0[1]).difference($0[0] * $0[0])?.root : nil },
    { squares($1[1], $1[2], $1[0]) ? ($0[0] * $0[0]).difference($0[1] * $0[1])?.root : nil },
  ]

  private static func product(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> Bool { a > 1 && b > 1 && a * b == c }

  private static func squares(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> Bool { a * a + b * b == c * c && a > 0 && b > 0 }

  @discardableResult
  private func keep(_ tokens: [Int], _ choices: [Choice], _ relations: [Relation], _ shrinker: Shrinker) -> Bool {
    let numbers = choices.map(\.counts)
    // One that halving came down to does not go further down.
    guard numbers[0] >= Self.least, Set(numbers).count > 1, numbers.allSatisfy({ $0 < Self.largest }),
      !shrinker.isKnownThreshold(choices[0])
    else { return false }
    for relation in relations {
      if numbers.count > 2, relation(Array(numbers.dropLast()), numbers) != numbers[2] { continue }
      let candidates = smaller(choices, numbers, relation)
      guard !candidates.isEmpty else { continue }
      guard tokens.allSatisfy(shrinker.standsAlone(at:)) else { return false }
      for candidate in candidates {
        var values: ChoiceValues = [:]
        for (place, token) in tokens.enumerated() { values[token] = choices[place].value(ofNumber: candidate[place]) }
        if shrinker.consider(replacing: values) { return true }
      }
    }
    return false
  }

  /// The simplest numbers that are in the relation, as many as may be tried.
  private func smaller(_ choices: [Choice], _ numbers: [UInt64], _ relation: Relation) -> [[UInt64]] {
    var candidates: [[UInt64]] = []
    func add(_ smaller: [UInt64]) {
      guard let last = relation(smaller, numbers) else { return }
      let all = smaller + [last]
      guard all != numbers, zip(choices, all).allSatisfy({ $0.spans(number: $1) }) else { return }
      candidates.append(all)
    }
    let most = min(numbers[0], choices[0].leastNumber + Self.searched)
    for first in choices[0].leastNumber..<max(most, choices[0].leastNumber) where candidates.count < Self.calls {
      guard numbers.count > 2 else {
        add([first])
        continue
      }
      for second in choices[1].leastNumber..<min(choices[1].leastNumber + 64, Self.largest) where candidates.count < Self.calls {
        add([first, second])
      }
    }
    return candidates
  }
}

extension Choice {
  /// The number of a value at or above zero: see ``counts``.
  private var isSigned: Bool { value >> 63 == 1 }

  /// The least number at or above zero that it can be.
  fileprivate var leastNumber: UInt64 { isSigned ? max(lower, 1 << 63) ^ (1 << 63) : lower }

  fileprivate func value(ofNumber number: UInt64) -> UInt64 { isSigned ? number | 1 << 63 : number }

  fileprivate func spans(number: UInt64) -> Bool {
    number < 1 << 62 && value(ofNumber: number) >= lower && value(ofNumber: number) <= upper
  }
}

extension UInt64 {
  /// Nil where a division leaves a rest.
  fileprivate func quotient(by other: UInt64) -> UInt64? { other > 0 && self % other == 0 ? self / other : nil }

  fileprivate func difference(_ other: UInt64) -> UInt64? { self >= other ? self - other : nil }

  /// The whole square root; nil where there is none. Of numbers below 2⁶³.
  fileprivate var root: UInt64? {
    let root = UInt64(Double(self).squareRoot().rounded())
    return root * root == self ? root : nil
  }
}
