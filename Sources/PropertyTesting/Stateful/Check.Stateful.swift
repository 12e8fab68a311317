/// Checks that a system does what its model says, command after command, on a fresh system for each case.
///
///     try await check("the ring is a queue", of: machine) { Ring(capacity: 3) }
///
/// - Parameters:
///   - commands: how many; without it as many as the size of the case, at most 100.
///   - token: from a report's `replay` line: runs that one case, and no others.
///   - system: makes the system; where it throws, the property is errored.
///   - tearDown: called once for each system that was made, also after a failure.
/// - Throws: ``PropertyFailure``; ``ReplayTokenError`` where `token` is none.
@discardableResult
public func check<Model, System>(
  _ title: String, of machine: StateMachine<Model, System>, commands: ClosedRange<Int>? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, _ system: @escaping @Sendable () async throws -> System,
  tearDown: @escaping @Sendable (System) async -> Void = { _ in }
) async throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try await check(
    title, forAll: machine.sequence(count: commands), settings: settings, requiring: shares, replaying: token,
    isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    try await withSystem(system, tearDown) { system in
      try await commands.run(on: &system, trial, at: location)
    }
  }
}

/// Checks that commands which run at the same time come to what they could have come to one after the other.
///
/// The lanes run on the threads that there are, so that the same case may fail once and hold then: the verdict is flaky
/// in that case. `scheduled:`, of the module DeterministicScheduling, makes it exact.
/// - Parameters:
///   - lanes: how many run beside each other.
///   - repetitions: how often each case is run.
@discardableResult
public func check<Model: Hashable, System: Sendable>(
  _ title: String, of machine: StateMachine<Model, System>, lanes: ClosedRange<Int>, commandsPerLane: Int = 3,
  repetitions: Int = 1, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, _ system: @escaping @Sendable () async throws -> System,
  tearDown: @escaping @Sendable (System) async -> Void = { _ in }
) async throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try await check(
    title, forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), settings: settings,
    requiring: shares, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    for _ in 0..<max(1, repetitions) {
      try await withSystem(system, tearDown) { system in
        try await commands.run(on: system, trial, limit: 1_000_000, at: location)
      }
    }
  }
}

/// Runs `body` with a system of its own.
private func withSystem<System>(
  _ make: () async throws -> System, _ tearDown: (System) async -> Void,
  _ body: (inout System) async throws -> Void
) async throws {
  var system: System
  do {
    system = try await make()
  } catch {
    throw SetUpError(error)
  }
  do {
    try await body(&system)
  } catch {
    await tearDown(system)
    throw error
  }
  await tearDown(system)
}
