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
