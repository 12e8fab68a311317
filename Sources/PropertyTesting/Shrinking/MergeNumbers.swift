/// Deletes an element that is one number and gives it to another number: to the next of its kind or the one before, to which
/// it is added, wrapping around where the sum leaves the range, so that a sum stays; or to one that it multiplies, so that
/// a product does. A number out of a wider range that stands before the collection takes it in too, or goes to its bound. Of
/// an element of several numbers each is added to the one of the element beside it.
struct MergeNumbers: ShrinkPass {
  let name = "merge numbers"

  private static let window = 8

  func run(_ shrinker: Shrinker) {
    shrinker.forEachPlace({ $0.collections.count }) { index in
      shrinker.exhaustEachPlace({ $0.elementCount(ofCollection: index) }) { merge($0, ofCollection: index, shrinker) }
    }
  }

  private func merge(_ place: Int, ofCollection index: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let collection = shape.collections[index]
    let span = shape.spans[collection.elements[place]]
    let own = span.range.filter { shape.tokens[$0].isChoice }
    if own.count > 1 { return addToNeighbour(place, own, collection, shrinker) }
    guard own.count == 1, let number = shape.choice(at: own[0]), number.kind == .integer,
      let count = shape.choice(at: collection.countToken), count.value > count.lower,
      let position = shape.choiceTokens.firstIndex(of: own[0])
    else { return false }
    func take(_ value: UInt64?, at token: Int) -> Bool {
      guard let value, let other = shape.choice(at: token), value >= other.lower, value <= other.upper else { return false }
      return shrinker.consider(
        shape.deleting(
          spans: [collection.elements[place]], replacing: [collection.countToken: count.value - 1, token: value]))
    }
    func isAlike(_ token: Int) -> Bool { shape.choice(at: token)?.isDrawnLike(number) ?? false }
    let before = shape.choiceTokens[..<position].suffix(Self.window).last(where: isAlike)
    let after = shape.choiceTokens[(position + 1)...].prefix(Self.window).first(where: isAlike)
    for token in [before, after].compactMap({ $0 }) {
      guard let other = shape.choice(at: token) else { continue }
      if take(wrappedSum(other, number), at: token) || take(other.times(number), at: token) { return true }
    }
    guard let start = shape.choiceTokens.firstIndex(of: collection.countToken) else { return false }
    for token in shape.choiceTokens[..<start].suffix(Self.window).reversed() {
      guard let other = shape.choice(at: token), other.kind == .integer,
        other.upper - other.lower > number.upper - number.lower
      else { continue }
      for value in [other.plus(number), other.times(number), other.upper] where take(value, at: token) { return true }
    }
    return false
  }

  /// How many numbers an element has at most.
  private static let fields = 4

  private func addToNeighbour(_ place: Int, _ own: [Int], _ collection: Shape.Collection, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard own.count <= Self.fields, let count = shape.choice(at: collection.countToken), count.value > count.lower else {
      return false
    }
    for beside in [place + 1, place - 1] where collection.elements.indices.contains(beside) {
      let others = shape.spans[collection.elements[beside]].range.filter { shape.tokens[$0].isChoice }
      guard others.count == own.count else { continue }
      var values: ChoiceValues = [collection.countToken: count.value - 1]
      for (token, other) in zip(own, others) {
        guard let number = shape.choice(at: token), let base = shape.choice(at: other), number.isDrawnLike(base),
          number.kind == .integer
        else { return false }
        values[other] = base.plus(number) ?? base.value
      }
      if shrinker.consider(shape.deleting(spans: [collection.elements[place]], replacing: values)) { return true }
    }
    return false
  }

  private func wrappedSum(_ other: Choice, _ number: Choice) -> UInt64 {
    let sum = other.value &+ number.value &- other.target
    let width = other.upper &- other.lower &+ 1
    if sum >= other.lower && sum <= other.upper || width == 0 { return sum }
    return sum > other.upper ? sum &- width : sum &+ width
  }
}

extension Choice {
  /// Its value with another number added, as numbers above zero; nil where one is not, or nothing changes.
  fileprivate func plus(_ number: Choice) -> UInt64? { combined(with: number) { $0.addingReportingOverflow($1) } }

  /// Its value times another number, of two that are above one.
  fileprivate func times(_ number: Choice) -> UInt64? {
    guard counts > 1, number.counts > 1 else { return nil }
    return combined(with: number) { $0.multipliedReportingOverflow(by: $1) }
  }

  private func combined(
    with number: Choice, _ operation: (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
  ) -> UInt64? {
    // Above so many it is a negative number, or one of a type without sign that is as good as none.
    let most = UInt64(1) << 62
    guard counts < most, number.counts < most, number.counts > 0 else { return nil }
    let (result, overflow) = operation(counts, number.counts)
    guard !overflow, result < most else { return nil }
    return min(value + (result - min(result, counts)), upper)
  }
}
