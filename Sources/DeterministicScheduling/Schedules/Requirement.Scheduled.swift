import PropertyTesting

extension Requirement {
  /// A property that must hold under every schedule of the tasks that it starts. Each case runs under one schedule,
  /// which is a part of the case.
  ///
  /// The engine creates and cleans up the system outside the schedule. See ``Trial/schedule(_:_:)``.
  /// If the predicate returns a Bool, this is a claim.
  /// - Parameter claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``/PropertyTesting/Claims``.
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
    _ predicate: @escaping @Sendable (Value, System) async throws -> Result
  ) -> Property<System> {
    let unused: @Sendable (Value, System, Trial) async throws -> Result = { value, system, _ in
      try await predicate(value, system)
    }
    return holds(
      forAll: generator, scheduled: schedules, requiring: shares, except: known, claims: claims, unused)
  }

  /// As above, for a property that labels, draws or notes.
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Result
  ) -> Property<System> {
    // Asynchronous, though it awaits nothing: each case has a system of its own.
    let scheduled: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, trial in
      let box = Confined(value)
      try trial.schedule(schedules) { try expectHolds(try await predicate(box.value, system, trial), at: location) }
    }
    return underSchedules.holds(forAll: generator, requiring: shares, except: known, claims: claims, scheduled)
  }

  /// The property that an object created from the system does what a model says, command after command, under every schedule.
  /// The engine creates the object under the schedule too.
  /// - Parameter tearDown: called once for each object created, also after a failure.
  public func holds<Model: Sendable, Made>(
    of machine: StateMachine<Model, Made>, commands: ClosedRange<Int>? = nil, scheduled schedules: Schedules,
    requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, Made>>] = [], making make: @escaping @Sendable (System) async throws -> Made,
    tearDown: @escaping @Sendable (Made) async throws -> Void = { _ in }
  ) -> Property<System> {
    holds(
      of: machine, commands: commands, scheduled: schedules, requiring: shares, except: known,
      making: { system, _ in try await make(system) }, tearDown: tearDown)
  }

  /// As above, if the object depends on the state in which the model begins.
  public func holds<Model: Sendable, Made>(
    of machine: StateMachine<Model, Made>, commands: ClosedRange<Int>? = nil, scheduled schedules: Schedules,
    requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, Made>>] = [], making make: @escaping @Sendable (System, Model) async throws -> Made,
    tearDown: @escaping @Sendable (Made) async throws -> Void = { _ in }
  ) -> Property<System> {
    holds(forAll: machine.sequence(count: commands), scheduled: schedules, requiring: shares, except: known) {
      commands, system, trial in
      try await commands.run(making: { try await make(system, $0) }, tearDown: tearDown, trial, at: location)
    }
  }

  /// As above, for a machine of the system itself. The engine creates the system outside the schedule.
  public func holds<Model: Sendable>(
    of machine: StateMachine<Model, System>, commands: ClosedRange<Int>? = nil, scheduled schedules: Schedules,
    requiring shares: [String: Double] = [:],
    except known: [KnownFailure<CommandSequence<Model, System>>] = []
  ) -> Property<System> {
    holds(of: machine, commands: commands, scheduled: schedules, requiring: shares, except: known, making: { system, _ in system })
  }

  /// The property that commands which run at the same time are linearizable under every schedule: their results are results
  /// that they could have one after the other. The engine creates the system outside the schedule.
  public func holds<Model: Hashable & Sendable>(
    of machine: StateMachine<Model, System>, lanes: ClosedRange<Int>, commandsPerLane: Int = 3,
    scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<ParallelCommands<Model, System>>] = []
  ) -> Property<System> {
    let generator = machine.parallel(lanes: lanes, commandsPerLane: commandsPerLane)
    return holds(forAll: generator, scheduled: schedules, requiring: shares, except: known) { commands, system, trial in
      try await commands.run(on: system, trial, at: location)
    }
  }
}

/// A value that goes to a run on the same thread, whose caller waits for it.
struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
