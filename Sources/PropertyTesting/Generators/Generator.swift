/// Makes values of one type from a ``Source``, by drawing choices.
///
/// A generator is named for the noun that it yields, with bounds as arguments, and found by the type that
/// is asked for: `.int(in: 1...6)`, `.array(of: .text())`. It need not be told how to shrink: the choices
/// shrink, and the value is made anew from them.
///
/// A record of one's own:
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

  /// A generator that draws from `source` whatever it needs. The same draws must give the same value:
  /// no clock, no other randomness. It may throw ``Discard``; any other error makes the property errored.
  @inlinable
  public init(_ produce: @escaping @Sendable (inout Source) throws -> Value) {
    self.produce = produce
  }
}

extension Generator {
  /// Always `value`.
  @inlinable
  public static func constant(_ value: Value) -> Generator where Value: Sendable {
    Generator { _ in value }
  }

  /// The values of this generator, changed by `transform`, which shrinking passes through.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Generator<Result> {
    let produce = produce
    return Generator<Result> { source in try transform(try produce(&source)) }
  }

  /// A generator that depends on a value of this one. Both parts shrink: when the first changes, what the
  /// second drew is kept as far as it still fits.
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

  /// Only values for which `isIncluded` holds, drawn up to `attempts` times; then the case is discarded.
  /// Prefer to generate what is wanted: a filter that rarely holds costs time and makes the run give up.
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

  /// Like `map`, discarding where `transform` gives nil, after up to `attempts` draws.
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

  /// Values or nil, nil being simplest; about one in five is nil.
  @inlinable
  public static func optional<Wrapped>(_ wrapped: Generator<Wrapped>) -> Generator
  where Value == Wrapped? {
    let produce = wrapped.produce
    return Generator { source in
      if source.drawFlag(.branch, upTo: 4) == 0 { return nil }
      return try produce(&source)
    }
  }

  /// This generator's values or nil.
  @inlinable
  public var optional: Generator<Value?> { .optional(self) }
}
