// A predicate may be synchronous or asynchronous, may ask for the ``Trial`` or not, and may return a Bool or nothing: the compiler chooses
// by the closure. The forms without a result are disfavored, or a closure that is one `if` or `switch` of Bools would be ambiguous.

extension Requirement {
  /// A synchronous property: `{ value, system in … }`.
  /// - Parameters:
  ///   - shares: each class and the least share of the cases that must fall into it.
  ///   - known: failures that the run counts and does not report: see ``KnownFailure``.
  ///   - claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``Claims``.
  @inlinable @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System) throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      let unused: @Sendable (Value, System, Trial) throws -> Void = { value, system, _ in try predicate(value, system) }
      return holds(forAll: generator, requiring: shares, except: known, claims: claims, unused)
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate))
  }

  /// A synchronous property that labels, draws or notes: `{ value, system, trial in … }`.
  @inlinable @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      let excused: @Sendable (Value, System, Trial) throws -> Void = excusing(known, predicate)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known), claims: claims,
        Execution(generator: generator, predicate: excused))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate))
  }

  /// An asynchronous property: `{ value, system in … await … }`.
  @inlinable @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) -> Property<System> {
    let unused: @Sendable (Value, System, Trial) async throws -> Void = { value, system, _ in
      try await predicate(value, system)
    }
    return holds(forAll: generator, requiring: shares, except: known, claims: claims, unused)
  }

  /// An asynchronous property that labels, draws or notes: `{ value, system, trial in … await … }`.
  @inlinable @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) -> Property<System> {
    guard known.isEmpty else {
      let excused: @Sendable (Value, System, Trial) async throws -> Void = excusing(known, predicate)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known), claims: claims,
        Execution(generator: generator, predicate: excused))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate))
  }

  @usableFromInline
  func rules<Value>(of known: [KnownFailure<Value>]) -> [KnownFailureRule] { known.map(\.rule) }
}

// The same for a predicate whose result is the claim: `{ value, system in system.sorted(value).isSorted }`.

extension Requirement {
  /// A synchronous property whose claim is the result.
  @inlinable
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System) throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System) throws -> Void = { [location] value, system in
      try expectHolds(try predicate(value, system), at: location)
    }
    return holds(forAll: generator, requiring: shares, except: known, claim)
  }

  /// A synchronous property whose claim is the result, and that labels, draws or notes.
  @inlinable
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System, Trial) throws -> Void = { [location] value, system, trial in
      try expectHolds(try predicate(value, system, trial), at: location)
    }
    return holds(forAll: generator, requiring: shares, except: known, claim)
  }

  /// An asynchronous property whose claim is the result.
  @inlinable
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System) async throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, _ in
      try expectHolds(try await predicate(value, system), at: location)
    }
    return holds(forAll: generator, requiring: shares, except: known, claim)
  }

  /// An asynchronous property whose claim is the result, and that labels, draws or notes.
  @inlinable
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, trial in
      try expectHolds(try await predicate(value, system, trial), at: location)
    }
    return holds(forAll: generator, requiring: shares, except: known, claim)
  }
}
