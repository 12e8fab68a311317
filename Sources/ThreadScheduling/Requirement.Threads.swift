import PropertyTesting

extension Requirement {
  /// A property that must hold under every schedule of the threads that it starts. Each case runs under one schedule, which is a part of
  /// the case. The engine creates and cleans up the system outside the schedule: see ``/PropertyTesting/Trial``.
  /// If the predicate returns a Bool, this is a claim.
  /// - Parameter claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``/PropertyTesting/Claims``.
  public func holds<Value, Result>(
    forAll generator: Generator<Value>, scheduled schedules: ThreadSchedules, requiring shares: [String: Double] = [:],
    except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
    _ predicate: @escaping @Sendable (Value, System) throws -> Result
  ) -> Property<System> {
    let location = location
    return holds(forAll: generator, requiring: shares, except: known, claims: claims) { value, system, trial in
      let box = Confined((value, system))
      try trial.schedule(schedules) { try expectHolds(try predicate(box.value.0, box.value.1), at: location) }
    }
  }
}
