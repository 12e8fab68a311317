import DeterministicScheduling
import PropertyTesting
import Testing

@Suite("What happens eventually")
struct EventuallyTests {
  private let settings = RunSettings(cases: 100, seed: 1)

  private func counterexample(
    _ schedules: Schedules = .mixed, shrinks: Bool = true, _ body: @escaping @Sendable () async throws -> Void
  ) throws -> (verdict: String, claim: String, switches: Int?) {
    let settings = RunSettings(cases: 100, seed: 1, shrinks: shrinks)
    let failure = try #require(throws: PropertyFailure.self) { try check("it happens", scheduled: schedules, settings: settings, body) }
    let found = failure.result.verdict.counterexample
    return (failure.result.verdict.name, found?.message ?? "\(failure)", found?.switches)
  }

  /// Over many steps and much time, in every schedule.
  @Test func holdsWhereItHappens() throws {
    try check("it happens", scheduled: .mixed.withRacingTimers, settings: settings) {
      let door = Door()
      let keeper = Task {
        for _ in 0..<50 { await door.knock() }
        try await Task.sleep(for: .seconds(3_600))
        await door.open()
      }
      try await eventually("the door is open") { await door.isOpen }
      try expect("knocks", await door.knocks, equals: 50)
      try await keeper.value
    }
  }

  @Test func ofTimeAlone() throws {
    try check("it happens", scheduled: .mixed, settings: settings) {
      let begin = ContinuousClock.now
      let timer = Task { try await Task.sleep(for: .seconds(60)) }
      try await eventually("a minute is over") { ContinuousClock.now - begin >= .seconds(60) }
      try await timer.value
    }
  }

  /// Nobody is left: told at once, and not as a timeout.
  @Test func failsWhereNobodyIsLeft() throws {
    let (verdict, claim, switches) = try counterexample {
      let door = Door()
      await door.knock()
      try await eventually("the door is open") { await door.isOpen }
    }
    #expect(verdict == "falsified")
    #expect(claim.hasPrefix("the door is open: it cannot happen any more"), "\(claim)")
    #expect(switches == 0)
  }

  /// Found in the schedule in which the keeper looks before the guest knocks, with the fewest switches.
  @Test func failsInTheScheduleThatMissesIt() throws {
    let (verdict, claim, switches) = try counterexample {
      let door = Door()
      let keeper = Task { if await door.knocks > 0 { await door.open() } }
      await Task.yield()
      await door.knock()
      try await eventually("the door is open") { await door.isOpen }
      await keeper.value
    }
    #expect(verdict == "falsified")
    #expect(claim.hasPrefix("the door is open: it cannot happen any more"), "\(claim)")
    #expect(switches == 1)
  }

  /// Two who let each other go first, for ever: neither is stuck, and no schedule gets them through.
  @Test func failsWhereOthersGoOnWithoutIt() throws {
    let (verdict, claim, _) = try counterexample(shrinks: false) {
      let door = Door()
      let polite = (0..<2).map { _ in
        Task { while await !door.isOpen, !Task.isCancelled { await Task.yield() } }
      }
      defer { for task in polite { task.cancel() } }
      try await eventually("the door is open") { await door.isOpen }
    }
    #expect(verdict == "falsified")
    #expect(claim.hasPrefix("the door is open: it did not happen, although tasks took turns for 10000 steps"), "\(claim)")
  }

  /// A schedule that never lets the keeper is no counterexample.
  @Test func isNotStarvedByPolls() throws {
    try check("it happens", scheduled: Schedules(.priorities(changes: 2)).withRacingTimers, settings: settings) {
      let door = Door()
      let polls = (0..<2).map { _ in
        Task { while await !door.isOpen { try await Task.sleep(for: .milliseconds(5)) } }
      }
      let keeper = Task {
        try await Task.sleep(for: .seconds(1))
        await door.open()
      }
      try await eventually("the door is open") { await door.isOpen }
      for poll in polls { try await poll.value }
      try await keeper.value
    }
  }

  @Test func withoutAScheduleItIsAskedAgain() async throws {
    let door = Door()
    let keeper = Task {
      try await Task.sleep(for: .milliseconds(20))
      await door.open()
    }
    // Other tests may keep the threads of the pool for long.
    try await eventually("the door is open", within: .seconds(86_400)) { await door.isOpen }
    try await keeper.value
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await eventually("it closes", within: .milliseconds(20)) { await !door.isOpen }
    }
    #expect(failure?.claim.hasPrefix("it closes: it did not happen within ") == true)
  }

  /// A poll of one's own for what nobody will do is told apart from a run that is only long.
  @Test func aPollThatNothingCanEndIsNamed() throws {
    let polls = try counterexample(Schedules(stepLimit: 5_000)) {
      let door = Door()
      while await !door.isOpen { await Task.yield() }
    }
    #expect(polls.verdict == "timed out")
    #expect(polls.claim.contains("it waits for something that no other task will do"), "\(polls.claim)")
    let long = try counterexample(Schedules(stepLimit: 5_000)) {
      let door = Door()
      let other = Task { for _ in 0..<10_000 { await door.knock(); await Task.yield() } }
      while await door.knocks < 10_000 { await Task.yield() }
      await other.value
    }
    #expect(long.verdict == "timed out")
    #expect(!long.claim.contains("no other task will do"), "\(long.claim)")
  }

  @Test func aProofOfItGivesUp() throws {
    let (verdict, claim, _) = try counterexample(.everyInterleaving(sharing: .onlyActors)) {
      let door = Door()
      async let keeper: Void = door.open()
      try await eventually("the door is open") { await door.isOpen }
      await keeper
    }
    #expect(verdict == "gave up")
    #expect(claim.contains("claims that something happens eventually"), "\(claim)")
  }
}

private actor Door {
  private(set) var isOpen = false
  private(set) var knocks = 0
  func open() { isOpen = true }
  func knock() { knocks += 1 }
}
