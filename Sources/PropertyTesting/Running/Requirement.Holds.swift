// A predicate may be synchronous or asynchronous, and may ask for the ``Trial`` or not: the compiler chooses by the closure.

extension Requirement {
  /// A synchronous property: `{ value, system in … }`.
  /// - Parameter shares: each class and the least share of the cases that must fall into it.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:],
    _ predicate: @escaping @Sendable (Value, System) throws -> Void
  ) -> Property<System> {
    Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }

  /// A synchronous property that labels, draws or notes: `{ value, system, trial in … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:],
    _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Void
  ) -> Property<System> {
    Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }

  /// An asynchronous property: `{ value, system in … await … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:],
    _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) -> Property<System> {
    Property(
      self, requiring: shares, examples: generator.exampleCount,
      Execution(generator: generator) { value, system, _ in try await predicate(value, system) })
  }

  /// An asynchronous property that labels, draws or notes: `{ value, system, trial in … await … }`.
  @inlinable
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:],
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) -> Property<System> {
    Property(
      self, requiring: shares, examples: generator.exampleCount, Execution(generator: generator, predicate: predicate))
  }
}
