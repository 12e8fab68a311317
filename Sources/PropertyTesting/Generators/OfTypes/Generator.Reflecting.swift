extension Generator where Value: Codable & Sendable {
  /// These values first, and then any of their type, as ``of(_:depth:_:)`` makes them. One that breaks the property is made simpler: for a
  /// value from a log or a bug report.
  ///
  ///     try check("the total is that of the parts", forAll: .reflecting(orderOfTheBugReport)) { order in … }
  ///
  /// A generator cannot be run backwards, but a `Codable` type can: the value encodes itself, and its decoder then asks for the same parts,
  /// each of which becomes a draw. If the value that comes back prints another text (it encodes less than it has, or as another type), it
  /// runs as it was given: see ``trying(_:)``.
  public static func reflecting(_ values: Value...) -> Generator { .reflecting(values) }

  /// The same with a list of values, and with other generators for parts: see ``of(_:depth:_:)``.
  public static func reflecting(
    _ values: [Value], depth: Int = 5, _ change: (inout PartGenerators<Value>) -> Void = { _ in }
  ) -> Generator {
    var parts = PartGenerators<Value>()
    change(&parts)
    let first = DecodingPlan(parts, depth: depth)
    let nodes = values.map { try? TreeEncoder.node(of: $0, first) }
    let plan = DecodingPlan(parts, depth: depth, wanted: nodes.compactMap(\.self))
    let reflected = Swift.zip(values, nodes).map { value, node in node.flatMap { plan.reflects(value, $0) ? $0 : nil } }
    let last = UInt64(values.count)
    var generator = Generator { source in
      let place = Int(truncatingIfNeeded: source.resolve(0, kind: .branch, lower: 0, upper: last, target: 0)) - 1
      guard place >= 0 else { return try plan.draw(Value.self, from: &source, wanted: nil) }
      guard let node = reflected[place] else { return values[place] }
      // The case that is made simpler has choices of its own.
      guard let tape = source.tape, tape.isReplaying, !tape.hasScriptLeft else {
        return try plan.draw(Value.self, from: &source, wanted: nil)
      }
      tape.takesProposals = true
      defer { tape.takesProposals = false }
      return try plan.draw(Value.self, from: &source, wanted: node)
    }
    generator.exampleCount = values.count
    return generator
  }
}

extension DecodingPlan {
  /// Whether drawing `node` gives `value`, and drawing the same choices once more does, too.
  fileprivate func reflects<Value: Decodable>(_ value: Value, _ node: EncodedNode) -> Bool {
    let tape = Tape()
    var source = Source(seed: 0, index: 0, tape: tape)
    let text = describe(value)
    guard let drawn = try? draw(Value.self, from: &source, wanted: node), describe(drawn) == text else { return false }
    var again = Source(seed: 0, index: 0, tape: Tape(replaying: .tokens(tape.tokens)))
    guard let replayed = try? draw(Value.self, from: &again, wanted: nil) else { return false }
    return describe(replayed) == text
  }
}
