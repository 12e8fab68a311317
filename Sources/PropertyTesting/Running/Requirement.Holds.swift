// A predicate may be synchronous or asynchronous, and may ask for the ``Trial`` or not: the compiler chooses by the closure.

extension Requirement {
  /// A synchronous property: `{ value, system in … }`.
  /// - Parameters:
  ///   - shares: each class and the least share of the cases that must fall into it.
  ///   - known: failures that the run counts and does not report: see ``KnownFailure``.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System) throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      return holds(forAll: generator, requiring: shares, except: known) { value, system, _ in try predicate(value, system) }
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }

  /// A synchronous property that labels, draws or notes: `{ value, system, trial in … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      let excused: @Sendable (Value, System, Trial) throws -> Void = excusing(known, predicate)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known),
        Execution(generator: generator, predicate: excused))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }

  /// An asynchronous property: `{ value, system in … await … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) -> Property<System> {
    holds(forAll: generator, requiring: shares, except: known) { value, system, _ in try await predicate(value, system) }
  }

  /// An asynchronous property that labels, draws or notes: `{ value, system, trial in … await … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      let excused: @Sendable (Value, System, Trial) async throws -> Void = excusing(known, predicate)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known),
        Execution(generator: generator, predicate: excused))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }

  @usableFromInline
  func rules<Value>(of known: [KnownFailure<Value>]) -> [KnownFailureRule] { known.map(\.rule) }
}
