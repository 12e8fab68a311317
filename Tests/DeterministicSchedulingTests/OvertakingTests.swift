import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

/// Calls of one priority that go the same way through the same actors do not overtake each other, unless a schedule lets them.
@Suite("Calls that overtake each other")
struct OvertakingTests {
  private func orders(_ schedules: Schedules) throws -> Set<String> {
    let seen = Mutex<Set<String>>([])
    try check("any order", scheduled: schedules, settings: RunSettings(cases: 300, seed: 1)) {
      let mailbox = LetterBox()
      let relay = LetterRelay(mailbox)
      let first = Task { await relay.send("1") }
      await Task.yield()
      let second = Task { await relay.send("2") }
      _ = await (first.value, second.value)
      let order = await mailbox.letters.joined()
      _ = seen.withLock { $0.insert(order) }
    }
    return seen.withLock { $0 }
  }

  @Test func theyDoSoWhereTheyMay() throws {
    #expect(try orders(Schedules(.exhaustive(switches: 0))) == ["12"])
    #expect(try orders(Schedules(.exhaustive(switches: 2)).withOvertakingCalls) == ["12", "21"])
  }

  /// A body that sends one after the other, without waiting for an answer, to a stub of something remote.
  @Test func aRaceThatOnlyOvertakingShows() throws {
    let body: @Sendable () async throws -> Void = {
      let mailbox = LetterBox()
      let relay = LetterRelay(mailbox)
      async let first: Void = relay.send("1")
      async let second: Void = relay.send("2")
      _ = await (first, second)
      // Both went through the relay in one order: the mailbox has them in the same.
      try expect("the letters", await mailbox.letters, equals: await relay.sent)
    }
    let held = try check("in order", scheduled: .exhaustive(switches: 3), settings: RunSettings(cases: 1), body)
    #expect(held.verdict.isHeld)
    let failure = try #require(throws: PropertyFailure.self) {
      try check("in order", scheduled: .mixed.withOvertakingCalls, settings: RunSettings(cases: 300, seed: 1), body)
    }
    #expect(failure.result.verdict.name == "falsified")
    let found = try #require(failure.result.verdict.counterexample)
    let again = try #require(throws: PropertyFailure.self) {
      try check(
        "in order", scheduled: .mixed.withOvertakingCalls, settings: RunSettings(cases: 300, seed: 1), replaying: "\(found.token)", body)
    }
    #expect(again.result.verdict.counterexample?.message == found.message)
  }

  /// A call within an actor goes nowhere, and a schedule without switches is what it was.
  @Test func theDefaultIsTheSame() throws {
    for schedules in [Schedules.mixed, .mixed.withOvertakingCalls] {
      let result = try check("it holds", scheduled: schedules, settings: RunSettings(cases: 50, seed: 3)) {
        let relay = LetterRelay(LetterBox())
        await relay.sendTwice("1")
        try expect("sent", await relay.sent, equals: ["1", "1"])
      }
      #expect(result.verdict.isHeld)
    }
  }
}
