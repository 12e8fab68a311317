/// Moves elements that differ in length forward, where the whole becomes simpler by it: ``SortElements`` compares
/// elements by themselves, of which the shorter is the simpler one, and so never brings a long one of simpler choices
/// before a short one. Where a reference then points at something else than what made the case fail, it is re-pointed.
struct SortCommands: ShrinkPass {
  let name = "sort commands"

  func run(_ shrinker: Shrinker) throws {
    try shrinker.forEachPlace({ $0.collections.count }) { index in
      try shrinker.forEachPlace({ $0.elementCount(ofCollection: index) }) { try sink($0, ofCollection: index, shrinker) }
    }
  }

  private func sink(_ position: Int, ofCollection index: Int, _ shrinker: Shrinker) throws {
    var position = position
    while position > 0, !shrinker.isExhausted() {
      let shape = shrinker.best
      guard index < shape.collections.count, position < shape.collections[index].elements.count else { return }
      let elements = shape.collections[index].elements
      let (first, second) = (shape.spans[elements[position - 1]], shape.spans[elements[position]])
      let (a, b) = (shape.tokens[first.range], shape.tokens[second.range])
      guard isSimpler(Array(b + a), than: Array(a + b)) else { return }
      let swapped = try shape.swapping(first, second)
      guard shrinker.consider(swapped) || repoint(swapped, shrinker) else { return }
      position -= 1
    }
  }

  /// Tries every other result for each of the references.
  private func repoint(_ tokens: [Token], _ shrinker: Shrinker) -> Bool {
    let shape = Shape(tokens)
    let producers = shape.spans.count { $0.label == .production }
    guard (2...Self.mostProducers).contains(producers) else { return false }
    for span in shape.spans where span.label == .reference {
      guard let choice = shape.choice(at: span.open + 1) else { continue }
      for ordinal in 0..<UInt64(producers) where ordinal != choice.value {
        if shrinker.consider(shape.replacing([span.open + 1: ordinal])) { return true }
      }
    }
    return false
  }

  /// More, and it would take too many runs for what it brings.
  private static let mostProducers = 6
}
