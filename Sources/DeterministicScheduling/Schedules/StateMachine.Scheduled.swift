import PropertyTesting

/// Checks that commands which run at the same time, under every schedule, come to what they could have come to one
/// after the other. Blocks the calling thread.
///
///     try check("the tally loses nothing", of: machine, lanes: 2...3, scheduled: .mixed) { Tally() }
///
/// The system is made under the schedule too. See ``StateMachine/parallel(lanes:commandsPerLane:prefix:suffix:)``.
@discardableResult
public func check<Model: Hashable & Sendable, System: Sendable>(
  _ title: String, of machine: StateMachine<Model, System>, lanes: ClosedRange<Int> = 2...3,
  commandsPerLane: Int = 3, scheduled schedules: Schedules, settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], replaying token: String? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, _ system: @escaping @Sendable () async throws -> System
) throws -> PropertyResult {
  try check(
    title, forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), scheduled: schedules,
    settings: settings, requiring: shares, replaying: token, fileID: fileID, filePath: filePath, line: line
  ) { commands, trial in
    try await commands.run(
      on: try await system(), trial, fileID: fileID, filePath: filePath, line: line)
  }
}
