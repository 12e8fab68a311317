/// Changes a number by one and deletes an element: a length with what it counts, an index with what it
/// points past, a counter with the step that would have raised it.
///
/// Numbers are tried that could be a place or a count, none larger than the largest collection; with the elements at
/// both ends of each collection, at the places around the number, and beside the number itself.
struct ChangeAndDelete: ShrinkPass {
  let name: String
  private let raises: Bool

  static let lowers = ChangeAndDelete(name: "lower and delete", raises: false)
  static let raises = ChangeAndDelete(name: "raise and delete", raises: true)

  /// In a case of more choices, none that is simplest is raised.
  private static let most = 400

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
      while changeOnce(position, shrinker) {}
      position += 1
    }
  }

  /// Each success removes an element, so that repeating it ends.
  private func changeOnce(_ position: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard position < shape.choiceTokens.count else { return false }
    let token = shape.choiceTokens[position]
    guard let choice = shape.choice(at: token), choice.kind == .integer, choice.value >= choice.target,
      raises ? choice.value < choice.upper : choice.value > choice.target
    else { return false }
    // Of thousands of elements, each would take several calls.
    if raises, choice.isSimplest, shape.choiceTokens.count > Self.most { return false }
    if !choice.couldPoint { return raises && choice.isSimplest && raiseForNeighbour(token, choice, shrinker) }
    let number = choice.value - choice.target
    let largest = (shape.collections.map(\.elements) + shape.runs).map(\.count).max() ?? 0
    guard number <= UInt64(largest) else { return false }
    let changed = raises ? choice.value + 1 : choice.value - 1
    for collection in shape.collections {
      guard let count = shape.choice(at: collection.countToken), count.value > count.lower else { continue }
      for index in places(Int(number), token, collection.elements, shape) {
        let values: ChoiceValues = [token: changed, collection.countToken: count.value - 1]
        if shrinker.consider(shape.deleting(spans: [index], replacing: values)) { return true }
      }
    }
    for run in shape.runs where !raises {
      for index in places(Int(number), token, run, shape) {
        if shrinker.consider(shape.deleting(spans: [index], replacing: [token: changed])) { return true }
      }
    }
    return false
  }

  /// One where a neighbour goes: what told two parts apart was their length, and is then this number.
  private func raiseForNeighbour(_ token: Int, _ choice: Choice, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    for collection in shape.collections {
      guard let count = shape.choice(at: collection.countToken), count.value > count.lower,
        let own = collection.elements.firstIndex(where: { shape.spans[$0].range.contains(token) })
      else { continue }
      let values: ChoiceValues = [token: choice.value + 1, collection.countToken: count.value - 1]
      for place in [own - 1, own + 1] where collection.elements.indices.contains(place) {
        if shrinker.consider(shape.deleting(spans: [collection.elements[place]], replacing: values)) { return true }
      }
    }
    return false
  }

  /// The elements to try, as spans, none of which holds the number.
  private func places(_ number: Int, _ token: Int, _ elements: [Int], _ shape: Shape) -> [Int] {
    var places = [0, elements.count - 1, number - 1, number, number + 1]
    if let own = elements.firstIndex(where: { shape.spans[$0].range.contains(token) }) {
      places += [own - 1, own + 1]
    }
    var seen: Set<Int> = []
    return places.filter { elements.indices.contains($0) && seen.insert($0).inserted }.map { elements[$0] }
      .filter { !shape.spans[$0].range.contains(token) }
  }
}

extension Choice {
  /// Whether it is a number out of a range that places and counts are drawn from: none as wide as a type.
  var couldPoint: Bool { kind == .integer && upper - lower <= 10_000 }
}

/// Deletes an element, and lowers by one every number that is larger than its place: what points past a
/// deleted element points at the same one still.
struct DeleteAndShiftIndices: ShrinkPass {
  let name = "delete and shift indices"

  func run(_ shrinker: Shrinker) {
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.isExhausted() {
      var (length, taken) = (length(index, shrinker), shrinker.taken)
      var place = (length?.count ?? 0) - 1
      while place >= 0, !shrinker.isExhausted() {
        if shrinker.taken > taken { (length, taken) = (self.length(index, shrinker), shrinker.taken) }
        guard let length else { break }
        if place < length.count {
          let shape = shrinker.best
          _ = shape.deletingAndShifting(place..<(place + 1), of: length).contains { shrinker.consider($0) }
        }
        place -= 1
      }
      index += 1
    }
  }

  /// Nil where no element can go, or nothing points at one.
  private func length(_ index: Int, _ shrinker: Shrinker) -> Shape.Length? {
    let shape = shrinker.best
    guard index < shape.collections.count else { return nil }
    let collection = shape.collections[index]
    guard let count = shape.choice(at: collection.countToken), count.value > count.lower,
      shape.choiceTokens.contains(where: { token in
        guard let choice = shape.choice(at: token) else { return false }
        return choice.couldPoint && choice.value > choice.target
      })
    else { return nil }
    return Shape.Length(collection)
  }
}

extension Shape {
  /// The tokens without the elements at some places, and with numbers that point past them lowered by as many: those
  /// outside of the collection, and then those inside it too. Empty where there are none: it is a plain
  /// deletion then.
  func deletingAndShifting(_ places: Range<Int>, of length: Length) -> [[Token]] {
    guard let count = choice(at: length.token), count.value - count.lower >= UInt64(places.count) else { return [] }
    let deleted = length.elements(at: places)
    var (outside, everywhere): (ChoiceValues, ChoiceValues) = ([:], [:])
    for token in choiceTokens where token != length.token {
      guard let choice = choice(at: token), choice.couldPoint, choice.value > choice.target else { continue }
      let number = choice.value - choice.target
      guard number >= UInt64(places.upperBound), number <= UInt64(length.count) else { continue }
      if deleted.contains(where: { spans[$0].range.contains(token) }) { continue }
      let isInside = length.elements(at: 0..<length.count).contains { spans[$0].range.contains(token) }
      if !isInside { outside[token] = choice.value - UInt64(places.count) }
      everywhere[token] = choice.value - UInt64(places.count)
    }
    return [outside, everywhere].filter { !$0.isEmpty }.map { values in
      var values = values
      values[length.token] = count.value - UInt64(places.count)
      return deleting(spans: deleted, replacing: values)
    }
  }
}
