/// Deletes an element, and lowers by one every number that is larger than its place: what points past a
/// deleted element points at the same one still.
struct DeleteAndShiftIndices: ShrinkPass {
  let name = "delete and shift indices"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.stoppedEarly {
      var place = shrinker.best.collections[index].elements.count - 1
      while place >= 0, !shrinker.stoppedEarly {
        delete(place, ofCollection: index, shrinker)
        place -= 1
      }
      index += 1
    }
  }

  private func delete(_ place: Int, ofCollection index: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    guard index < shape.collections.count else { return }
    let collection = shape.collections[index]
    guard place < collection.elements.count, let count = shape.choice(at: collection.countToken),
      count.value > count.lower
    else { return }
    let deleted = collection.elements[place]
    var values = [collection.countToken: count.value - 1]
    for token in shape.choiceTokens where !shape.spans[deleted].range.contains(token) {
      guard let choice = shape.choice(at: token), choice.kind == .integer, choice.value > choice.target,
        choice.value - choice.target > UInt64(place)
      else { continue }
      values[token] = choice.value - 1
    }
    // Without a number to shift it is a plain deletion, which was tried before.
    if values.count > 1 {
      _ = shrinker.consider(shape.deleting(spans: [deleted], replacing: values))
    }
  }
}

/// Deletes an element that is one number and adds it to a number near by, wrapping around where the sum
/// leaves the range: a sum stays.
struct MergeNumbers: ShrinkPass {
  let name = "merge numbers"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.stoppedEarly {
      var place = 0
      while index < shrinker.best.collections.count, !shrinker.stoppedEarly,
        place < shrinker.best.collections[index].elements.count
      {
        if !merge(place, ofCollection: index, shrinker) { place += 1 }
      }
      index += 1
    }
  }

  private func merge(_ place: Int, ofCollection index: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let collection = shape.collections[index]
    let span = shape.spans[collection.elements[place]]
    let own = shape.choiceTokens.filter { span.range.contains($0) }
    guard own.count == 1, let number = shape.choice(at: own[0]), number.kind == .integer,
      let count = shape.choice(at: collection.countToken), count.value > count.lower,
      let position = shape.choiceTokens.firstIndex(of: own[0])
    else { return false }
    let near = shape.choiceTokens[max(0, position - 4)...min(position + 4, shape.choiceTokens.count - 1)]
    for token in near where token != own[0] {
      guard let other = shape.choice(at: token), other.kind == .integer, other.lower == number.lower,
        other.upper == number.upper
      else { continue }
      let sum = other.value &+ number.value &- other.target
      let width = other.upper &- other.lower &+ 1
      let wrapped =
        sum >= other.lower && sum <= other.upper || width == 0
        ? sum : sum > other.upper ? sum &- width : sum &+ width
      guard wrapped >= other.lower, wrapped <= other.upper else { continue }
      if shrinker.consider(
        shape.deleting(
          spans: [collection.elements[place]],
          replacing: [collection.countToken: count.value - 1, token: wrapped]))
      {
        return true
      }
    }
    return false
  }
}
