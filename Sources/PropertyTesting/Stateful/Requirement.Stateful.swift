extension Requirement {
  /// The property that the system does what a model says, command after command. Each case has a system of its own.
  /// - Parameters:
  ///   - commands: how many commands; nil: as many as the size of the case, at most 100.
  ///   - shares: each class and the least share of the cases that must fall into it.
  ///   - known: failures that the run counts and does not report: see ``KnownFailure``.
  public func holds<Model: Sendable>(
    of machine: StateMachine<Model, System>, commands: ClosedRange<Int>? = nil, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, System>>] = []
  ) -> Property<System> {
    holds(forAll: machine.sequence(count: commands), requiring: shares, except: known) { commands, system, trial in
      var system = system
      try await commands.run(on: &system, trial, at: location)
    }
  }

  /// The same property of something that each case makes from the property's system: a cache over its store, for example.
  /// - Parameters:
  ///   - make: makes it. If `make` throws, the case fails, because making is a part of the claim.
  ///   - tearDown: called once for each that was made, also after a failure.
  public func holds<Model: Sendable, Made>(
    of machine: StateMachine<Model, Made>, commands: ClosedRange<Int>? = nil, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, Made>>] = [],
    making make: @escaping @Sendable (System) async throws -> Made,
    tearDown: @escaping @Sendable (Made) async throws -> Void = { _ in }
  ) -> Property<System> {
    holds(
      of: machine, commands: commands, requiring: shares, except: known, making: { system, _ in try await make(system) },
      tearDown: tearDown)
  }

  /// The same property, if what is made depends on the state in which the model begins.
  public func holds<Model: Sendable, Made>(
    of machine: StateMachine<Model, Made>, commands: ClosedRange<Int>? = nil, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, Made>>] = [],
    making make: @escaping @Sendable (System, Model) async throws -> Made,
    tearDown: @escaping @Sendable (Made) async throws -> Void = { _ in }
  ) -> Property<System> {
    holds(forAll: machine.sequence(count: commands), requiring: shares, except: known) { commands, system, trial in
      try await commands.run(making: { try await make(system, $0) }, tearDown: tearDown, trial, at: location)
    }
  }

  /// The property that commands which run at the same time have results that they could have one after the other.
  ///
  /// The lanes run on the threads that the process has. With `scheduled:` (of the module DeterministicScheduling) they run under a
  /// schedule.
  public func holds<Model: Hashable & Sendable>(
    of machine: StateMachine<Model, System>, lanes: ClosedRange<Int>, commandsPerLane: Int = 3,
    requiring shares: [String: Double] = [:],
    except known: [KnownFailure<ParallelCommands<Model, System>>] = []
  ) -> Property<System> {
    let generator = machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane)
    return underSchedules.holds(forAll: generator, requiring: shares, except: known) { commands, system, trial in
      try await commands.run(on: system, trial, limit: 1_000_000, at: location)
    }
  }
}

extension CommandSequence {
  /// Runs the commands on a system that is made for them and taken down after them, whatever becomes of them.
  package func run(
    making make: (Model) async throws -> System, tearDown: (System) async throws -> Void, _ trial: Trial,
    at location: SourceLocation
  ) async throws {
    var system = try await make(initial)
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
