/// Makes values of one type from a ``Source``, by drawing choices.
///
/// A generator has the name of the noun that it yields, with the bounds as arguments. Swift finds it by the type that the context asks
/// for: `.int(in: 1...6)`, `.array(of: .text())`. You write no shrinker: the choices shrink, and the generator makes the value from them
/// again.
///
/// A generator of your own:
///
///     extension Generator where Value == Trade {
///       static let trade = Generator { source in
///         Trade(symbol: try source(.element(of: ["AAPL", "MSFT"])), quantity: try source(.int(in: 1...100)))
///       }
///     }
public struct Generator<Value>: Sendable {
  @usableFromInline
  let produce: @Sendable (inout Source) throws -> Value
  /// How many values of ``trying(_:)`` a property over this generator begins with.
  @usableFromInline
  var exampleCount = 0

  /// A generator that draws from `source` whatever it needs.
  ///
  /// The same draws must give the same value, so `produce` uses no clock and no other randomness. If it throws ``Discard``, the engine
  /// discards the case. If it throws another error, the verdict is errored. If a case draws without an end (more than 20,000,000 values,
  /// or one value inside the other until half of the stack is full), the verdict is ``Verdict/gaveUp(_:)``, with ``Shortfall/unfinished(_:)``.
  @inlinable
  public init(_ produce: @escaping @Sendable (inout Source) throws -> Value) {
    self.produce = produce
  }
}

extension Generator {
  /// The value `value`, in every case. It draws nothing.
  @inlinable
  public static func constant(_ value: Value) -> Generator where Value: Sendable {
    Generator { _ in value }
  }

  /// The values of this generator, changed by `transform`. Shrinking works through it.
  ///
  /// Name the type that you map from, `Generator<Int>.int(in: 0...9).map { Level($0) }`: Swift looks a leading dot up in the type that is
  /// wanted. (Generators of all types in each type would cost more than they give: with `zip` among them the compiler gave up on
  /// closures of two comparisons.)
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Generator<Result> {
    let produce = produce
    return Generator<Result> { source in try transform(try produce(&source)) }
  }

  /// A generator that depends on a value of this one. Both parts shrink: if the first one changes, the engine keeps what the second one
  /// drew as far as it still fits.
  @inlinable
  public func flatMap<Result>(
    _ transform: @escaping @Sendable (Value) throws -> Generator<Result>
  ) -> Generator<Result> {
    let produce = produce
    return Generator<Result> { source in
      let first = try produce(&source)
      return try source.draw(try transform(first))
    }
  }

  /// The values for which `isIncluded` returns true.
  ///
  /// The generator draws up to `attempts` values; if none is included, it discards the case. Prefer a generator that makes only what you
  /// want: a filter that rarely holds costs time, and makes the run give up. After ten million rejected values in a row the run gives up
  /// in any case, however many `attempts` allow.
  @inlinable
  public func filter(
    attempts: Int = 50, _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Generator {
    let produce = produce
    return Generator { source in
      let mark = source.mark
      for attempt in 1...max(1, attempts) {
        let value = try produce(&source)
        if try isIncluded(value) { return value }
        try source.reject(attempt, from: mark)
      }
      throw Discard(reason: "a filter rejected \(attempts) values in a row")
    }
  }

  /// The values that `transform` returns. If it returns nil for `attempts` values in a row, the case is discarded. See
  /// ``filter(attempts:_:)``.
  @inlinable
  public func compactMap<Result>(
    attempts: Int = 50, _ transform: @escaping @Sendable (Value) throws -> Result?
  ) -> Generator<Result> {
    let produce = produce
    return Generator<Result> { source in
      let mark = source.mark
      for attempt in 1...max(1, attempts) {
        if let result = try transform(try produce(&source)) { return result }
        try source.reject(attempt, from: mark)
      }
      throw Discard(reason: "a filter rejected \(attempts) values in a row")
    }
  }

  /// Values or nil. Nil is the simplest, and about one value in five is nil.
  @inlinable
  public static func optional<Wrapped>(_ wrapped: Generator<Wrapped>) -> Generator
  where Value == Wrapped? {
    let produce = wrapped.produce
    return Generator { source in
      if source.drawFlag(.branch, upTo: 4) == 0 { return nil }
      return try produce(&source)
    }
  }

  /// The values of this generator, or nil: see ``optional(_:)``.
  @inlinable
  public var optional: Generator<Value?> { .optional(self) }
}
