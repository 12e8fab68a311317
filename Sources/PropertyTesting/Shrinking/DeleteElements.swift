/// Deletes runs of elements from collections and whatever else counts its elements, from the end, doubling the
/// run while that works; all at once first.
struct DeleteElements: ShrinkPass {
  let name = "delete elements"

  /// So many in a row that do not go, and the first round leaves the others to the next.
  private static let most = 256

  func run(_ shrinker: Shrinker) {
    shrinker.forEachPlace({ $0.lengths.count }) { index in
      if !deleteAll(shrinker, length: index) { deleteRuns(shrinker, length: index) }
    }
  }

  private func deleteAll(_ shrinker: Shrinker, length index: Int) -> Bool {
    let shape = shrinker.best
    let length = shape.lengths[index]
    guard let count = shape.choice(at: length.token), length.count > 1 else { return false }
    let most = Int(clamping: min(count.value - count.lower, UInt64(length.count)))
    guard most > 0 else { return false }
    return shrinker.consider(shape.deleting(places: (length.count - most)..<length.count, of: length))
  }

  private func deleteRuns(_ shrinker: Shrinker, length index: Int) {
    var run = 1
    // Whether it is worth a second call to move what points past the deleted elements.
    var shifts = 3
    var shape = shrinker.best
    var lengths = shape.lengths
    var end = lengths[index].count
    // Of thousands that all matter, or seem to: once they are alike, one call tells it of all of them.
    var fruitless = 0
    while end > 0, fruitless < Self.most || shrinker.round > 0, !shrinker.isExhausted() {
      guard lengths.indices.contains(index) else { return }
      let length = lengths[index]
      end = min(end, length.count)
      guard end > 0 else { return }
      let step = min(run, end)
      let places = (end - step)..<end
      var isDeleted = shrinker.consider(shape.deleting(places: places, of: length))
      if !isDeleted, shifts > 0 {
        let shifted = shape.deletingAndShifting(places, of: length)
        isDeleted = shifted.contains { shrinker.consider($0) }
        if !shifted.isEmpty { shifts = isDeleted ? 3 : shifts - 1 }
      }
      fruitless = isDeleted ? 0 : fruitless + 1
      if isDeleted {
        end -= step
        run *= 2
        shape = shrinker.best
        lengths = shape.lengths
      } else if step > 1 {
        run = step / 2
      } else {
        end -= 1
      }
    }
  }
}

/// Sets every choice of a span to its simplest value, outer spans first. Of many that stand beside each other, such as the
/// elements of an array of fixed length, all at once and then each half, so that a few that matter are found among
/// thousands in a few calls for each.
struct SimplifySpans: ShrinkPass {
  let name = "simplify spans"

  private static let many = 16

  func run(_ shrinker: Shrinker) {
    halve(shrinker)
    shrinker.forEachPlace({ $0.spans.count }) { index in
      simplify([index], shrinker)
    }
  }

  private func halve(_ shrinker: Shrinker) {
    let shape = shrinker.best
    var children: [Int: [Int]] = [:]
    for (index, span) in shape.spans.enumerated() { children[span.parent ?? -1, default: []].append(index) }
    for siblings in children.sorted(by: { $0.key < $1.key }).map(\.value) where siblings.count >= Self.many {
      simplifyHalves(siblings[...], shrinker)
    }
  }

  private func simplifyHalves(_ spans: ArraySlice<Int>, _ shrinker: Shrinker) {
    guard !shrinker.isExhausted(), let last = spans.last, last < shrinker.best.spans.count,
      !simplify(spans, shrinker), spans.count > 1
    else { return }
    let middle = spans.startIndex + spans.count / 2
    simplifyHalves(spans[..<middle], shrinker)
    simplifyHalves(spans[middle...], shrinker)
  }

  /// Whether all of it is at its simplest then.
  @discardableResult
  private func simplify(_ spans: ArraySlice<Int>, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    var values: ChoiceValues = [:]
    for span in spans {
      let span = shape.spans[span]
      var token = span.open
      while token < span.close {
        if let choice = shape.choice(at: token), !choice.isSimplest { values[token] = choice.target }
        token += 1
      }
    }
    return values.isEmpty || shrinker.consider(replacing: values)
  }
}
