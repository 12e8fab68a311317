// A declaration's predicate may be synchronous or asynchronous, and may ask for the ``Trial`` or not: four
// initialisers, of which the compiler chooses by the closure.

extension Property {
  /// A synchronous property: `{ value, system in … }`.
  @inlinable
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [], forAll generator: Generator<Value>,
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value, System) throws -> Void
  ) {
    self.init(
      header: PropertyHeader(
        id: id, title: title, requirements: requirements, component: component, needs: needs,
        requiredShares: shares),
      faults: faults,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      execution: Execution(generator: generator, predicate: predicate))
  }

  /// A synchronous property that labels, draws or notes: `{ value, system, trial in … }`.
  @inlinable
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [], forAll generator: Generator<Value>,
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Void
  ) {
    self.init(
      header: PropertyHeader(
        id: id, title: title, requirements: requirements, component: component, needs: needs,
        requiredShares: shares),
      faults: faults,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      execution: Execution(generator: generator, predicate: predicate))
  }

  /// An asynchronous property: `{ value, system in … await … }`.
  @inlinable
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [], forAll generator: Generator<Value>,
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) {
    self.init(
      header: PropertyHeader(
        id: id, title: title, requirements: requirements, component: component, needs: needs,
        requiredShares: shares),
      faults: faults,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      execution: Execution(generator: generator) { value, system, _ in
        try await predicate(value, system)
      })
  }

  /// An asynchronous property that labels, draws or notes: `{ value, system, trial in … await … }`.
  @inlinable
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [], forAll generator: Generator<Value>,
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) {
    self.init(
      header: PropertyHeader(
        id: id, title: title, requirements: requirements, component: component, needs: needs,
        requiredShares: shares),
      faults: faults,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      execution: Execution(generator: generator, predicate: predicate))
  }

  /// What the modules beside the engine declare theirs with: an asynchronous property, its lists as arrays.
  package init<Value>(
    _ id: String, _ title: String, covers requirements: [String], of component: String,
    needs: Set<PropertyNeed>, forAll generator: Generator<Value>, requiring shares: [String: Double],
    mustCatch faults: [Fault<System>], at location: SourceLocation,
    predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) {
    self.init(
      header: PropertyHeader(
        id: id, title: title, requirements: requirements, component: component, needs: needs,
        requiredShares: shares),
      faults: faults, location: location,
      execution: Execution(generator: generator, predicate: predicate))
  }
}
