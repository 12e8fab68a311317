import PropertyTesting

indirect enum Expression: Sendable, CounterexampleDescribable {
  case number(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  static let generator = Generator<Expression>.recursive(
    depth: 4, leaf: Generator<Int>.int(in: -100...100).map { .number($0) }
  ) { part in
    .oneOf(
      Generator<(Expression, Expression)>.zip(part, part).map { .sum($0, $1) },
      Generator<(Expression, Expression)>.zip(part, part).map { .quotient($0, $1) })
  }

  /// Nil where it divides by 0.
  var value: Int? {
    switch self {
    case .number(let number): return number
    case .sum(let a, let b):
      guard let a = a.value, let b = b.value else { return nil }
      return a + b
    case .quotient(let a, let b):
      guard let a = a.value, let b = b.value, b != 0 else { return nil }
      return a / b
    }
  }

  var hasNoLiteralZeroDivisor: Bool {
    switch self {
    case .number: return true
    case .sum(let a, let b): return a.hasNoLiteralZeroDivisor && b.hasNoLiteralZeroDivisor
    case .quotient(let a, let b):
      if case .number(0) = b { return false }
      return a.hasNoLiteralZeroDivisor && b.hasNoLiteralZeroDivisor
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .sum(let a, let b): "(\(a.counterexampleDescription) + \(b.counterexampleDescription))"
    case .quotient(let a, let b): "(\(a.counterexampleDescription) / \(b.counterexampleDescription))"
    }
  }
}

enum StackStep: Sendable, CounterexampleDescribable {
  case pop
  case push(Int)

  static let generator = Generator<StackStep>.oneOf(.constant(.pop), Generator<Int>.int().map { .push($0) })

  var counterexampleDescription: String {
    switch self {
    case .pop: "pop"
    case .push(let number): "push \(number)"
    }
  }
}

indirect enum Document: Sendable, CounterexampleDescribable {
  case number(Int)
  case text(String)
  case list([Document])

  static let generator = Generator<Document>.recursive(
    depth: 4,
    leaf: .oneOf(
      Generator<Int>.int().map { .number($0) }, Generator<String>.text(count: 0...5).map { .text($0) })
  ) { part in Generator<[Document]>.array(of: part, count: 0...4).map { .list($0) } }

  /// Whether there is a text of one character or more in at least that many lists.
  func hasText(below depth: Int) -> Bool {
    switch self {
    case .number: false
    case .text(let text): depth <= 0 && !text.isEmpty
    case .list(let parts): parts.contains { $0.hasText(below: depth - 1) }
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let parts): "[" + parts.map(\.counterexampleDescription).joined(separator: ", ") + "]"
    }
  }
}

/// A tree of numbers that prints like nested lists.
indirect enum Tree: Sendable, CounterexampleDescribable {
  case leaf(Int)
  case node([Tree])

  static let generator = Generator<Tree>.recursive(
    depth: 4, leaf: Generator<Int>.int(in: 0...100).map { .leaf($0) }
  ) { part in
    Generator<[Tree]>.array(of: part, count: 0...4).map { .node($0) }
  }

  var sum: Int {
    switch self {
    case .leaf(let number): number
    case .node(let parts): parts.reduce(0) { $0 + $1.sum }
    }
  }

  var leafCount: Int {
    switch self {
    case .leaf: 1
    case .node(let parts): parts.reduce(0) { $0 + $1.leafCount }
    }
  }

  var depth: Int {
    switch self {
    case .leaf: 0
    case .node(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .leaf(let number): "\(number)"
    case .node(let parts): "[" + parts.map(\.counterexampleDescription).joined(separator: ", ") + "]"
    }
  }
}
