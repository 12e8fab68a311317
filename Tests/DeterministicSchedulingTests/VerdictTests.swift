import DeterministicScheduling
import Dispatch
import Foundation
import PropertyTesting
import Synchronization
import Testing

/// What a scheduled run can come to.
@Suite("Verdicts of scheduled runs", .serialized)
struct VerdictTests {
  private let settings = RunSettings(cases: 200, seed: 1)

  @Test func aRaceIsFoundShrunkAndTold() throws {
    let failed = failure {
      try check(
        "an account is never overdrawn", forAll: .int(in: 1...100), scheduled: .mixed, settings: settings
      ) { amount in
        let account = Account()
        let tasks = [amount, 80].map { amount in Task(name: "takes \(amount)") { await account.withdraw(amount) } }
        for task in tasks { _ = await task.value }
        try expect("the balance is not negative", await account.balance >= 0)
      }
    }
    let result = try #require(failed)
    let found = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "falsified")
    #expect(found.value == "21")
    #expect(found.switches == 1)
    #expect(found.message == "the balance is not negative")
    #expect(found.trace.first?.contains("the body starts") == true)
    #expect(found.trace.contains { $0.hasPrefix("⇄") && $0.contains("“takes 80”") }, "\(found.trace)")
    #expect(found.trace.contains { $0.contains("VerdictTests.swift:") })
  }

  @Test func theRightWayRoundHolds() throws {
    let result = try check(
      "an account is never overdrawn", forAll: .int(in: 1...100), scheduled: .mixed,
      settings: RunSettings(cases: 2_000, seed: 1)
    ) { amount in
      let account = Account()
      let tasks = [amount, 80].map { amount in Task { await account.withdrawSafely(amount) } }
      for task in tasks { _ = await task.value }
      try expect("the balance is not negative", await account.balance >= 0)
    }
    #expect(result.verdict.isHeld)
    #expect(result.cases == 2_000)
  }

  /// The body has the priority of most code, so that a task can have a higher one, and overtake others.
  @Test func theBodyHasTheMiddlePriority() throws {
    let body = try check("priorities", scheduled: .mixed, settings: settings) {
      try expect("the body", Task.currentPriority, equals: .medium)
      try expect("a child", await Task { Task.currentPriority }.value, equals: .medium)
      try expect("an urgent child", await Task(priority: .high) { Task.currentPriority }.value, equals: .high)
    }
    #expect(body.verdict.isHeld)
  }

  @Test func aSearchSaysHowManySchedulesItRan() throws {
    let result = try check("two buyers", scheduled: .exhaustive(switches: 1), settings: settings) {
      let drafts = Drafts()
      async let one: Void = drafts.look()
      async let other: Void = drafts.look()
      _ = await (one, other)
    }
    #expect(result.distribution.tables.first { $0.name == "schedules" }?.numbers.map { $0.least > 1 } == true)
  }

  /// What the runtime makes to end a sleep is a part of the sleeper: no task of its own, and no switch.
  @Test func aSleepIsTheSleepers() throws {
    let failed = failure {
      try check("the work is done first", scheduled: .mixed.withRacingTimers, settings: settings) {
        let drafts = Drafts()
        let timeout = Task(name: "timeout") {
          try? await Task.sleep(for: .seconds(10))
          await drafts.save()
        }
        for _ in 0..<3 { await drafts.look() }
        try expect("saved", await drafts.isSaved, equals: false)
        await timeout.value
      }
    }
    let found = try #require(failed?.verdict.counterexample)
    #expect(!found.trace.contains { $0.contains("task 2") }, "\(found.trace)")
    #expect(found.switches == 2)
  }

  /// The time that a poll waits for comes, however long others are let go first.
  @Test func aPollBySleepingEnds() throws {
    for seed in UInt64(1)...5 {
      try check("the poll ends", scheduled: .mixed.withRacingTimers, settings: RunSettings(cases: 300, seed: seed)) {
        let drafts = Drafts()
        let saving = Task {
          try await Task.sleep(for: .milliseconds(35))
          await drafts.save()
        }
        while await !drafts.isSaved { try await Task.sleep(for: .milliseconds(10)) }
        try await saving.value
      }
    }
  }

  @Test func tasksThatWaitForEachOtherAreADeadlock() throws {
    let failed = failure {
      try check("neither waits", scheduled: .mixed, settings: settings) {
        let second = Mutex<Task<Void, Never>?>(nil)
        let first = Task(name: "first") {
          while second.withLock({ $0 }) == nil { await Task.yield() }
          await second.withLock { $0 }?.value
        }
        let task = Task(name: "second") { await first.value }
        second.withLock { $0 = task }
        await first.value
      }
    }
    let result = try #require(failed)
    #expect(result.verdict.name == "deadlocked")
    let message = try #require(result.verdict.counterexample?.message)
    #expect(message.contains("“first” waits"))
    #expect(message.contains("“second” waits"))
  }

  @Test func aBodyThatNeverEndsIsTimedOut() throws {
    let failed = failure {
      try check(
        "it ends", scheduled: Schedules(.randomWalk, stepLimit: 500), settings: settings
      ) { while !Task.isCancelled { await Task.yield() } }
    }
    let result = try #require(failed)
    #expect(result.verdict.name == "timed out")
    #expect(
      result.verdict.counterexample?.message == "did not end within 500 steps of the schedule")
  }

  @Test func whatComesFromOutsideIsUncontrolled() throws {
    let failed = failure {
      try check(
        "nothing comes from outside", scheduled: Schedules(grace: .seconds(10)), settings: settings
      ) {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          DispatchQueue.global().async {
            // Late enough for the task to wait by then.
            usleep(5_000)
            continuation.resume()
          }
        }
      }
    }
    let result = try #require(failed)
    #expect(result.verdict.name == "uncontrolled", "\(String(describing: result.verdict.counterexample?.message))")
    let message = try #require(result.verdict.counterexample?.message)
    #expect(message.contains("a thread outside the schedule woke a task"))
  }

  @Test func aScheduleThatDiffersFromItselfIsUncontrolled() throws {
    let runs = Counter()
    let failed = failure {
      try check("it repeats", scheduled: .mixed, settings: settings) {
        // State that outlives the case decides how many steps there are.
        for _ in 0..<runs.next() { await Task { }.value }
        try expect("the claim", false)
      }
    }
    let result = try #require(failed)
    #expect(result.verdict.name == "uncontrolled", "\(String(describing: result.verdict.counterexample?.message))")
    let message = try #require(result.verdict.counterexample?.message)
    #expect(message.hasPrefix("the same choices led to two schedules: step "))
    #expect(message.hasSuffix("the claim"))
  }

  @Test func passingSchedulesCanBeRunTwice() throws {
    let held = try check("it repeats", scheduled: .mixed.repeated, settings: settings) {
      let account = Account()
      let tasks = [1, 2, 3].map { amount in Task { await account.withdraw(amount) } }
      for task in tasks { _ = await task.value }
    }
    #expect(held.verdict.isHeld)

    let runs = Counter()
    let failed = failure {
      try check("it does not", scheduled: .mixed.repeated, settings: settings) {
        for _ in 0..<runs.next() { await Task { }.value }
      }
    }
    #expect(failed?.verdict.name == "uncontrolled")
    let message = failed?.verdict.counterexample?.message ?? ""
    #expect(message.contains("the same choices led to two schedules"), "\(message)")
  }

  @Test func anErrorOfTheBodyIsItsOwn() throws {
    struct Unexpected: Error {}
    let failed = failure {
      try check("it throws", scheduled: .mixed, settings: settings) { throw Unexpected() }
    }
    #expect(failed?.verdict.name == "errored")
  }

  @Test func timeCostsNothingAndAgrees() throws {
    let result = try check("an hour", scheduled: .mixed, settings: settings) {
      let (date, instant, suspending) = (Date(), ContinuousClock.now, SuspendingClock.now)
      try await Task.sleep(for: .seconds(3_600))
      try await Task.sleep(nanoseconds: 1_800_000_000_000)
      try await ContinuousClock().sleep(until: .now + .seconds(4))
      try await SuspendingClock().sleep(until: .now + .seconds(1))
      let expected = Duration.seconds(5_405)
      try expect("date", Date().timeIntervalSince(date), equals: 5_405)
      try expect("continuous clock", ContinuousClock.now - instant, equals: expected)
      try expect("suspending clock", SuspendingClock.now - suspending, equals: expected)
    }
    #expect(result.verdict.isHeld)
  }

  @Test func aBlockingSleepPassesVirtualTime() throws {
    @Sendable func nap() { Thread.sleep(forTimeInterval: 3_600) }
    let result = try check("an hour", scheduled: .mixed, settings: settings) {
      let start = ContinuousClock.now
      nap()
      try expect("an hour has passed", ContinuousClock.now - start >= .seconds(3_600))
    }
    #expect(result.verdict.isHeld)
  }

  @Test func randomNumbersAreThoseOfTheCase() throws {
    let failed = failure {
      try check("no identifier begins with an even digit", scheduled: .mixed, settings: settings) {
        let (number, id) = (Int.random(in: 0...9), UUID())
        try expect("\(number) \(id)", !number.isMultiple(of: 2))
      }
    }
    let result = try #require(failed)
    let found = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "falsified")
    for _ in 0..<20 {
      let replayed = failure {
        try check(
          "no identifier begins with an even digit", scheduled: .mixed, replaying: found.token.description
        ) {
          let (number, id) = (Int.random(in: 0...9), UUID())
          try expect("\(number) \(id)", !number.isMultiple(of: 2))
        }
      }
      #expect(replayed?.verdict.counterexample?.message == found.message)
    }
  }

  @Test func aFixedBugReplaysAsHeld() throws {
    func run(_ isFixed: Bool, _ token: String?) -> PropertyResult? {
      failure {
        try check(
          "never overdrawn", scheduled: .mixed, settings: settings, replaying: token
        ) {
          let account = Account()
          async let a = isFixed ? account.withdrawSafely(80) : account.withdraw(80)
          async let b = isFixed ? account.withdrawSafely(70) : account.withdraw(70)
          _ = await (a, b)
          try expect("the balance is not negative", await account.balance >= 0)
        }
      }
    }
    let token = try #require(run(false, nil)?.verdict.counterexample?.token.description)
    #expect(run(false, token)?.verdict.name == "falsified")
    #expect(run(true, token) == nil)
  }

  @Test func aBadTokenIsRefused() {
    #expect(throws: ReplayTokenError.self) {
      try check("x", scheduled: .mixed, replaying: "nonsense") {}
    }
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
