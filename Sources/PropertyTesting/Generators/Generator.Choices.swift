extension Generator {
  /// One of the values of `elements`; the first is the simplest. If the list is empty, the case is discarded.
  @inlinable
  public static func element(of elements: [Value]) -> Generator where Value: Sendable {
    let last = UInt64(max(1, elements.count) - 1)
    return Generator { source in
      guard !elements.isEmpty else { throw Discard(reason: "element(of:) of an empty list") }
      return elements[Int(truncatingIfNeeded: source.drawUniformly(.branch, upTo: last))]
    }
  }

  /// One of the cases of an enumeration; the first is the simplest. The type may be left out where the compiler knows it.
  @inlinable
  public static func anyCase(_ type: Value.Type = Value.self) -> Generator
  where Value: CaseIterable & Sendable, Value.AllCases: Sendable {
    .element(of: Array(Value.allCases))
  }

  /// A value of one of the generators, each equally likely; the first is the simplest.
  @inlinable
  public static func oneOf(_ generators: Generator...) -> Generator { .oneOf(generators) }

  /// A value of one of the generators of a list, each equally likely; the first is the simplest. If the list is empty, the case is
  /// discarded.
  @inlinable
  public static func oneOf(_ generators: [Generator]) -> Generator {
    .frequency(generators.map { (1, $0) })
  }

  /// A value of one of the generators, each as likely as its weight; the first is the simplest.
  ///
  /// A weight above 2³² counts as 2³². A generator with a weight below 1 never runs, except that shrinking may choose the first one. Put
  /// the generators that draw the least first: a counterexample of fewer choices counts as simpler.
  @inlinable
  public static func frequency(_ weighted: (weight: Int, generator: Generator)...) -> Generator {
    .frequency(weighted.map { ($0.weight, $0.generator) })
  }

  /// A value of one of the generators of a list, each as likely as its weight; the first is the simplest. If the list is empty, the case is
  /// discarded.
  @inlinable
  public static func frequency(_ weighted: [(Int, Generator)]) -> Generator {
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
        source.mode == .simplest && source.staysSimplest() ? 0 : source.uniform(upTo: lastTicket)
      // In a debug build `firstIndex` allocates.
      var branch = 0
      while branch < bounds.count, bounds[branch] <= proposed { branch += 1 }
      if branch == bounds.count { branch = 0 }
      let chosen = source.resolve(
        UInt64(branch), kind: .branch, lower: 0, upper: UInt64(generators.count - 1), target: 0)
      return try source.draw(generators[Int(truncatingIfNeeded: chosen)])
    }
  }

  /// The values of this generator. A property over it begins with `examples`, in their order.
  ///
  /// The engine tries the examples after saved counterexamples, in addition to the cases that were asked for. No choices made an example,
  /// so a failing one cannot shrink itself: the engine looks for a drawn case that fails at the same claim, makes that one simple, and
  /// reports both. Without one, it reports the example as you gave it. A replay token names an example by its place in the list, and is
  /// stale if another value stands there. A generator that you derive from this one (`map`, `array(of:)`) does not try them.
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
  /// `deeper` receives a generator for the parts, one level down. The leaf is drawn at the last level, in a third of the other draws, and
  /// always once a case has more nodes than twice its ``Source/size``, which is at most 100. Collections and texts in the recursive values
  /// of a case share a budget of ten times its size, so at most 1,000 elements and scalars, unless a `count` demands more. Shrinking
  /// replaces a value by one of its own parts.
  /// - Parameter depth: the most levels above a leaf. The engine clamps it to 0...100 without an error: 1,000 levels are 100.
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
          source.recursionDepth += 1
          defer { source.recursionDepth -= 1 }
          let isFull = source.recursionNodes > 2 * source.caseSize
          let proposed = isFull || source.mode == .simplest && source.staysSimplest() ? 0 : source.uniform(upTo: 2)
          let branch = source.resolve(proposed, kind: .branch, lower: 0, upper: 2, target: 0)
          return try branch == 0
            ? leaf.produce(&source) : node.produce(&source)
        }
      }
    }
    return current
  }
}
