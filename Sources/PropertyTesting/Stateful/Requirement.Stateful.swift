extension Requirement {
  /// The property that the system does what a model says, command after command. Each case has a system of its own.
  /// - Parameters:
  ///   - commands: how many; without it as many as the size of the case, at most 100.
  ///   - shares: each class and the least share of the cases that must fall into it.
  public func holds<Model: Sendable>(
    of machine: StateMachine<Model, System>, commands: ClosedRange<Int>? = nil, requiring shares: [String: Double] = [:]
  ) -> Property<System> {
    holds(forAll: machine.sequence(count: commands), requiring: shares) { commands, system, trial in
      var system = system
      try await commands.run(on: &system, trial, at: location)
    }
  }

  /// As above, of something that is made from the property's system for each case: a cache over its store, say.
  /// - Parameters:
  ///   - make: where it throws, the case fails: it is a part of what is claimed.
  ///   - tearDown: called once for each that was made, also after a failure.
  public func holds<Model: Sendable, Made>(
    of machine: StateMachine<Model, Made>, commands: ClosedRange<Int>? = nil, requiring shares: [String: Double] = [:],
    making make: @escaping @Sendable (System) async throws -> Made,
    tearDown: @escaping @Sendable (Made) async throws -> Void = { _ in }
  ) -> Property<System> {
    holds(forAll: machine.sequence(count: commands), requiring: shares) { commands, system, trial in
      try await commands.run(making: { try await make(system) }, tearDown: tearDown, trial, at: location)
    }
  }

  /// The property that commands which run at the same time come to what they could have come to one after the other.
  /// The lanes run on the threads that there are; with `scheduled:` (DeterministicScheduling) under a schedule.
  public func holds<Model: Hashable & Sendable>(
    of machine: StateMachine<Model, System>, lanes: ClosedRange<Int>, commandsPerLane: Int = 3,
    requiring shares: [String: Double] = [:]
  ) -> Property<System> {
    let generator = machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane)
    return underSchedules.holds(forAll: generator, requiring: shares) { commands, system, trial in
      try await commands.run(on: system, trial, limit: 1_000_000, at: location)
    }
  }
}

extension CommandSequence {
  /// Runs the commands on a system that is made for them and taken down after them, whatever becomes of them.
  package func run(
    making make: () async throws -> System, tearDown: (System) async throws -> Void, _ trial: Trial,
    at location: SourceLocation
  ) async throws {
    var system = try await make()
    do {
      try await run(on: &system, trial, at: location)
    } catch {
      // The first failure is the one to report.
      try? await tearDown(system)
      throw error
    }
    try await tearDown(system)
  }
}
