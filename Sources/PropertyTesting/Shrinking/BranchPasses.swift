/// Turns a part into another of its alternatives. Into an earlier one it takes what the two may have in common: one of the
/// parts that it was made of, or all but one; so an assignment becomes a return of the same expression. A command turns into a
/// later one where that draws less, and several equal ones into one other.
struct ChangeBranch: ShrinkPass {
  let name = "change branch"

  /// How many of its parts are tried in place of all.
  private static let parts = 8
  /// How many other alternatives.
  private static let branches: UInt64 = 8
  /// In a list of as many commands, one may become a command that the case does not have.
  private static let commands = 8

  func run(_ shrinker: Shrinker) throws {
    try shrinker.forEachPlace({ $0.choiceTokens.count }) { position in
      try lower(position, shrinker)
      raise(position, shrinker)
    }
    shrinker.exhaustEachPlace({ $0.collections.count }) { replaceRun(inCollection: $0, shrinker) }
  }

  /// Several equal commands in a row by a single other one: three turns to the right by one to the left.
  private func replaceRun(inCollection index: Int, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    let collection = shape.collections[index]
    let parts = collection.elements.map { shape.tokens[shape.spans[$0].range] }
    guard parts.count <= Self.commands, let count = shape.choice(at: collection.countToken) else { return false }
    var start = 0
    while start < parts.count {
      let end = parts[start...].firstIndex { $0 != parts[start] } ?? parts.count
      defer { start = end }
      let (token, deleted) = (shape.spans[collection.elements[start]].open + 1, collection.elements[(start + 1)..<end])
      guard let choice = shape.choice(at: token), choice.kind == .branch, choice.upper - choice.lower > 1, !deleted.isEmpty,
        count.value - count.lower >= UInt64(deleted.count),
        Set(collection.elements.compactMap { shape.head(of: shape.spans[$0])?.value }).count > 1
      else { continue }
      for branch in choice.lower...min(choice.upper, choice.lower + Self.branches) where branch != choice.value {
        let values: ChoiceValues = [collection.countToken: count.value - UInt64(deleted.count), token: branch]
        if shrinker.consider(shape.deleting(spans: Array(deleted), replacing: values)) { return true }
      }
    }
    return false
  }

  /// An element of a collection to a later alternative that another element is already, or of a few commands to any: with fewer
  /// choices it is simpler, even if numbers are raised for it. Other later alternatives are left alone: that a generator draws
  /// less for a special value makes it no simpler to read.
  private func raise(_ position: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    guard position < shape.choiceTokens.count else { return }
    let token = shape.choiceTokens[position]
    guard let choice = shape.choice(at: token), choice.kind == .branch, choice.value < choice.upper else { return }
    for branch in alternatives(beside: token, choice, shape) {
      guard let preview = shrinker.preview(shape.replacing([token: branch])),
        preview.tokens.count(where: { $0.isChoice }) < shape.choiceTokens.count
      else { continue }
      if shrinker.consider(preview.tokens) { return }
      let changed = Shape(preview.tokens)
      var values: ChoiceValues = [:]
      for token in changed.choiceTokens {
        if let number = changed.choice(at: token), number.couldPoint, !number.isSimplest { values[token] = number.upper }
      }
      if !values.isEmpty, shrinker.consider(changed.replacing(values)) { return }
    }
  }

  /// The later branches of the elements beside the one that begins with a branch.
  private func alternatives(beside token: Int, _ choice: Choice, _ shape: Shape) -> [UInt64] {
    let elements = shape.collections.first { $0.elements.contains { shape.spans[$0].open == token - 1 } }?.elements ?? []
    let heads = elements.compactMap { shape.head(of: shape.spans[$0]) }.filter { $0.isDrawnLike(choice) }
    let present = Set(heads.map(\.value))
    // Of several commands in a short list, any other may do: one that the case does not have, too.
    if present.count > 1, choice.upper - choice.lower > 1, elements.count <= Self.commands {
      return Array((choice.value + 1)...min(choice.upper, choice.value + Self.branches))
    }
    return present.filter { $0 > choice.value }.sorted()
  }

  private func lower(_ position: Int, _ shrinker: Shrinker) throws {
    let shape = shrinker.best
    let token = shape.choiceTokens[position]
    guard let choice = shape.choice(at: token), choice.kind == .branch, !choice.isSimplest,
      let index = shape.spans.firstIndex(where: { $0.open == token + 1 })
    else { return }
    let whole = shape.spans[index]
    let inner = shape.spans[(index + 1)...].prefix { $0.open < whole.close }
    let kept = inner.filter { $0.label != .collection }.prefix(Self.parts)
    guard !kept.isEmpty else { return }
    for branch in choice.target..<min(choice.value, choice.target + Self.branches) {
      let changed = shape.replacing([token: branch])
      for part in kept {
        let tokens = try changed.spliced(.from(0, upTo: whole.open + 1), .part(part), .rest(from: whole.close))
        if shrinker.consider(tokens) { return }
      }
      for part in kept where inner.contains(where: { $0.parent == part.parent && $0.open != part.open }) {
        let tokens = try changed.spliced(.from(0, upTo: part.open), .rest(from: part.close + 1))
        if shrinker.consider(tokens) { return }
      }
    }
  }
}

/// Takes a part out of an element of one collection and makes it an element of an earlier one; what else the element held
/// goes. So an expression in a statement becomes an argument.
struct MovePart: ShrinkPass {
  let name = "move part"

  /// How many parts of an element are tried.
  private static let parts = 4
  /// How many collections before it are.
  private static let collections = 4

  func run(_ shrinker: Shrinker) throws {
    try shrinker.exhaustEachPlace({ $0.collections.count }) { index in
      for place in shrinker.best.collections[index].elements.indices where !shrinker.isExhausted() {
        if try move(elementAt: place, ofCollection: index, shrinker) { return true }
      }
      return false
    }
  }

  private func move(elementAt place: Int, ofCollection index: Int, _ shrinker: Shrinker) throws -> Bool {
    let shape = shrinker.best
    let from = shape.collections[index]
    guard from.elements.indices.contains(place), let fromCount = shape.choice(at: from.countToken),
      fromCount.value > fromCount.lower
    else { return false }
    let whole = from.elements[place]
    let element = shape.spans[whole]
    let parts = shape.spans[(whole + 1)...].prefix { $0.open < element.close }.filter { $0.label == .recursion }
    for part in parts.prefix(Self.parts) {
      for to in shape.collections[..<index].reversed().prefix(Self.collections) {
        guard let toCount = shape.choice(at: to.countToken), toCount.value < toCount.upper,
          to.elements.allSatisfy({ shape.spans[$0].close < element.open }),
          fits(part, into: to, shape)
        else { continue }
        let changed = shape.replacing([from.countToken: fromCount.value - 1, to.countToken: toCount.value + 1])
        let insertion = to.elements.last.map { shape.spans[$0].close } ?? to.countToken
        let tokens = try changed.spliced(
          .from(0, upTo: insertion + 1), .tokens([.open(.element)]), .part(part), .tokens([.close]),
          .from(insertion + 1, upTo: element.open), .rest(from: element.close + 1))
        if isSimpler(tokens, than: shape.tokens), shrinker.consider(tokens) { return true }
      }
    }
    return false
  }

  /// Whether the elements of a collection are drawn like a part; of an empty one nobody knows.
  private func fits(_ part: Shape.Span, into collection: Shape.Collection, _ shape: Shape) -> Bool {
    guard let first = collection.elements.first else { return true }
    guard let head = shape.head(of: shape.spans[first]), let partHead = shape.head(of: part) else { return false }
    return head.isDrawnLike(partHead)
  }
}
