/// Goes through the simplest structures of a small case: fewer elements elsewhere, an earlier alternative with another in its place. Where the
/// numbers of the case are all at their simplest, so are those of each structure; otherwise they are drawn again.
///
/// It is for failures that several structures have and no single deletion connects: as many lists as one is long, the first list equal to
/// the last, a difference of two counts.
struct RedrawStructures: ShrinkPass {
  let name = "redraw structures"

  private static let choices = 12
  private static let structures = 24
  /// At most so many calls for random numbers, and half of those that there were.
  private static let calls = 128
  private static let draws = 2...16

  func run(_ shrinker: Shrinker) {
    let best = shrinker.best
    guard best.choiceTokens.count <= Self.choices else { return }
    let isSimplest = best.redrawable.allSatisfy { best.choice(at: $0)?.isSimplest ?? true }
    guard isSimplest || RedrawNumbers.isWorthwhile(shrinker) else { return }
    var search = SimplerStructures(shrinker)
    var structures: [Shape] = []
    while structures.count < Self.structures, let tokens = search.next() {
      let structure = Shape(tokens)
      if isSimplest {
        // Deletion has tried less of one thing.
        if best.differs(fromShorter: structure) { continue }
        if !shrinker.wasTried(tokens), shrinker.consider(tokens) { return }
      }
      structures.append(structure)
    }
    if isSimplest { return }
    structures.removeAll { $0.redrawable.isEmpty }
    let calls = min(Self.calls, shrinker.calls / 2) / max(structures.count, 1)
    let draws = min(max(calls, Self.draws.lowerBound), Self.draws.upperBound)
    for structure in structures where RedrawNumbers.redraw(structure, draws, shrinker) { return }
  }
}

extension Shape {
  /// Whether one count is all in which a case with no more choices differs, and it is lower there.
  fileprivate func differs(fromShorter other: Shape) -> Bool {
    let pairs = zip(choiceTokens, other.choiceTokens).map { (choice(at: $0), other.choice(at: $1)) }.filter { $0 != $1 }
    guard let (own, others) = pairs.first, pairs.count == 1, let own, let others else { return pairs.isEmpty }
    return own.kind == .count && others.complexity < own.complexity
  }
}
