/// A recorded case with its spans and collections worked out: what shrink passes look at.
struct Shape: Sendable {
  /// A part of the value: `open` and `close` are indices of tokens.
  struct Span: Sendable {
    let label: SpanLabel
    let open: Int
    let close: Int
    /// The index of the enclosing span.
    let parent: Int?

    /// All of its tokens, the two marks too.
    var range: ClosedRange<Int> { open...close }
  }

  /// A collection: where its count stands and which spans are its elements.
  struct Collection: Sendable {
    let countToken: Int
    /// Indices of spans, in order.
    let elements: [Int]
  }

  let tokens: [Token]
  /// Indices of the tokens that are choices.
  let choiceTokens: [Int]
  /// In the order in which they open: outer ones first.
  let spans: [Span]
  let collections: [Collection]

  init(_ tokens: [Token]) {
    self.tokens = tokens
    var choiceTokens: [Int] = []
    var spans: [Span] = []
    var stack: [Int] = []
    var countToken: [Int: Int] = [:]
    var elements: [Int: [Int]] = [:]
    for (index, token) in tokens.enumerated() {
      switch token {
      case .choice:
        if let top = stack.last, spans[top].label == .collection, countToken[top] == nil {
          countToken[top] = index
        }
        choiceTokens.append(index)
      case .open(let label):
        if let top = stack.last, label == .element, spans[top].label == .collection {
          elements[top, default: []].append(spans.count)
        }
        let parent = stack.last
        stack.append(spans.count)
        spans.append(Span(label: label, open: index, close: index, parent: parent))
      case .close:
        guard let top = stack.popLast() else { continue }
        let span = spans[top]
        spans[top] = Span(label: span.label, open: span.open, close: index, parent: span.parent)
      }
    }
    self.choiceTokens = choiceTokens
    self.spans = spans
    collections = countToken.keys.sorted().compactMap { span in
      countToken[span].map { Collection(countToken: $0, elements: elements[span] ?? []) }
    }
  }

  func choice(at token: Int) -> Choice? {
    guard tokens.indices.contains(token), case .choice(let choice) = tokens[token] else { return nil }
    return choice
  }

  /// The tokens with other values at some choices.
  func replacing(_ values: [Int: UInt64]) -> [Token] {
    var copy = tokens
    for (token, value) in values {
      if let choice = choice(at: token) { copy[token] = .choice(choice.with(value: value)) }
    }
    return copy
  }

  /// The tokens without those of some spans, none of which contains another, and with other values at
  /// some of the choices that stay.
  func deleting(spans deleted: [Int], replacing values: [Int: UInt64] = [:]) -> [Token] {
    let ranges = deleted.map { spans[$0].range }.sorted { $0.lowerBound < $1.lowerBound }
    let changed = replacing(values)
    var result: [Token] = []
    result.reserveCapacity(tokens.count)
    var next = 0
    for range in ranges where range.lowerBound >= next {
      result += changed[next..<range.lowerBound]
      next = range.upperBound + 1
    }
    result += changed[next...]
    return result
  }

  /// The tokens without some elements of a collection, whose count falls with them.
  func deleting(elements: ArraySlice<Int>, of collection: Collection) -> [Token]? {
    guard let count = choice(at: collection.countToken) else { return nil }
    let removed = UInt64(elements.count)
    guard count.value >= count.lower + removed else { return nil }
    return deleting(
      spans: Array(elements), replacing: [collection.countToken: count.value - removed])
  }
}

/// Whether the choices of `left` are simpler than those of `right`: fewer of them, or as many and the
/// first that differs is simpler (shortlex).
func isSimpler(_ left: [Token], than right: [Token]) -> Bool {
  func choices(_ tokens: [Token]) -> [Choice] {
    tokens.compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
  }
  let (left, right) = (choices(left), choices(right))
  if left.count != right.count { return left.count < right.count }
  for (a, b) in zip(left, right) {
    let (simpleA, simpleB) = (a.complexity, b.complexity)
    if simpleA != simpleB { return simpleA < simpleB }
  }
  return false
}
