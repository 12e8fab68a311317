extension Generator {
  /// Pairs of independent values.
  @inlinable
  public static func zip<A, B>(_ a: Generator<A>, _ b: Generator<B>) -> Generator
  where Value == (A, B) {
    let (a, b) = (a.produce, b.produce)
    return Generator { source in
      if source.tape == nil { return (try a(&source), try b(&source)) }
      return (try source.span(.draw) { try a(&$0) }, try source.span(.draw) { try b(&$0) })
    }
  }

  /// Triples of independent values.
  @inlinable
  public static func zip<A, B, C>(
    _ a: Generator<A>, _ b: Generator<B>, _ c: Generator<C>
  ) -> Generator where Value == (A, B, C) {
    let (a, b, c) = (a.produce, b.produce, c.produce)
    return Generator { source in
      if source.tape == nil { return (try a(&source), try b(&source), try c(&source)) }
      return (
        try source.span(.draw) { try a(&$0) }, try source.span(.draw) { try b(&$0) },
        try source.span(.draw) { try c(&$0) }
      )
    }
  }

  /// Tuples of any number of independent parts.
  @inlinable
  public static func zip<each Part>(_ part: repeat Generator<each Part>) -> Generator
  where Value == (repeat each Part) {
    Generator { source in (repeat try source.draw(each part)) }
  }
}

extension Generator {
  /// Values that `make` builds from independent parts: `.build(Person.init, from: .int(in: 0...120), .text())`.
  @inlinable
  public static func build<each Part>(
    _ make: @escaping @Sendable (repeat each Part) throws -> Value, from part: repeat Generator<each Part>
  ) -> Generator {
    Generator { source in try make(repeat source.draw(each part)) }
  }

  /// Values that `transform` makes of the parts of a tuple. So a function of several parameters fits as it is:
  /// `pairs.map(Person.init)`.
  @inlinable @_disfavoredOverload
  public func map<each Part, Result>(_ transform: @escaping @Sendable (repeat each Part) throws -> Result) -> Generator<Result>
  where Value == (repeat each Part) {
    map { (parts: Value) in try transform(repeat each parts) }
  }
}
