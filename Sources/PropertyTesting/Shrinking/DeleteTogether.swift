/// Deletes two neighbouring elements at once, or two equal ones near to each other, for pairs that only go together:
/// an opening and a closing one, one of each half.
struct DeleteNeighbours: ShrinkPass {
  let name = "delete neighbours"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.lengths.count, !shrinker.isExhausted() {
      var shape = shrinker.best
      var lengths = shape.lengths
      var taken = shrinker.taken
      var end = lengths[index].count
      while end > 1, !shrinker.isExhausted() {
        if shrinker.taken > taken { (shape, lengths, taken) = (shrinker.best, shrinker.best.lengths, shrinker.taken) }
        guard lengths.indices.contains(index) else { return }
        end = min(end, lengths[index].count)
        guard end > 1, let count = shape.choice(at: lengths[index].token), count.value - count.lower >= 2 else { break }
        let length = lengths[index]
        // Among equal elements, one pair is as good as the next, which was tried just before.
        let isRepeated =
          end < length.count && shape.areEqual(end - 2, end - 1, of: length) && shape.areEqual(end - 1, end, of: length)
        if isRepeated || !shrinker.consider(shape.deleting(places: (end - 2)..<end, of: length)) {
          deleteTwins(end - 1, length, shape, shrinker)
          end -= 1
        }
      }
      index += 1
    }
  }
}

extension DeleteNeighbours {
  private static let window = 8

  private func deleteTwins(_ place: Int, _ length: Shape.Length, _ shape: Shape, _ shrinker: Shrinker) {
    guard let count = shape.choice(at: length.token), count.value - count.lower >= 2 else { return }
    // Of several equal ones in a row the last: without any of them, the case is the same.
    for other in (max(0, place - Self.window)..<max(0, place - 1)).reversed()
    where shape.areEqual(other, place, of: length) && !shape.areEqual(other + 1, place, of: length) {
      let spans = length.elements(at: other) + length.elements(at: place)
      if shrinker.consider(shape.deleting(spans: spans, replacing: [length.token: count.value - 2])) { return }
    }
  }
}

extension Shape {
  /// Whether all elements are at their simplest.
  fileprivate func isSimplest(_ length: Length) -> Bool {
    length.elements(at: 0..<length.count).allSatisfy { span in spans[span].range.allSatisfy { choice(at: $0)?.isSimplest ?? true } }
  }

  /// Whether what stands at two places of a length was drawn alike.
  fileprivate func areEqual(_ first: Int, _ second: Int, of length: Length) -> Bool {
    zip(length.elements(at: first), length.elements(at: second)).allSatisfy { tokens[spans[$0].range] == tokens[spans[$1].range] }
  }
}

/// Deletes three elements in a row, or more, of a collection from which neither one nor two can go: what happens once in so many elements
/// still happens when as many are gone. In a longer collection, four, eight, and so on.
struct DeleteBlocks: ShrinkPass {
  let name = "delete blocks"

  /// Shorter collections are left to the passes that delete one and two; longer ones would take many calls.
  private static let lengths = 4...64
  /// Up to this length, blocks of every size are tried.
  private static let short = 8
  private static let few = 5
  private static let longest = 16

  func run(_ shrinker: Shrinker) {
    shrinker.exhaustEachPlace({ $0.collections.count }) { index in
      let shape = shrinker.best
      let collection = shape.collections[index]
      let length = Shape.Length(collection)
      let elements = Set(collection.elements.map { shape.tokens[shape.spans[$0].range] })
      let isShort = length.count <= Self.short
      // Of a few different ones, it is likely that each counts.
      if length.count <= Self.few, elements.count == length.count { return false }
      guard Self.lengths.contains(length.count), isShort || !shape.isSimplest(length) else { return false }
      // Of a longer one, blocks of every size at its end, and of some sizes at every place.
      if !isShort {
        for block in 3..<min(length.count, Self.longest) where !shrinker.isExhausted() {
          if shrinker.consider(shape.deleting(places: (length.count - block)..<length.count, of: length)) { return true }
        }
        if elements.count == 1 { return false }
      }
      var block = isShort ? 3 : 4
      while block < length.count {
        for start in 0...(length.count - block) where !shrinker.isExhausted() {
          if shrinker.consider(shape.deleting(places: start..<(start + block), of: length)) { return true }
        }
        block = isShort ? block + 1 : block * 2
      }
      return false
    }
  }
}

/// Deletes the elements at one place from several collections of as many elements, none of them inside another: lists
/// that have to be of one length; or from two lists that are each other's reverse.
struct DeleteAcross: ShrinkPass {
  let name = "delete across"

  func run(_ shrinker: Shrinker) {
    var group = 0
    while group < groups(shrinker.best).count, !shrinker.isExhausted() {
      var run = 1
      let taken = shrinker.taken
      var end = groups(shrinker.best)[group][0].elements.count
      while end > 0, !shrinker.isExhausted() {
        let shape = shrinker.best
        let groups = groups(shape)
        guard group < groups.count else { return }
        end = min(end, groups[group][0].elements.count)
        guard end > 0 else { break }
        let step = min(run, end)
        if delete((end - step)..<end, groups[group], shape, shrinker) {
          end -= step
          run *= 2
        } else if step > 1 {
          run = step / 2
        } else {
          end -= 1
        }
      }
      if shrinker.taken == taken { deleteMirrored(group, shrinker) }
      group += 1
    }
  }

  /// - Parameter isMirrored: whether the last collection loses the elements that are as far from its end.
  private func delete(
    _ places: Range<Int>, _ group: [Shape.Collection], _ shape: Shape, _ shrinker: Shrinker, isMirrored: Bool = false
  ) -> Bool {
    var values: ChoiceValues = [:]
    for collection in group {
      guard let count = shape.choice(at: collection.countToken), count.value - count.lower >= UInt64(places.count)
      else { return false }
      values[collection.countToken] = count.value - UInt64(places.count)
    }
    let spans = group.enumerated().flatMap { number, collection in
      let count = collection.elements.count
      let mirrored = (count - places.upperBound)..<(count - places.lowerBound)
      return collection.elements[isMirrored && number == group.count - 1 ? mirrored : places]
    }
    return shrinker.consider(shape.deleting(spans: spans, replacing: values))
  }

  /// In two short lists of which none has lost anything: one may be the other turned around.
  private func deleteMirrored(_ group: Int, _ shrinker: Shrinker) {
    var place = 0
    while true {
      let shape = shrinker.best
      let groups = groups(shape)
      guard group < groups.count, groups[group].count == 2, place < groups[group][0].elements.count,
        groups[group][0].elements.count <= Self.few
      else { return }
      if !delete(place..<(place + 1), groups[group], shape, shrinker, isMirrored: true) { place += 1 }
    }
  }

  private static let few = 16

  /// Collections of equal counts that stand beside each other: the parts of a record, or two elements of a
  /// collection.
  private func groups(_ shape: Shape) -> [[Shape.Collection]] {
    var groups: [[Shape.Collection]] = []
    for collection in shape.collections where !collection.elements.isEmpty {
      let place = groups.firstIndex { group in
        group[0].elements.count == collection.elements.count
          && shape.spans[group[group.count - 1].elements[collection.elements.count - 1]].close < collection.countToken
      }
      if let place { groups[place].append(collection) } else { groups.append([collection]) }
    }
    return groups.filter { $0.count == 2 || $0.count == 3 }
  }
}

/// Deletes parts that a loop drew, in a generator of one's own that knows no collections: one, two or three in
/// a row where what follows was drawn alike.
struct DeleteParts: ShrinkPass {
  let name = "delete parts"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.exhaustEachPlace({ $0.spans.count }) { try delete(from: $0, shrinker) }
  }

  private func delete(from index: Int, _ shrinker: Shrinker) throws -> Bool {
    let shape = shrinker.best
    let first = shape.spans[index]
    guard first.label == .draw, let head = shape.head(of: first) else { return false }
    var parts = [first]
    let end = first.parent.map { shape.spans[$0].close } ?? Int.max
    for span in shape.spans[(index + 1)...] {
      if span.open > end { break }
      guard span.parent == first.parent else { continue }
      if span.label == .draw, let other = shape.head(of: span), head.isDrawnLike(other) {
        if shrinker.consider(try shape.tokens.spliced(.from(0, upTo: first.open), .rest(from: span.open))) { return true }
      }
      parts.append(span)
      if parts.count > 3 { break }
    }
    return false
  }
}
