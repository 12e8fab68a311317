/// A recorded case with its spans and collections worked out: what shrink passes look at.
struct Shape: Sendable {
  /// A part of the value: `open` and `close` are indices of tokens.
  struct Span: Sendable {
    let label: SpanLabel
    let open: Int
    var close: Int
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
  /// Runs of two and more elements that are in no collection: their number was decided elsewhere.
  let runs: [[Int]]

  init(_ tokens: [Token]) {
    self.tokens = tokens
    var choiceTokens: [Int] = []
    var spans: [Span] = []
    // For each open span: where its count stands, if it is a collection, and its elements so far.
    var stack: [(span: Int, countToken: Int?, elements: [Int])] = []
    var outermost: [Int] = []
    var collections: [Collection] = []
    var runs: [[Int]] = []
    // By pointer, since a debug build iterates over an array by calls that it does not specialise.
    tokens.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        switch buffer[index] {
        case .choice:
          if let top = stack.last, top.countToken == nil, spans[top.span].label == .collection {
            stack[stack.count - 1].countToken = index
          }
          choiceTokens.append(index)
        case .open(let label):
          if label == .element {
            if stack.isEmpty {
              outermost.append(spans.count)
            } else {
              stack[stack.count - 1].elements.append(spans.count)
            }
          }
          let parent = stack.last?.span
          stack.append((spans.count, nil, []))
          spans.append(Span(label: label, open: index, close: index, parent: parent))
        case .close:
          guard let top = stack.popLast() else { break }
          spans[top.span].close = index
          if let countToken = top.countToken {
            collections.append(Collection(countToken: countToken, elements: top.elements))
          } else if top.elements.count > 0 {
            runs.append(top.elements)
          }
        }
        index += 1
      }
    }
    if !outermost.isEmpty { runs.append(outermost) }
    self.choiceTokens = choiceTokens
    self.spans = spans
    self.collections = collections.sorted { $0.countToken < $1.countToken }
    self.runs = runs
  }

  func choice(at token: Int) -> Choice? {
    guard token >= 0, token < tokens.count, case .choice(let choice) = tokens[token] else { return nil }
    return choice
  }

  /// The tokens at which this choice was made, with this value.
  func tokens(of choice: Choice) -> [Int] { choiceTokens.filter { self.choice(at: $0) == choice } }

  /// The tokens with other values at some choices.
  func replacing(_ values: ChoiceValues) -> [Token] {
    var copy = tokens
    for (token, value) in values {
      if let choice = choice(at: token) { copy[token] = .choice(choice.with(value: value)) }
    }
    return copy
  }

  /// The tokens without those of some spans, none of which contains another, and with other values at
  /// some of the choices that stay.
  func deleting(spans deleted: [Int], replacing values: ChoiceValues = [:]) -> [Token] {
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

  /// The tokens with the contents of two spans, neither inside the other, in each other's place.
  /// - Throws: ``NoSuchStretch`` if the second one does not come after the first.
  func swapping(_ first: Span, _ second: Span) throws -> [Token] {
    try tokens.spliced(
      .from(0, upTo: first.open), .part(second), .from(first.close + 1, upTo: second.open), .part(first), .rest(from: second.close + 1))
  }

  /// How many elements the collection has that stands at `index`; 0 where there is none.
  func elementCount(ofCollection index: Int) -> Int {
    index < collections.count ? collections[index].elements.count : 0
  }

  /// Whether as many choices were drawn, each like that of another case.
  func isDrawnLike(_ other: Shape) -> Bool {
    choiceTokens.count == other.choiceTokens.count
      && zip(choiceTokens, other.choiceTokens).allSatisfy { own, token in
        guard let choice = choice(at: own), let other = other.choice(at: token) else { return false }
        return choice.isDrawnLike(other)
      }
  }

  /// The first choice in a span.
  func head(of span: Span) -> Choice? {
    for token in span.range { if let choice = choice(at: token) { return choice } }
    return nil
  }
}

extension Shape {
  /// A number of elements, with the elements that it counts: a collection's own count, or a number drawn
  /// earlier that equals the number of elements in one or several runs (a length, the columns of a matrix).
  struct Length: Sendable {
    let token: Int
    /// The elements, each a span: of the collection, or of each run.
    fileprivate let runs: [[Int]]
    /// How many places there are.
    let count: Int

    fileprivate init(token: Int, runs: [[Int]]) {
      (self.token, self.runs, count) = (token, runs, runs.map(\.count).min() ?? 0)
    }

    init(_ collection: Collection) { self.init(token: collection.countToken, runs: [collection.elements]) }

    /// The elements at some places: of each place one, or one of each run.
    func elements(at places: Range<Int>) -> [Int] {
      runs.count == 1 ? Array(runs[0][places]) : places.flatMap { place in runs.map { $0[place] } }
    }

    func elements(at place: Int) -> [Int] { elements(at: place..<(place + 1)) }
  }

  var lengths: [Length] {
    var lengths = collections.map { Length($0) }
    if runs.isEmpty { return lengths }
    let counts = Set(runs.map { UInt64($0.count) })
    // The numbers that could count a run, by what they count.
    var numbers: [UInt64: [Int]] = [:]
    for token in choiceTokens {
      if let number = choice(at: token), number.kind == .integer, counts.contains(number.counts) {
        numbers[number.counts, default: []].append(token)
      }
    }
    // By the number and the depth of nesting: the runs of one matrix's columns belong together.
    var linked: [[Int]: [[Int]]] = [:]
    for run in runs {
      guard let first = run.first, let numbers = numbers[UInt64(run.count)] else { continue }
      let depth = depth(of: first)
      for token in numbers.prefix(while: { $0 < spans[first].open }) { linked[[token, depth], default: []].append(run) }
    }
    for (key, runs) in linked.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      lengths.append(Length(token: key[0], runs: runs))
    }
    return lengths
  }

  private func depth(of span: Int) -> Int {
    var depth = 0
    var parent = spans[span].parent
    while let outer = parent {
      depth += 1
      parent = spans[outer].parent
    }
    return depth
  }

  /// The tokens without the elements at some places, the number of which falls with them.
  func deleting(places: Range<Int>, of length: Length) -> [Token]? {
    guard let count = choice(at: length.token), count.value - count.lower >= UInt64(places.count) else {
      return nil
    }
    return deleting(
      spans: length.elements(at: places), replacing: [length.token: count.value - UInt64(places.count)])
  }
}

extension Choice {
  /// The number that a choice stands for, where it is a small count: those of signed types have their sign
  /// bit flipped.
  var counts: UInt64 { value >> 63 == 1 ? value ^ (1 << 63) : value }

  /// Of the same kind, and out of the same range.
  func isDrawnLike(_ other: Choice) -> Bool {
    kind == other.kind && lower == other.lower && upper == other.upper
  }
}

/// Whether the choices of `left` are simpler than those of `right`: fewer of them, or as many and the
/// first that differs is simpler (shortlex).
func isSimpler(_ left: [Token], than right: [Token]) -> Bool {
  left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { isSimpler(left, than: $0) } }
}

func isSimpler(_ left: ArraySlice<Token>, than right: ArraySlice<Token>) -> Bool {
  left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { isSimpler(left, than: $0) } }
}

private func isSimpler(_ left: UnsafeBufferPointer<Token>, than right: UnsafeBufferPointer<Token>) -> Bool {
  var (a, b) = (0, 0)
  var isSimplerSoFar: Bool?
  while true {
    while a < left.count, !left[a].isChoice { a += 1 }
    while b < right.count, !right[b].isChoice { b += 1 }
    if a == left.count || b == right.count { break }
    if isSimplerSoFar == nil, case .choice(let first) = left[a], case .choice(let second) = right[b],
      first.value != second.value || first.target != second.target || first.kind != second.kind
    {
      let (x, y) = (first.complexity, second.complexity)
      if x != y { isSimplerSoFar = x < y }
    }
    a += 1
    b += 1
  }
  if a < left.count || b < right.count { return a == left.count }
  return isSimplerSoFar ?? false
}
