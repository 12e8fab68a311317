import PropertyTesting

extension Requirement {
  /// A property that must hold under every schedule of the tasks that it starts. Each case runs under one schedule,
  /// which is a part of the case.
  ///
  /// The engine creates and cleans up the system outside the schedule. See ``Trial/schedule(_:_:)``.
  /// - Parameter claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``/PropertyTesting/Claims``.
  @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
    _ predicate: @escaping @Sendable (Value, System) async throws -> Void
  ) -> Property<System> {
    let unused: @Sendable (Value, System, Trial) async throws -> Void = { value, system, _ in
      try await predicate(value, system)
    }
    return holds(
      forAll: generator, scheduled: schedules, requiring: shares, except: known, claims: claims, unused)
  }

  /// As above, for a property that labels, draws or notes.
  @_disfavoredOverload
  public func holds<Value>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
  ) -> Property<System> {
    // Asynchronous, though it awaits nothing: each case has a system of its own.
    let scheduled: @Sendable (Value, System, Trial) async throws -> Void = { value, system, trial in
      let box = Confined(value)
      try trial.schedule(schedules) { try await predicate(box.value, system, trial) }
    }
    return underSchedules.holds(forAll: generator, requiring: shares, except: known, claims: claims, scheduled)
  }

  /// As above, for a property whose claim is its result.
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System) async throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, _ in
      try expectHolds(try await predicate(value, system), at: location)
    }
    return holds(forAll: generator, scheduled: schedules, requiring: shares, except: known, claim)
  }

  /// As above, for a property whose claim is its result, and that labels, draws or notes.
  public func holds<Value, Result: ClaimResult>(
    forAll generator: Generator<Value>, scheduled schedules: Schedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [],
    _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Result
  ) -> Property<System> {
    let claim: @Sendable (Value, System, Trial) async throws -> Void = { [location] value, system, trial in
      try expectHolds(try await predicate(value, system, trial), at: location)
    }
    return holds(forAll: generator, scheduled: schedules, requiring: shares, except: known, claim)
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
private struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Checks in a test that a claim holds under every schedule, and throws its report if it does not. Blocks the
/// calling thread.
///
///     try check("withdrawals never overdraw", scheduled: .mixed) { … }
/// - Parameters:
///   - known: failures that the run counts and does not report: see ``/PropertyTesting/KnownFailure``.
///   - claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``/PropertyTesting/Claims``.
///   - token: a token from a report's `replay` line. The check then runs that case only.
///   - isolation: how to isolate cases of code that may end or block its process; nil: cases run in this process.
/// - Throws: ``/PropertyTesting/PropertyFailure``, or ``/PropertyTesting/ReplayTokenError`` if `token` is not a token.
@discardableResult @_disfavoredOverload
public func check<Value>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) async throws -> Void
) throws -> PropertyResult {
  // A schedule has more cases than its data; the first of them would only be run to find that out.
  var settings = settings
  if !schedules.areSearched { settings.enumerates = false }
  return try check(
    title, forAll: generator, settings: settings, requiring: shares, except: known, claims: claims, replaying: token,
    isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { value, trial in
    let box = Confined(value)
    try trial.schedule(schedules) { try await predicate(box.value, trial) }
  }
}

/// As above, for a claim that needs no trial.
@discardableResult @_disfavoredOverload
public func check<Value>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) async throws -> Void
) throws -> PropertyResult {
  let unused: @Sendable (Value, Trial) async throws -> Void = { value, _ in try await predicate(value) }
  return try check(
    title, forAll: generator, scheduled: schedules, settings: settings, requiring: shares,
    except: known, claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    unused)
}

/// As above, for a claim about schedules alone, without generated values.
@discardableResult @_disfavoredOverload
public func check(
  _ title: String, scheduled schedules: Schedules, settings: RunSettings = RunSettings(),
  except known: [KnownFailure<Void>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ body: @escaping @Sendable () async throws -> Void
) throws -> PropertyResult {
  let unused: @Sendable (Void, Trial) async throws -> Void = { _, _ in try await body() }
  return try check(
    title, forAll: .constant(()), scheduled: schedules, settings: settings, except: known, claims: claims,
    replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, unused)
}

/// As above, for a property whose claim is its result, and that labels, draws or notes.
@discardableResult
public func check<Value, Result: ClaimResult>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) async throws -> Result
) throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  let claim: @Sendable (Value, Trial) async throws -> Void = { value, trial in
    try expectHolds(try await predicate(value, trial), at: location)
  }
  return try check(
    title, forAll: generator, scheduled: schedules, settings: settings, requiring: shares,
    except: known, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, claim)
}

/// As above, for a property whose claim is its result.
@discardableResult
public func check<Value, Result: ClaimResult>(
  _ title: String, forAll generator: Generator<Value>, scheduled schedules: Schedules,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) async throws -> Result
) throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  let claim: @Sendable (Value, Trial) async throws -> Void = { value, _ in
    try expectHolds(try await predicate(value), at: location)
  }
  return try check(
    title, forAll: generator, scheduled: schedules, settings: settings, requiring: shares,
    except: known, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, claim)
}

/// As above, for a claim about schedules alone, which is the result of `body`.
@discardableResult
public func check<Result: ClaimResult>(
  _ title: String, scheduled schedules: Schedules, settings: RunSettings = RunSettings(),
  except known: [KnownFailure<Void>] = [], replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ body: @escaping @Sendable () async throws -> Result
) throws -> PropertyResult {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  let claim: @Sendable (Void, Trial) async throws -> Void = { _, _ in try expectHolds(try await body(), at: location) }
  return try check(
    title, forAll: .constant(()), scheduled: schedules, settings: settings, except: known, replaying: token,
    isolation: isolation, fileID: fileID, filePath: filePath, line: line, claim)
}
