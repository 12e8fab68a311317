/// The structures that are simpler than a case, in order of simplicity, with all values at their simplest. The property is not called.
///
/// Only alternatives that the case has are looked at: another one is not likely to be why it fails.
struct SimplerStructures: IteratorProtocol {
  private static let previews = 200

  private let shrinker: Shrinker
  private let best: Shape
  private let present: Present
  private var previewed = 0
  private var printed: Set<String?> = []
  /// Each with the place of the choice that was raised last, in order of simplicity, the simplest at the end.
  private var waiting: [(tokens: [Token], raised: Int)] = []

  init(_ shrinker: Shrinker) {
    self.shrinker = shrinker
    best = shrinker.best
    present = Present(best)
    look(at: [], raised: 0)
  }

  mutating func next() -> [Token]? {
    guard let (tokens, raised) = waiting.popLast() else { return nil }
    for place in raised..<max(tokens.count, raised) where tokens.decidesOnStructure(at: place) {
      guard case .choice(let choice) = tokens[place],
        let value = present.value(after: choice, countsMore: choice.kind == .count || tokens.goesOn(at: place))
      else { continue }
      look(at: Array(tokens[..<place]) + [.choice(choice.with(value: value))], raised: place)
    }
    return tokens
  }

  private mutating func look(at script: [Token], raised: Int) {
    guard previewed < Self.previews else { return }
    previewed += 1
    guard let preview = shrinker.preview(script), isSimpler(preview.tokens, than: best.tokens) else { return }
    // Two alternatives may stand for one value.
    guard printed.insert(shrinker.print(preview)).inserted else { return }
    let place = waiting.firstIndex { isSimpler($0.tokens, than: preview.tokens) } ?? waiting.count
    waiting.insert((preview.tokens, raised), at: place)
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
