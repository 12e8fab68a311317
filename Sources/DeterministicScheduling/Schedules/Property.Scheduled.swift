import PropertyTesting

extension Property {
  /// A property that must hold under every schedule of what it starts: each case runs under one, which is
  /// a part of the case.
  ///
  /// The system is made, and cleaned up, outside of the schedule. See ``Trial/schedule(_:_:)``.
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [.concurrency], forAll generator: Generator<Value>,
    scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    mustCatch faults: Fault<System>..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) {
    self.init(
      id, title, covers: requirements, of: component, needs: needs, forAll: generator,
      requiring: shares, mustCatch: faults,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      predicate: scheduled(schedules) { value, system, _ in try await predicate(value, system) })
  }

  /// As above, for a property that labels, draws or notes.
  public init<Value>(
    _ id: String, _ title: String, covers requirements: String..., of component: String = "",
    needs: Set<PropertyNeed> = [.concurrency], forAll generator: Generator<Value>,
    scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    mustCatch faults: Fault<System>..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) {
    self.init(
      id, title, covers: requirements, of: component, needs: needs, forAll: generator,
      requiring: shares, mustCatch: faults,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line),
      predicate: scheduled(schedules, predicate))
  }
}

/// `predicate` under a schedule.
private func scheduled<Value, System: Sendable>(
  _ schedules: Schedules,
  _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
) -> @Sendable (Value, System, Trial) async throws -> Void {
  { value, system, trial in
    let box = Confined(value)
    try trial.schedule(schedules) { try await predicate(box.value, system, trial) }
  }
}

/// A value that goes to a run on the same thread, whose caller waits for it.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Checks that a claim holds under every schedule, right here in a test, and throws its report where it
/// does not. Blocks the calling thread.
///
///     try check("withdrawals never overdraw", scheduled: .mixed) { … }
/// - Parameter token: from a report's `replay` line: runs that one case, and no others.
/// - Throws: ``PropertyFailure``; ``ReplayTokenError`` where `token` is none.
@discardableResult
public func check<Value>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  replaying token: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) async throws -> Void
) throws -> PropertyResult {
  // A schedule has more cases than its data; the first of them would only be run to find that out.
  var settings = settings
  settings.enumerates = false
  return try check(
    title, forAll: generator, settings: settings, requiring: shares, replaying: token,
    fileID: fileID, filePath: filePath, line: line
  ) { value, trial in
    let box = Confined(value)
    try trial.schedule(schedules) { try await predicate(box.value, trial) }
  }
}

/// As above, for a claim that needs no trial.
@discardableResult
public func check<Value>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  replaying token: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) async throws -> Void
) throws -> PropertyResult {
  try check(
    title, forAll: generator, scheduled: schedules, settings: settings, requiring: shares,
    replaying: token, fileID: fileID, filePath: filePath, line: line
  ) { value, _ in try await predicate(value) }
}

/// As above, for a claim about schedules alone, without generated values.
@discardableResult
public func check(
  _ title: String, scheduled schedules: Schedules, settings: RunSettings = RunSettings(),
  replaying token: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ body: @escaping @Sendable () async throws -> Void
) throws -> PropertyResult {
  try check(
    title, forAll: .constant(()), scheduled: schedules, settings: settings, replaying: token,
    fileID: fileID, filePath: filePath, line: line
  ) { _, _ in try await body() }
}
