/// Deletes a command that yields something, and re-points the references of those that stay: what pointed at a later
/// result points at the same one still. With it go the commands that used what it yielded, or they use the one before.
struct DeleteProducers: ShrinkPass {
  let name = "delete producers"

  func run(_ shrinker: Shrinker) {
    var ordinal = Producers(shrinker.best).spans.count - 1
    while ordinal >= 0, !shrinker.stoppedEarly {
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
    for withUsers in [true, false] {
      let deleted = collection.elements.filter { element in
        element == producer || withUsers && producers.uses(ordinal, element, in: shape)
      }
      guard count.value >= count.lower + UInt64(deleted.count) else { continue }
      let gone = Set(deleted.flatMap { Array(shape.spans[$0].range) })
      var values: ChoiceValues = [collection.countToken: count.value - UInt64(deleted.count)]
      // How many fewer results there are before each one that stays.
      for (token, target) in producers.references where !gone.contains(token) {
        let missing = producers.spans.enumerated().count { index, span in
          deleted.contains(span) && (index < target || index == target && index > 0)
        }
        if missing > 0 { values[token] = UInt64(target - missing) }
      }
      if shrinker.consider(shape.deleting(spans: deleted, replacing: values)) { return }
    }
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
      shape.choice(at: span.open + 1).map { (span.open + 1, Int($0.value)) }
    }
  }

  func uses(_ ordinal: Int, _ element: Int, in shape: Shape) -> Bool {
    references.contains { $0.target == ordinal && shape.spans[element].range.contains($0.token) }
  }
}
