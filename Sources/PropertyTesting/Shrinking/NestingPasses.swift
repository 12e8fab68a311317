/// Replaces a value by a part of itself that was drawn alike: of the same label, with a first choice of the same
/// kind and range. So a tree becomes one of its branches, however its generator recurs.
struct ReplaceByDescendants: ShrinkPass {
  let name = "replace by descendants"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.forEachPlace({ $0.spans.count }) { try replace($0, shrinker) }
  }

  private func replace(_ index: Int, _ shrinker: Shrinker) throws {
    let shape = shrinker.best
    let outer = shape.spans[index]
    guard let head = shape.head(of: outer) else { return }
    let all = shape.choiceTokens.count(in: outer.range)
    for inner in shape.spans[(index + 1)...] where inner.label == outer.label {
      guard inner.open < outer.close else { return }
      // A part that draws all that the whole draws would leave the case as it is.
      guard let innerHead = shape.head(of: inner), head.isDrawnLike(innerHead),
        shape.choiceTokens.count(in: inner.range) < all
      else { continue }
      let tokens = try shape.tokens.spliced(.from(0, upTo: outer.open), .part(inner), .rest(from: outer.close + 1))
      if shrinker.consider(tokens) { return }
    }
  }
}

extension [Int] {
  /// How many of these, which are in order, are in a range: by halving.
  fileprivate func count(in range: ClosedRange<Int>) -> Int { place(of: range.upperBound + 1) - place(of: range.lowerBound) }

  /// How many are less than `bound`.
  private func place(of bound: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Moves the elements of one collection into an earlier or a later one, so that nested collections
/// become one.
struct MergeCollections: ShrinkPass {
  let name = "merge collections"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.forEachPlace({ $0.collections.count }) { try mergeAll(inCollection: $0, shrinker) }
    try shrinker.exhaustEachPlace({ $0.collections.count - 1 }) { index in
      if try merge(from: index + 1, to: index, shrinker) { return true }
      try moveOnwards(index, shrinker)
      return false
    }
  }

  /// Moves the elements of a collection to the front of the next: the fewer come first, the simpler.
  private func moveOnwards(_ index: Int, _ shrinker: Shrinker) throws {
    let shape = shrinker.best
    guard index + 1 < shape.collections.count else { return }
    let (from, to) = (shape.collections[index], shape.collections[index + 1])
    guard let first = from.elements.first, let last = from.elements.last, shape.spans[last].close < to.countToken,
      let fromCount = shape.choice(at: from.countToken), let toCount = shape.choice(at: to.countToken),
      fromCount.lower == 0, fromCount.isDrawnLike(toCount), fromCount.value <= toCount.upper - toCount.value
    else { return }
    let changed = shape.replacing([from.countToken: 0, to.countToken: toCount.value + fromCount.value])
    let (start, end) = (shape.spans[first].open, shape.spans[last].close + 1)
    _ = shrinker.consider(
      try changed.spliced(
        .from(0, upTo: start), .from(end, upTo: to.countToken + 1), .from(start, upTo: end), .rest(from: to.countToken + 1)))
  }

  /// Makes one of all elements of a collection, where each of them is a collection.
  private func mergeAll(inCollection index: Int, _ shrinker: Shrinker) throws {
    let shape = shrinker.best
    let outer = shape.collections[index]
    guard outer.elements.count > 1, let count = shape.choice(at: outer.countToken), count.lower <= 1 else { return }
    var inner: [Shape.Collection] = []
    var next = index + 1
    for element in outer.elements {
      let range = shape.spans[element].range
      guard next < shape.collections.count, range.contains(shape.collections[next].countToken),
        shape.choiceTokens.first(where: { $0 >= range.lowerBound }) == shape.collections[next].countToken
      else { return }
      inner.append(shape.collections[next])
      while next < shape.collections.count, range.contains(shape.collections[next].countToken) { next += 1 }
    }
    let moved = inner.dropFirst().flatMap { $0.elements.flatMap { shape.tokens[shape.spans[$0].range] } }
    guard !moved.isEmpty, let first = inner.first, let firstCount = shape.choice(at: first.countToken) else { return }
    let total = UInt64(inner.reduce(0) { $0 + $1.elements.count })
    guard total <= firstCount.upper, let kept = outer.elements.first, let last = outer.elements.last else { return }
    let changed = shape.replacing([outer.countToken: 1, first.countToken: total])
    let insertion = first.elements.last.map { shape.spans[$0].close } ?? first.countToken
    _ = shrinker.consider(
      try changed.spliced(
        .from(0, upTo: insertion + 1), .tokens(moved), .from(insertion + 1, upTo: shape.spans[kept].close + 1),
        .rest(from: shape.spans[last].close + 1)))
  }

  private func merge(from source: Int, to destination: Int, _ shrinker: Shrinker) throws -> Bool {
    let shape = shrinker.best
    let (from, to) = (shape.collections[source], shape.collections[destination])
    guard !from.elements.isEmpty, let fromCount = shape.choice(at: from.countToken),
      let toCount = shape.choice(at: to.countToken), fromCount.lower == 0
    else { return false }
    let moved = UInt64(from.elements.count)
    guard toCount.value <= toCount.upper - min(moved, toCount.upper),
      let first = from.elements.first, let last = from.elements.last
    else { return false }
    let (start, end) = (shape.spans[first].open, shape.spans[last].close + 1)
    // After the destination's last element, or after its count where it is empty.
    let insertion = to.elements.last.map { shape.spans[$0].close } ?? to.countToken
    guard insertion < start else { return false }
    let changed = shape.replacing([
      from.countToken: 0, to.countToken: toCount.value + moved,
    ])
    // What held the emptied collection goes too, where it was an element itself.
    let emptied = owner(of: from, in: shape)
    var tokens = try changed.spliced(
      .from(0, upTo: insertion + 1), .from(start, upTo: end), .from(insertion + 1, upTo: emptied?.open ?? start),
      .rest(from: emptied.map { $0.close + 1 } ?? end))
    if let emptied,
      let outer = shape.collections.first(where: { $0.elements.contains { shape.spans[$0].open == emptied.open } }),
      outer.countToken < insertion, let count = shape.choice(at: outer.countToken),
      count.value > count.lower
    {
      tokens[outer.countToken] = .choice(count.with(value: count.value - 1))
    }
    return shrinker.consider(tokens)
  }

  /// The element span that holds nothing but this collection.
  private func owner(of collection: Shape.Collection, in shape: Shape) -> Shape.Span? {
    shape.spans.last { span in
      span.label == .element && span.open < collection.countToken
        && span.close > collection.countToken
        && collection.elements.allSatisfy { shape.spans[$0].close < span.close }
        && shape.choiceTokens.allSatisfy { token in
          !span.range.contains(token) || token == collection.countToken
            || collection.elements.contains { shape.spans[$0].range.contains(token) }
        }
    }
  }
}

/// Puts the elements of an inner collection in the place of the outer collection's element that holds it.
struct FlattenCollections: ShrinkPass {
  let name = "flatten collections"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.exhaustEachPlace({ $0.collections.count }) { try flatten($0, shrinker) }
  }

  private func flatten(_ index: Int, _ shrinker: Shrinker) throws -> Bool {
    let shape = shrinker.best
    let inner = shape.collections[index]
    for outer in shape.collections where outer.countToken < inner.countToken {
      guard let count = shape.choice(at: outer.countToken),
        let holder = outer.elements.first(where: { shape.spans[$0].range.contains(inner.countToken) })
      else { continue }
      let total = count.value + UInt64(inner.elements.count)
      guard total >= 1 + count.lower, total - 1 <= count.upper else { continue }
      let parts = inner.elements.flatMap { shape.tokens[shape.spans[$0].range] }
      let changed = shape.replacing([outer.countToken: total - 1])
      let span = shape.spans[holder]
      let tokens = try changed.spliced(.from(0, upTo: span.open), .tokens(parts), .rest(from: span.close + 1))
      if shrinker.consider(tokens) { return true }
    }
    return false
  }
}

/// Moves an element of a collection into a collection inside the element beside it: of nested values of one kind, the
/// outer ones have the fewest parts.
struct MoveDeeper: ShrinkPass {
  let name = "move deeper"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.exhaustEachPlace({ $0.collections.count }) { try move(intoCollection: $0, shrinker) }
  }

  private func move(intoCollection index: Int, _ shrinker: Shrinker) throws -> Bool {
    let shape = shrinker.best
    let inner = shape.collections[index]
    guard let innerCount = shape.choice(at: inner.countToken), innerCount.value < innerCount.upper else {
      return false
    }
    for outer in shape.collections[..<index].reversed() {
      guard let place = outer.elements.firstIndex(where: { shape.spans[$0].range.contains(inner.countToken) }),
        let count = shape.choice(at: outer.countToken), count.value > count.lower
      else { continue }
      let kind = shape.head(of: shape.spans[inner.elements.first ?? outer.elements[place]])
      let changed = shape.replacing([outer.countToken: count.value - 1, inner.countToken: innerCount.value + 1])
      for beside in [place - 1, place + 1] where outer.elements.indices.contains(beside) {
        let span = shape.spans[outer.elements[beside]]
        guard let kind, let head = shape.head(of: span), head.isDrawnLike(kind) else { continue }
        let insertion =
          beside < place ? inner.countToken : inner.elements.last.map { shape.spans[$0].close } ?? inner.countToken
        let tokens =
          beside < place
          ? try changed.spliced(
            .from(0, upTo: span.open), .from(span.close + 1, upTo: insertion + 1), .part(span), .rest(from: insertion + 1))
          : try changed.spliced(
            .from(0, upTo: insertion + 1), .part(span), .from(insertion + 1, upTo: span.open), .rest(from: span.close + 1))
        if shrinker.consider(tokens) { return true }
      }
    }
    return false
  }
}
