/// Of a case that has parts inside parts drawn alike, such as a tree, goes through the simplest structures with all values at
/// their simplest, in order of simplicity: a failure that turns on structure alone is the least one at once, and what
/// passes here costs the later passes nothing.
///
/// Only alternatives that the case has are looked at: another one is not likely to be why it fails.
struct TrySimplestStructures: ShrinkPass {
  let name = "try simplest structures"

  /// How many structures the property is called with.
  private static let calls = 8

  func run(_ shrinker: Shrinker) {
    guard shrinker.round == 0, shrinker.best.recurs else { return }
    var structures = SimplerStructures(shrinker)
    let calls = shrinker.calls
    while let next = structures.next(), shrinker.calls - calls < Self.calls, !shrinker.isExhausted() {
      if !shrinker.wasTried(next), shrinker.consider(next) { return }
    }
  }
}

extension Shape {
  /// Of a case of more parts, those that follow are not looked at.
  private static let most = 64

  /// Whether a part that begins with a choice of an alternative stands inside another such part.
  fileprivate var recurs: Bool {
    for span in spans.prefix(Self.most) {
      guard let token = choice(after: span), let head = choice(at: token), head.kind == .branch else { continue }
      var parent = span.parent
      while let index = parent {
        let outer = spans[index]
        if let other = choice(after: outer), other != token, choice(at: other)?.isDrawnLike(head) ?? false { return true }
        parent = outer.parent
      }
    }
    return false
  }

  /// The token of the first choice in a span.
  private func choice(after span: Span) -> Int? { span.range.first { tokens[$0].isChoice } }
}
