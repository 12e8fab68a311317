/// Deletes a command that yields something, and re-points the references of those that stay: what pointed at a later
/// result points at the same one still. What pointed at the deleted result goes too, with all that depends on it; or it points at
/// what the deleted command itself used (a node takes the place of its parent), or at the result before.
struct DeleteProducers: ShrinkPass {
  let name = "delete producers"

  func run(_ shrinker: Shrinker) {
    var ordinal = Producers(shrinker.best).spans.count - 1
    while ordinal >= 0, !shrinker.isExhausted() {
      delete(ordinal, shrinker)
      ordinal -= 1
    }
  }

  private func delete(_ ordinal: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let producers = Producers(shape)
    guard ordinal < producers.spans.count else { return }
    let producer = producers.spans[ordinal]
    guard let collection = shape.collections.first(where: { $0.elements.contains(producer) }),
      let count = shape.choice(at: collection.countToken)
    else { return }
    let users = producers.dependants(on: ordinal, among: collection.elements, in: shape)
    func consider(_ deleted: Set<Int>, _ substitute: Int?) -> Bool {
      guard count.value >= count.lower, count.value - count.lower >= UInt64(deleted.count) else { return false }
      var values = producers.repointed(without: deleted, substitute, in: shape)
      values[collection.countToken] = count.value - UInt64(deleted.count)
      return shrinker.consider(shape.deleting(spans: deleted.sorted(), replacing: values))
    }
    if consider(users.union([producer]), nil) { return }
    let used = producers.references.first { shape.spans[producer].range.contains($0.token) }?.target
    for substitute in [used, max(ordinal - 1, 0)].compactMap({ $0 }) where consider([producer], substitute) { return }
  }
}

/// The commands of a case that yield something, and the references.
private struct Producers {
  /// Indices of the element spans, by ordinal.
  let spans: [Int]
  /// Each reference's token, and the ordinal that it points at.
  let references: [(token: Int, target: Int)]

  init(_ shape: Shape) {
    spans = shape.spans.filter { $0.label == .production }.compactMap(\.parent)
    references = shape.spans.filter { $0.label == .reference }.compactMap { span in
      shape.choice(at: span.open + 1).map { (span.open + 1, Int(clamping: $0.value)) }
    }
  }

  /// The elements that use a result, or one that another of them yields. Results are used only after they were yielded, so one
  /// way through the elements finds all.
  func dependants(on ordinal: Int, among elements: [Int], in shape: Shape) -> Set<Int> {
    var gone: Set<Int> = [ordinal]
    var dependants: Set<Int> = []
    for element in elements {
      let range = shape.spans[element].range
      guard references.contains(where: { gone.contains($0.target) && range.contains($0.token) }) else { continue }
      dependants.insert(element)
      if let yielded = spans.firstIndex(of: element) { gone.insert(yielded) }
    }
    return dependants
  }

  /// The references that change once some elements are deleted.
  /// - Parameter substitute: the ordinal that takes the place of a deleted one.
  func repointed(without deleted: Set<Int>, _ substitute: Int?, in shape: Shape) -> ChoiceValues {
    var values: ChoiceValues = [:]
    for (token, target) in references where !deleted.contains(where: { shape.spans[$0].range.contains(token) }) {
      let isGone = spans.indices.contains(target) && deleted.contains(spans[target])
      let kept = isGone ? substitute ?? target : target
      // How many results there are before it that stay: its ordinal then.
      let ordinal = spans.prefix(kept).count { !deleted.contains($0) } + max(0, kept - spans.count)
      if ordinal != target { values[token] = UInt64(ordinal) }
    }
    return values
  }
}
