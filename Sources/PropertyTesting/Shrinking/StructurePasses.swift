/// Sets every choice of a span to its simplest value, outer spans first.
struct SimplifySpans: ShrinkPass {
  let name = "simplify spans"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.spans.count, !shrinker.stoppedEarly {
      let shape = shrinker.best
      var values: [Int: UInt64] = [:]
      for token in shape.spans[index].range {
        if let choice = shape.choice(at: token), !choice.isSimplest { values[token] = choice.target }
      }
      if !values.isEmpty { _ = shrinker.consider(replacing: values) }
      index += 1
    }
  }
}

/// Deletes runs of elements from collections, from the end, doubling the run while that works.
struct DeleteElements: ShrinkPass {
  let name = "delete elements"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.stoppedEarly {
      deleteRuns(shrinker, collection: index)
      index += 1
    }
  }

  private func deleteRuns(_ shrinker: Shrinker, collection index: Int) {
    var run = 1
    var end = shrinker.best.collections[index].elements.count
    while end > 0, !shrinker.stoppedEarly {
      guard shrinker.best.collections.indices.contains(index) else { return }
      let collection = shrinker.best.collections[index]
      end = min(end, collection.elements.count)
      guard end > 0 else { return }
      let length = min(run, end)
      let shape = shrinker.best
      if shrinker.consider(
        shape.deleting(elements: collection.elements[(end - length)..<end], of: collection))
      {
        end -= length
        run *= 2
      } else if length > 1 {
        run = length / 2
      } else {
        end -= 1
      }
    }
  }
}

/// Replaces a value by a part of itself that was drawn alike: of the same label, with a first choice of the same
/// kind and range. So a tree becomes one of its branches, however its generator recurs.
struct ReplaceByDescendants: ShrinkPass {
  let name = "replace by descendants"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.spans.count, !shrinker.stoppedEarly {
      replace(index, shrinker)
      index += 1
    }
  }

  private func replace(_ index: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let outer = shape.spans[index]
    guard let head = shape.head(of: outer) else { return }
    for inner in shape.spans[(index + 1)...] where inner.label == outer.label {
      guard inner.open < outer.close else { return }
      guard let innerHead = shape.head(of: inner), head.isDrawnLike(innerHead) else { continue }
      let tokens =
        shape.tokens[..<outer.open] + shape.tokens[inner.range] + shape.tokens[(outer.close + 1)...]
      if shrinker.consider(Array(tokens)) { return }
    }
  }
}

extension Shape {
  /// The first choice in a span.
  func head(of span: Span) -> Choice? {
    for token in span.range { if let choice = choice(at: token) { return choice } }
    return nil
  }
}

extension Choice {
  /// Of the same kind, and out of the same range.
  func isDrawnLike(_ other: Choice) -> Bool {
    kind == other.kind && lower == other.lower && upper == other.upper
  }
}

/// Swaps neighbouring parts that were drawn alike, so that the simpler one comes first.
struct SwapSiblings: ShrinkPass {
  let name = "swap siblings"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.spans.count, !shrinker.stoppedEarly {
      swapOnwards(index, shrinker)
      index += 1
    }
  }

  /// Elements of collections are left to ``SortElements``.
  private func swapOnwards(_ index: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let first = shape.spans[index]
    guard first.label != .element, let head = shape.head(of: first) else { return }
    for second in shape.spans[(index + 1)...]
    where second.parent == first.parent && second.label == first.label {
      guard let secondHead = shape.head(of: second), head.isDrawnLike(secondHead) else { continue }
      let (a, b) = (Array(shape.tokens[first.range]), Array(shape.tokens[second.range]))
      guard a != b else { continue }
      let between = shape.tokens[(first.close + 1)..<second.open]
      let tokens =
        shape.tokens[..<first.open] + b + between + a + shape.tokens[(second.close + 1)...]
      if shrinker.consider(Array(tokens)) { return }
    }
  }
}

/// Moves the elements of one collection into an earlier or a later one, so that nested collections
/// become one.
struct MergeCollections: ShrinkPass {
  let name = "merge collections"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index + 1 < shrinker.best.collections.count {
      if !merge(from: index + 1, to: index, shrinker) { index += 1 }
    }
  }

  private func merge(from source: Int, to destination: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let (from, to) = (shape.collections[source], shape.collections[destination])
    guard !from.elements.isEmpty, let fromCount = shape.choice(at: from.countToken),
      let toCount = shape.choice(at: to.countToken), fromCount.lower == 0
    else { return false }
    let moved = UInt64(from.elements.count)
    guard toCount.value <= toCount.upper - min(moved, toCount.upper),
      let first = from.elements.first, let last = from.elements.last
    else { return false }
    let movedRange = shape.spans[first].open...shape.spans[last].close
    // After the destination's last element, or after its count where it is empty.
    let insertion = to.elements.last.map { shape.spans[$0].close } ?? to.countToken
    guard insertion < movedRange.lowerBound else { return false }
    let changed = shape.replacing([
      from.countToken: 0, to.countToken: toCount.value + moved,
    ])
    // What held the emptied collection goes too, where it was an element itself.
    let emptied = owner(of: from, in: shape)
    let tail = emptied.map { changed[($0.close + 1)...] } ?? changed[(movedRange.upperBound + 1)...]
    let middle = emptied.map { changed[(insertion + 1)..<$0.open] }
      ?? changed[(insertion + 1)..<movedRange.lowerBound]
    var tokens = Array(changed[...insertion] + changed[movedRange] + middle + tail)
    if let emptied, let outer = shape.collections.first(where: { $0.elements.contains { shape.spans[$0].open == emptied.open } }),
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

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.stoppedEarly {
      if !flatten(index, shrinker) { index += 1 }
    }
  }

  private func flatten(_ index: Int, _ shrinker: Shrinker) -> Bool {
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
      if shrinker.consider(Array(changed[..<span.open] + parts + changed[(span.close + 1)...])) {
        return true
      }
    }
    return false
  }
}

/// Puts the elements of a collection in order of simplicity, each as far forward as the failure allows.
struct SortElements: ShrinkPass {
  let name = "sort elements"

  func run(_ shrinker: Shrinker) {
    for index in shrinker.best.collections.indices {
      guard index < shrinker.best.collections.count else { return }
      sortWhole(index, shrinker)
      let count = shrinker.best.collections[index].elements.count
      guard count > 1 else { continue }
      for position in 1..<count where !shrinker.stoppedEarly {
        sink(position, collection: index, shrinker)
      }
    }
  }

  private func sortWhole(_ index: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let parts = shape.collections[index].elements.map { Array(shape.tokens[shape.spans[$0].range]) }
    let sorted = parts.sorted { isSimpler($0, than: $1) }
    if parts.count > 1, sorted != parts {
      _ = shrinker.consider(rearranged(shape, index, sorted))
    }
  }

  /// Moves one element forward past those that it is simpler than, one place at a time.
  private func sink(_ position: Int, collection index: Int, _ shrinker: Shrinker) {
    var position = position
    while position > 0 {
      let shape = shrinker.best
      guard index < shape.collections.count, position < shape.collections[index].elements.count
      else { return }
      var parts = shape.collections[index].elements.map { Array(shape.tokens[shape.spans[$0].range]) }
      guard isSimpler(parts[position], than: parts[position - 1]) else { return }
      parts.swapAt(position, position - 1)
      guard shrinker.consider(rearranged(shape, index, parts)) else { return }
      position -= 1
    }
  }

  private func rearranged(_ shape: Shape, _ index: Int, _ parts: [[Token]]) -> [Token]? {
    let elements = shape.collections[index].elements
    guard let first = elements.first, let last = elements.last else { return nil }
    return Array(
      shape.tokens[..<shape.spans[first].open] + parts.joined()
        + shape.tokens[(shape.spans[last].close + 1)...])
  }
}
