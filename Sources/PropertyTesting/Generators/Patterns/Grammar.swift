/// Rules that say of what parts a text is made: a context-free grammar.
///
///     let sums = Grammar(start: "sum", [
///       "sum": [[.rule("number")], [.rule("number"), "+", .rule("sum")]],
///       "number": [[.matching("[1-9][0-9]{0,2}")], ["(", .rule("sum"), ")"]],
///     ])
///     check("…", forAll: .text(of: sums)) { text in … }
public struct Grammar: Sendable {
  /// A part of a rule.
  public enum Symbol: Sendable, ExpressibleByStringLiteral {
    /// This text.
    case text(String)
    /// A text that another rule makes.
    case rule(String)
    /// A text that matches a regular expression: see ``Generator/text(matching:)``.
    case matching(String)
    /// A text of a generator.
    case generated(Generator<String>)

    /// This text.
    public init(stringLiteral value: String) { self = .text(value) }
  }

  /// The rule that makes the whole text.
  public let start: String
  /// For each rule its alternatives, and for each of them its parts in order.
  public let rules: [String: [[Symbol]]]

  /// A grammar. What is wrong with it, the first case says: the verdict is errored then.
  /// - Parameters:
  ///   - start: the rule that makes the whole text.
  ///   - rules: the alternatives of each rule. An alternative without parts is the empty text.
  public init(start: String, _ rules: [String: [[Symbol]]]) {
    self.start = start
    self.rules = rules
  }
}

extension Generator where Value == String {
  /// Texts that `grammar` makes. They shrink to the alternatives that end soonest.
  ///
  /// - Parameter depth: from how many rules inside each other on each rule takes the alternative that ends soonest; also once a text has
  ///   more rules than twice the case's ``Source/size``. The engine clamps it to 0...100.
  public static func text(of grammar: Grammar, depth: Int = 8) -> Generator {
    let expansion = Result { () throws(GrammarError) in try GrammarExpansion(grammar, depth: min(max(0, depth), 100)) }
    return Generator { source in
      var text = ""
      try expansion.get().draw(grammar.start, 0, from: &source, into: &text)
      return text
    }
  }
}

/// A mistake in a grammar.
struct GrammarError: Error, CustomStringConvertible, CounterexampleDescribable {
  let description: String

  var counterexampleDescription: String { description }
}

/// A grammar whose alternatives are sorted: the one that ends soonest first.
private struct GrammarExpansion: Sendable {
  private enum Part: Sendable {
    case text(String)
    case rule(String)
    case generated(Generator<String>)
  }

  private let rules: [String: [[Part]]]
  private let depth: Int

  init(_ grammar: Grammar, depth: Int) throws(GrammarError) {
    self.depth = depth
    for (name, alternatives) in grammar.rules.sorted(by: { $0.key < $1.key }) {
      if alternatives.isEmpty { throw GrammarError(description: "the rule \(name) of the grammar has no alternative: [[]] is the empty text") }
      for case .rule(let part) in alternatives.joined() where grammar.rules[part] == nil {
        throw GrammarError(description: "the rule \(name) of the grammar uses \(part), which is no rule of it")
      }
    }
    guard grammar.rules[grammar.start] != nil else { throw GrammarError(description: "the grammar has no rule \(grammar.start) to start with") }
    let heights = Self.heights(grammar)
    if let endless = grammar.rules.keys.sorted().first(where: { heights[$0] == nil }) {
      throw GrammarError(description: "the rule \(endless) of the grammar never ends: each of its alternatives has it, or another such rule, in it")
    }
    rules = grammar.rules.mapValues { alternatives in
      let sorted = alternatives.enumerated().sorted { one, other in
        let heightOfOne = Self.height(one.element, heights) ?? 0
        let heightOfOther = Self.height(other.element, heights) ?? 0
        return (heightOfOne, one.offset) < (heightOfOther, other.offset)
      }
      return sorted.map { $0.element.map(Self.part) }
    }
  }

  private static func part(_ symbol: Grammar.Symbol) -> Part {
    switch symbol {
    case .text(let text): .text(text)
    case .rule(let name): .rule(name)
    case .matching(let pattern): .generated(.text(matching: pattern))
    case .generated(let generator): .generated(generator)
    }
  }

  /// How many rules have to be inside each other, at least; none for a rule that never ends.
  private static func heights(_ grammar: Grammar) -> [String: Int] {
    var heights: [String: Int] = [:]
    for _ in grammar.rules {
      let before = heights
      for (name, alternatives) in grammar.rules where heights[name] == nil {
        heights[name] = alternatives.compactMap { height($0, before) }.min().map { $0 + 1 }
      }
    }
    return heights
  }

  private static func height(_ alternative: [Grammar.Symbol], _ heights: [String: Int]) -> Int? {
    var height = 0
    for case .rule(let name) in alternative {
      guard let part = heights[name] else { return nil }
      height = max(height, part)
    }
    return height
  }

  func draw(_ rule: String, _ level: Int, from source: inout Source, into text: inout String) throws {
    guard let alternatives = rules[rule] else { return }
    try source.span(.recursion) { source in
      try source.checkLimit()
      if source.isLimitDue { try source.checkLimits() }
      source.recursionNodes += 1
      let last = UInt64(alternatives.count - 1)
      let isFull = level >= depth || source.recursionNodes > 2 * source.caseSize
      let place: UInt64
      if isFull {
        place = source.tape == nil ? 0 : source.resolve(0, kind: .branch, lower: 0, upper: last, target: 0)
      } else {
        place = source.drawUniformly(.branch, upTo: last)
      }
      for part in alternatives[Int(truncatingIfNeeded: place)] {
        switch part {
        case .text(let part): text += part
        case .rule(let name): try draw(name, level + 1, from: &source, into: &text)
        case .generated(let generator): text += try source.draw(generator)
        }
      }
    }
  }
}
