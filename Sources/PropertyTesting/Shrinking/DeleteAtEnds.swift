/// Deletes as many elements from two collections of different lengths, neither inside the other, at their ends or at their beginnings:
/// lists of which one has to be so much longer than the other.
struct DeleteAtEnds: ShrinkPass {
  let name = "delete at ends"

  /// In a case of more collections, there are too many pairs.
  private static let few = 4

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.collections.count <= Self.few else { return }
    for first in shrinker.best.collections.indices {
      for second in shrinker.best.collections.indices where second > first {
        for isFirst in [false, true] {
          var run = 1
          while delete(first, second, run, isFirst, shrinker) { run *= 2 }
        }
      }
    }
  }

  private func delete(_ first: Int, _ second: Int, _ run: Int, _ isFirst: Bool, _ shrinker: Shrinker) -> Bool {
    let shape = shrinker.best
    guard second < shape.collections.count else { return false }
    let pair = [shape.collections[first], shape.collections[second]]
    guard pair.allSatisfy({ $0.elements.count >= run }), pair[0].elements.count != pair[1].elements.count,
      shape.spans[pair[0].elements[pair[0].elements.count - 1]].close < pair[1].countToken
    else { return false }
    var values: ChoiceValues = [:]
    for collection in pair {
      guard let count = shape.choice(at: collection.countToken), count.value - count.lower >= UInt64(run) else { return false }
      values[collection.countToken] = count.value - UInt64(run)
    }
    let spans = pair.flatMap { Array(isFirst ? $0.elements.prefix(run) : $0.elements.suffix(run)) }
    return shrinker.consider(shape.deleting(spans: spans, replacing: values))
  }
}
