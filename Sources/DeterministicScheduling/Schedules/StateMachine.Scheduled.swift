import PropertyTesting

/// Checks that commands which run at the same time are linearizable under every schedule: their results are results
/// that they could have one after the other. Blocks the calling thread.
///
///     try check("the tally loses nothing", of: machine, lanes: 2...3, scheduled: .mixed) { Tally() }
///
/// The check creates the system under the schedule too. See ``/PropertyTesting/StateMachine/parallel(lanes:commandsPerLane:prefix:suffix:)``.
/// - Parameters:
///   - known: failures that the run counts and does not report: see ``/PropertyTesting/KnownFailure``.
///   - isolation: where cases run, for code that may end or block its process; nil: in this process.
@discardableResult
public func check<Model: Hashable & Sendable, System: Sendable>(
  _ title: String, of machine: StateMachine<Model, System>, lanes: ClosedRange<Int> = 2...3,
  commandsPerLane: Int = 3, scheduled schedules: Schedules, settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], except known: [KnownFailure<ParallelCommands<Model, System>>] = [],
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ system: @escaping @Sendable () async throws -> System
) throws -> PropertyResult {
  try check(
    title, forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), scheduled: schedules,
    settings: settings, requiring: shares, except: known, replaying: token, isolation: isolation,
    fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    try await commands.run(
      on: try await system(), trial, fileID: fileID, filePath: filePath, line: line)
  }
}

/// Checks that a system does what its model says, command after command, under every schedule of what the commands start.
/// Blocks the calling thread.
///
///     try check("the pool follows its model", of: machine, commands: 0...20, scheduled: .mixed) { Pool() }
///
/// The check creates the system, and tears it down, under the schedule too.
/// - Parameters:
///   - commands: how many commands a case has.
///   - known: failures that the run counts and does not report: see `KnownFailure`.
///   - isolation: how to isolate cases of code that may end or block its process; nil: cases run in this process.
///   - system: creates the system. If it throws, the case fails.
///   - tearDown: called once for each system, also after a failure.
@discardableResult
public func check<Model: Sendable, System>(
  _ title: String, of machine: StateMachine<Model, System>, commands: ClosedRange<Int>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<CommandSequence<Model, System>>] = [], replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ system: @escaping @Sendable () async throws -> System,
  tearDown: @escaping @Sendable (System) async throws -> Void = { _ in }
) throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try check(
    title, forAll: machine.sequence(count: commands), scheduled: schedules, settings: settings, requiring: shares,
    except: known, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    try await commands.run(making: { _ in try await system() }, tearDown: tearDown, trial, at: location)
  }
}
