extension Generator {
  /// One of the values of `elements`, the first being simplest. An empty list discards the case.
  @inlinable
  public static func element(of elements: [Value]) -> Generator where Value: Sendable {
    let last = UInt64(max(1, elements.count) - 1)
    return Generator { source in
      guard !elements.isEmpty else { throw Discard(reason: "element(of:) of an empty list") }
      return elements[Int(truncatingIfNeeded: source.drawUniformly(.branch, upTo: last))]
    }
  }

  /// One of the cases of an enumeration, the first being simplest.
  @inlinable
  public static func anyCase() -> Generator
  where Value: CaseIterable & Sendable, Value.AllCases: Sendable {
    .element(of: Array(Value.allCases))
  }

  /// A value of one of the generators, all alike likely, the first being simplest.
  @inlinable
  public static func oneOf(_ generators: Generator...) -> Generator { .oneOf(generators) }

  /// A value of one of the generators of a list, all alike likely, the first being simplest. An empty list discards
  /// the case.
  @inlinable
  public static func oneOf(_ generators: [Generator]) -> Generator {
    .frequency(generators.map { (1, $0) })
  }

  /// A value of one of the generators, each as likely as its weight (up to 2³²), the first being simplest.
  /// Weights below 1 never come up, except that shrinking may choose the first. Put generators that draw
  /// the least first: a counterexample of fewer choices counts as simpler.
  @inlinable
  public static func frequency(_ weighted: (weight: Int, generator: Generator)...) -> Generator {
    .frequency(weighted.map { ($0.weight, $0.generator) })
  }

  @inlinable
  static func frequency(_ weighted: [(Int, Generator)]) -> Generator {
    var total: UInt64 = 0
    // Cumulative: the branch is the first whose bound is above the drawn ticket.
    let bounds = weighted.map { weight, _ in
      total += UInt64(min(max(0, weight), 1 << 32))
      return total
    }
    let generators = weighted.map { $0.1 }
    let lastTicket = max(1, total) - 1
    let hasBarred = weighted.contains { $0.0 < 1 }
    return Generator { source in
      guard !generators.isEmpty else { throw Discard(reason: "oneOf of no generators") }
      if hasBarred { source.noteBarredBranches() }
      let proposed =
        source.mode == .simplest ? 0 : source.uniform(upTo: lastTicket)
      // In a debug build `firstIndex` allocates.
      var branch = 0
      while branch < bounds.count, bounds[branch] <= proposed { branch += 1 }
      if branch == bounds.count { branch = 0 }
      let chosen = source.resolve(
        UInt64(branch), kind: .branch, lower: 0, upper: UInt64(generators.count - 1), target: 0)
      return try source.draw(generators[Int(truncatingIfNeeded: chosen)])
    }
  }

  /// The values of this generator; a property over it begins with `examples`, in their order.
  ///
  /// They are cases beside those that are asked for, and are tried after saved counterexamples. No choices made them, so
  /// that a failing example cannot shrink: the report shows it as it was given. A replay token means an example by its
  /// place in the list, and is stale once another value stands there. A generator that is made of this one (`map`,
  /// `array(of:)`) does not try them.
  public func trying(_ examples: [Value]) -> Generator where Value: Sendable {
    guard !examples.isEmpty else { return self }
    let last = UInt64(examples.count)
    var generator = Generator { source in
      let place = source.resolve(0, kind: .branch, lower: 0, upper: last, target: 0)
      return place == 0 ? try source.draw(self) : examples[Int(truncatingIfNeeded: place) - 1]
    }
    generator.exampleCount = examples.count
    return generator
  }

  /// Values that contain values of their own kind: expressions, trees, documents.
  ///
  /// `deeper` receives a generator for the parts, one level down. At depth 0 (of at most 100) the leaf is
  /// drawn, in a third of the other cases too, and always once the value has as many nodes as the size of
  /// the case allows, at most 200. Shrinking replaces a value by one of its own parts.
  public static func recursive(
    depth: Int = 5, leaf: Generator, deeper: @escaping @Sendable (Generator) -> Generator
  ) -> Generator {
    var current = leaf
    for _ in 0..<min(max(0, depth), 100) {
      let below = current
      let node = deeper(below)
      current = Generator { source in
        try source.span(.recursion) { source in
          try source.checkLimit()
          source.recursionNodes += 1
          let isFull = source.recursionNodes > 2 * source.caseSize
          let proposed = isFull || source.mode == .simplest ? 0 : source.uniform(upTo: 2)
          let branch = source.resolve(proposed, kind: .branch, lower: 0, upper: 2, target: 0)
          return try branch == 0
            ? leaf.produce(&source) : node.produce(&source)
        }
      }
    }
    return current
  }
}
