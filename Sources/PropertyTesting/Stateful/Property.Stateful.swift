extension Property {
  /// The property that its system does what a model says, command after command. Each case has a system of its own.
  public init<Model: Sendable>(
    _ id: String, _ title: String, covers requirements: String..., of machine: StateMachine<Model, System>,
    commands: ClosedRange<Int>? = nil, component: String = "", needs: Set<PropertyNeed> = [],
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>..., fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    self.init(
      id, title, covers: requirements, of: component, needs: needs, forAll: machine.sequence(count: commands),
      requiring: shares, mustCatch: faults, at: location
    ) { commands, system, trial in
      var system = system
      try await commands.run(on: &system, trial, at: location)
    }
  }

  /// As above, where the commands are about something that is made from the property's system for each case: a cache
  /// over its store, say.
  public init<Model: Sendable, Made>(
    _ id: String, _ title: String, covers requirements: String..., of machine: StateMachine<Model, Made>,
    commands: ClosedRange<Int>? = nil, component: String = "", needs: Set<PropertyNeed> = [],
    requiring shares: [String: Double] = [:], mustCatch faults: Fault<System>..., fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    making make: @escaping @Sendable (System) async throws -> Made
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    self.init(
      id, title, covers: requirements, of: component, needs: needs, forAll: machine.sequence(count: commands),
      requiring: shares, mustCatch: faults, at: location
    ) { commands, system, trial in
      var made = try await make(system)
      try await commands.run(on: &made, trial, at: location)
    }
  }

  /// The property that commands which run at the same time come to what they could have come to one after the other.
  /// The lanes run on the threads that there are; with `scheduled:` (DeterministicScheduling) under a schedule.
  public init<Model: Hashable & Sendable>(
    _ id: String, _ title: String, covers requirements: String..., of machine: StateMachine<Model, System>,
    lanes: ClosedRange<Int>, commandsPerLane: Int = 3, component: String = "",
    needs: Set<PropertyNeed> = [.concurrency], requiring shares: [String: Double] = [:],
    mustCatch faults: Fault<System>..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    self.init(
      id, title, covers: requirements, of: component, needs: needs,
      forAll: machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane), requiring: shares,
      mustCatch: faults, at: location
    ) { commands, system, trial in
      try await commands.run(on: system, trial, limit: 1_000_000, at: location)
    }
  }
}
