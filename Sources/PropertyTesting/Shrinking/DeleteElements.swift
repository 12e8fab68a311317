/// Deletes runs of elements from collections and whatever else counts its elements, from the end, doubling the
/// run while that works; all at once first.
struct DeleteElements: ShrinkPass {
  let name = "delete elements"

  func run(_ shrinker: Shrinker) {
    shrinker.forEachPlace({ $0.lengths.count }) { index in
      if !deleteAll(shrinker, length: index) { deleteRuns(shrinker, length: index) }
    }
  }

  private func deleteAll(_ shrinker: Shrinker, length index: Int) -> Bool {
    var shape = shrinker.best
    var length = shape.lengths[index]
    guard var count = shape.choice(at: length.token), length.places.count > 1 else { return false }
    if count.value - count.lower > UInt64(length.places.count), count.kind == .count {
      // A set or a dictionary that found no more distinct elements: it would look for others again.
      _ = shrinker.consider(replacing: [length.token: count.lower + UInt64(length.places.count)])
      guard shrinker.best.lengths.indices.contains(index) else { return true }
      shape = shrinker.best
      length = shape.lengths[index]
      count = shape.choice(at: length.token) ?? count
    }
    let most = Int(clamping: min(count.value - count.lower, UInt64(length.places.count)))
    guard most > 0 else { return false }
    return shrinker.consider(shape.deleting(places: (length.places.count - most)..<length.places.count, of: length))
  }

  private func deleteRuns(_ shrinker: Shrinker, length index: Int) {
    var run = 1
    // Whether it is worth a second call to move what points past the deleted elements.
    var shifts = 3
    var shape = shrinker.best
    var lengths = shape.lengths
    var end = lengths[index].places.count
    while end > 0, !shrinker.stoppedEarly {
      guard lengths.indices.contains(index) else { return }
      let length = lengths[index]
      end = min(end, length.places.count)
      guard end > 0 else { return }
      let step = min(run, end)
      let places = (end - step)..<end
      var isDeleted = shrinker.consider(shape.deleting(places: places, of: length))
      if !isDeleted, shifts > 0 {
        let shifted = shape.deletingAndShifting(places, of: length)
        isDeleted = shifted.contains { shrinker.consider($0) }
        if !shifted.isEmpty { shifts = isDeleted ? 3 : shifts - 1 }
      }
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

/// Sets every choice of a span to its simplest value, outer spans first.
struct SimplifySpans: ShrinkPass {
  let name = "simplify spans"

  func run(_ shrinker: Shrinker) {
    shrinker.forEachPlace({ $0.spans.count }) { index in
      let shape = shrinker.best
      var values: ChoiceValues = [:]
      for token in shape.spans[index].range {
        if let choice = shape.choice(at: token), !choice.isSimplest { values[token] = choice.target }
      }
      if !values.isEmpty { _ = shrinker.consider(replacing: values) }
    }
  }
}
