// A predicate may be synchronous or asynchronous, and may ask for the ``Trial`` or not: the compiler chooses by the closure. Each form takes
// any result, of which a Bool is a claim. Forms for each type of result would be ambiguous for a closure that is one `if` or `switch`, and
// make `{ try #require($0 > 0) }` unwrap a Bool in place of testing it.

extension Requirement {
  /// A synchronous property: `{ value, system in … }`. If the predicate returns a Bool, this is a claim.
  /// - Parameters:
  ///   - shares: each class and the least share of the cases that must fall into it.
  ///   - known: failures that the run counts and does not report: see ``KnownFailure``.
  ///   - claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``Claims``.
  @inlinable
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System) throws -> Result
  ) -> Property<System> {
    guard known.isEmpty else {
      let unused: @Sendable (Value, System, Trial) throws -> Result = { value, system, _ in try predicate(value, system) }
      return holds(forAll: generator, requiring: shares, except: known, claims: claims, unused)
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate, at: location))
  }

  /// A synchronous property that labels, draws or notes: `{ value, system, trial in … }`.
  @inlinable
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Result
  ) -> Property<System> {
    guard known.isEmpty else {
      let claim: @Sendable (Value, System, Trial) throws -> Void = { [location] value, system, trial in
        try expectHolds(try predicate(value, system, trial), at: location)
      }
      let excused: @Sendable (Value, System, Trial) throws -> Void = excusing(known, claim)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known), claims: claims,
        Execution(generator: generator, predicate: excused, at: location))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate, at: location))
  }

  /// An asynchronous property: `{ value, system in … await … }`.
  @inlinable
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System) async throws -> Result
  ) -> Property<System> {
    let unused: @Sendable (Value, System, Trial) async throws -> Result = { value, system, _ in
      try await predicate(value, system)
    }
    return holds(forAll: generator, requiring: shares, except: known, claims: claims, unused)
  }

  /// An asynchronous property that labels, draws or notes: `{ value, system, trial in … await … }`.
  @inlinable
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [],
    claims: Claims = .evaluated, _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Result
  ) -> Property<System> {
    guard known.isEmpty else {
      let claim: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, trial in
        try expectHolds(try await predicate(value, system, trial), at: location)
      }
      let excused: @Sendable (Value, System, Trial) async throws -> Void = excusing(known, claim)
      return Property(
        self, requiring: shares, examples: generator.exampleCount, except: rules(of: known), claims: claims,
        Execution(generator: generator, predicate: excused, at: location))
    }
    return Property(
      self, requiring: shares, examples: generator.exampleCount, claims: claims,
      Execution(generator: generator, predicate: predicate, at: location))
  }

  @usableFromInline
  func rules<Value>(of known: [KnownFailure<Value>]) -> [KnownFailureRule] { known.map(\.rule) }
}
