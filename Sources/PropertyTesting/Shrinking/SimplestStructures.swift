/// Of a case that has parts inside parts drawn alike, such as a tree, goes through the simplest structures with all values at
/// their simplest, in order of simplicity: a failure that turns on structure alone is the least one at once, and what
/// passes here costs the later passes nothing.
///
/// Only alternatives that the case has are looked at: another one is not likely to be why it fails.
struct TrySimplestStructures: ShrinkPass {
  let name = "try simplest structures"

  /// How many structures the property is called with.
  private static let calls = 8
  private static let previews = 200

  func run(_ shrinker: Shrinker) {
    let best = shrinker.best
    guard shrinker.round == 0, best.recurs else { return }
    var previews = 0
    var printed: Set<String?> = []
    // Each with the place of the choice that was raised last, in order of simplicity, the simplest at the end.
    var waiting: [(tokens: [Token], raised: Int)] = []
    func look(at script: [Token], raised: Int) {
      guard previews < Self.previews else { return }
      previews += 1
      guard let preview = shrinker.preview(script), isSimpler(preview.tokens, than: best.tokens) else { return }
      // Two alternatives may stand for one value.
      guard printed.insert(shrinker.print(preview)).inserted else { return }
      let place = waiting.firstIndex { isSimpler($0.tokens, than: preview.tokens) } ?? waiting.count
      waiting.insert((preview.tokens, raised), at: place)
    }
    look(at: [], raised: 0)
    let present = Present(best)
    let calls = shrinker.calls
    while let next = waiting.popLast(), shrinker.calls - calls < Self.calls, !shrinker.isExhausted() {
      if !shrinker.wasTried(next.tokens), shrinker.consider(next.tokens) { return }
      for place in next.raised..<max(next.tokens.count, next.raised) where next.tokens.decidesOnStructure(at: place) {
        guard case .choice(let choice) = next.tokens[place],
          let value = present.value(after: choice, countsMore: choice.kind == .count || next.tokens.goesOn(at: place))
        else { continue }
        look(at: Array(next.tokens[..<place]) + [.choice(choice.with(value: value))], raised: place)
      }
    }
  }

  /// For the choices that decide on structure, the values that a case has, beside the simplest.
  private struct Present {
    private var values: [Choice: Set<UInt64>] = [:]

    init(_ shape: Shape) {
      for token in shape.choiceTokens where shape.tokens.decidesOnStructure(at: token) {
        if let choice = shape.choice(at: token) { values[choice.with(value: choice.target), default: []].insert(choice.value) }
      }
    }

    /// The next one of them; the next number up to the largest where numbers stand for more of the same.
    func value(after choice: Choice, countsMore: Bool) -> UInt64? {
      let later = values[choice.with(value: choice.target), default: []].filter { $0 > choice.value }
      guard let next = later.min() else { return nil }
      return countsMore ? choice.value + 1 : next
    }
  }
}

extension [Token] {
  /// Whether the choice at a place decides on what is drawn after it: how many elements there are, whether a recursive value
  /// goes on, which of several generators is drawn.
  fileprivate func decidesOnStructure(at place: Int) -> Bool {
    guard case .choice(let choice) = self[place] else { return false }
    switch choice.kind {
    case .count: return true
    case .branch:
      return goesOn(at: place) || place + 1 < count && self[place + 1] == .open(.draw)
    case .integer, .boolean, .double, .character, .schedule: return false
    }
  }

  /// Whether the choice at a place decides if a recursive value goes on: all of its values but the first mean the same.
  fileprivate func goesOn(at place: Int) -> Bool { place > 0 && self[place - 1] == .open(.recursion) }
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
