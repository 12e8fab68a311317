import PropertyTesting

extension Laws where Value: InstantProtocol {
  /// Instants and durations are points and distances on one line; with the laws of `Comparable` and `Hashable`.
  ///
  /// Durations are those between instants that the generator makes, so their sums stay in range if the instants do.
  public static var instant: Laws {
    Laws("InstantProtocol", including: .comparable, .hashable, unchecked: "What happens when a sum is out of range.") {
      law(
        "advancing by the duration to another instant leads to it",
        "It follows: a distance between instants is a duration, and a duration advances an instant."
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a.advanced(by: a.duration(to: b))", a.advanced(by: a.duration(to: b)), equals: b)
      }
      law(
        "the duration to an advanced instant is the advance",
        "It follows: a duration advances an instant, and a distance between instants is a duration."
      ) { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        let d = b.duration(to: c)
        let reached = a.advanced(by: d)
        try expect("a.duration(to: a.advanced(by: b.duration(to: c)))", a.duration(to: reached), equals: d)
      }
      law("advancing by nothing changes nothing", "It follows: durations are AdditiveArithmetic, and advance instants.") { values in
        let a = try values.one("a")
        try expect("a.advanced(by: .zero)", a.advanced(by: .zero), equals: a)
        try expect("a.duration(to: a)", a.duration(to: a), equals: .zero)
      }
      law(
        "an instant is earlier exactly if the duration to the other is positive",
        "It follows: instants and durations are Comparable, as points and distances in time."
      ) { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a < b, as a.duration(to: b) > .zero", a < b, equals: a.duration(to: b) > .zero)
      }
      law("the way back is the negated way", "It follows: a duration can lead back, and durations are AdditiveArithmetic.") { values in
        let (a, b) = try values.pair("a", "b")
        try expect("a.duration(to: b) + b.duration(to: a)", a.duration(to: b) + b.duration(to: a), equals: .zero)
      }
      law("advances add up", "It follows: durations are AdditiveArithmetic, and advance instants.") { values in
        let (a, b, c) = try values.triple("a", "b", "c")
        let (d, e) = (a.duration(to: b), b.duration(to: c))
        try expect("advanced twice, compared with once by the sum", a.advanced(by: d).advanced(by: e), equals: a.advanced(by: d + e))
      }
    }
  }

  private static func law(
    _ statement: String, _ words: String, _ claim: @escaping @Sendable (Values<Value>) throws -> Void
  ) -> Law<Value> {
    Law(statement, from: .evolution(329, words), claim)
  }
}

extension AsyncLaws where Value: Clock {
  /// Sleeping lasts at least as long as it should.
  ///
  /// Durations are multiples of the clock's resolution: at most 20 of them are slept through.
  public static var clock: AsyncLaws {
    AsyncLaws("Clock", unchecked: "How late a sleep ends, and what its tolerance allows.") {
      AsyncLaw(
        "the resolution is no negative duration",
        from: .evolution(329, "It follows: the least duration that two readings of the clock can tell apart.")
      ) { values in
        let clock = try values.one("clock")
        try expect("minimumResolution >= .zero", clock.minimumResolution >= .zero)
      }
      AsyncLaw(
        "a sleep ends at its deadline or later",
        from: .swift("Clock", "Sleeping resumes the task after the deadline has been met or passed, within the tolerance.")
      ) { values in
        let clock = try values.one("clock")
        let ticks = try values.draw(.int(in: -5...20), "deadline, in ticks of minimumResolution from now")
        let deadline = clock.now.advanced(by: clock.minimumResolution * ticks)
        try await clock.sleep(until: deadline, tolerance: nil)
        try expect("now >= the deadline, after the sleep", clock.now >= deadline)
      }
    }
  }

  /// A clock that never goes back and whose sleep ends by cancellation, as `ContinuousClock` and `SuspendingClock` say of themselves; with
  /// the laws of `Clock`, which promises neither.
  public static var systemClock: AsyncLaws {
    AsyncLaws("system clock", including: .clock) {
      AsyncLaw(
        "a sleep in a cancelled task throws",
        from: .swift("ContinuousClock/sleep(until:tolerance:)", "If the task is cancelled before the time ends, it throws CancellationError.")
      ) { values in
        let error = await Task {
          let clock = try values.one("clock")
          withUnsafeCurrentTask { $0?.cancel() }
          try await clock.sleep(until: clock.now.advanced(by: clock.minimumResolution * 1_000_000), tolerance: nil)
        }.result.error
        if let failure = error, !(failure is CancellationError) { throw failure }
        try expect("sleep throws CancellationError", error is CancellationError)
      }
      AsyncLaw(
        "now never goes back",
        from: .swift("ContinuousClock", "A clock that measures time that always increments; so does SuspendingClock.")
      ) { values in
        let clock = try values.one("clock")
        var last = clock.now
        for reading in 1...10 {
          let now = clock.now
          try expect("reading \(reading) of now is no earlier than the one before", now >= last)
          last = now
        }
      }
    }
  }
}

extension Result where Success == Void {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
