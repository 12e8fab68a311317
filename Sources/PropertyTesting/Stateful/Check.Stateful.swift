/// Checks that a system does what its model says, command after command. Each case has a new system.
///
///     try await check("the ring is a queue", of: machine) { Ring(capacity: 3) }
///
/// - Parameters:
///   - commands: how many commands; nil: as many as the size of the case, at most 100.
///   - token: the token of a report's `replay` line. The engine then runs this one case.
///   - system: makes the system. If it throws, the verdict is errored.
///   - tearDown: called once for each system that was made, also after a failure.
/// - Throws: ``PropertyFailure`` if the property does not hold; ``ReplayTokenError`` if `token` is not a token.
@discardableResult
public func check<Model, System>(
  _ title: String, of machine: StateMachine<Model, System>, commands: ClosedRange<Int>? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<CommandSequence<Model, System>>] = [], replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ system: @escaping @Sendable () async throws -> System,
  tearDown: @escaping @Sendable (System) async -> Void = { _ in }
) async throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try await check(
    title, forAll: machine.sequence(count: commands), settings: settings, requiring: shares, except: known,
    replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    try await withSystem(system, tearDown) { system in
      try await commands.run(on: &system, trial, at: location)
    }
  }
}

/// Checks that commands which run at the same time have results that they could have one after the other.
///
/// The lanes run on the threads that the process has. So a case may fail once and then hold; the verdict is flaky in this case.
/// `scheduled:` of the module DeterministicScheduling makes cases repeatable.
/// - Parameters:
///   - lanes: how many lanes run at the same time.
///   - repetitions: how often each case runs. Below 1, the verdict is errored.
@discardableResult
public func check<Model: Hashable, System: Sendable>(
  _ title: String, of machine: StateMachine<Model, System>, lanes: ClosedRange<Int>, commandsPerLane: Int = 3,
  repetitions: Int = 1, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<ParallelCommands<Model, System>>] = [], replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ system: @escaping @Sendable () async throws -> System,
  tearDown: @escaping @Sendable (System) async -> Void = { _ in }
) async throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try await check(
    title, forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), settings: settings,
    requiring: shares, except: known, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    guard repetitions > 0 else { throw InvalidSetting("repetitions is \(repetitions): each case runs at least once") }
    for _ in 0..<repetitions {
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
