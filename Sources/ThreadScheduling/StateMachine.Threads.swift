import PropertyTesting

/// Checks that commands which run at the same time are linearizable under every schedule of threads: their results are results that they
/// could have one after the other. Blocks the calling thread.
///
///     try check("the cache loses nothing", of: machine, lanes: 2...3, scheduled: .threads) { Cache() }
///
/// The lanes are tasks, and a command may lock and wait as any code of a schedule does. The check creates the system under the schedule too.
/// See ``/PropertyTesting/StateMachine/parallel(lanes:commandsPerLane:prefix:suffix:)``.
/// - Parameters:
///   - known: failures that the run counts and does not report: see ``/PropertyTesting/KnownFailure``.
///   - isolation: where cases run, for code that may end or block its process; nil: in this process.
@discardableResult
public func check<Model: Hashable & Sendable, System: Sendable>(
  _ title: String, of machine: StateMachine<Model, System>, lanes: ClosedRange<Int> = 2...3, commandsPerLane: Int = 3,
  scheduled schedules: ThreadSchedules, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<ParallelCommands<Model, System>>] = [], replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ system: @escaping @Sendable () async throws -> System
) throws -> PropertyResult {
  try check(
    title, forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), scheduled: schedules, settings: settings,
    requiring: shares, except: known, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    let commands = Confined(commands)
    try waitForTask {
      try await commands.value.run(on: try await system(), trial, fileID: fileID, filePath: filePath, line: line)
    }
  }
}
