import Dispatch
import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

@globalActor private actor Registry {
  static let shared = Registry()
  private(set) var count = 0
  func add() { count += 1 }
}

/// An actor that runs on a thread of its own.
private actor Elsewhere {
  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "elsewhere")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let queue = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func nap() async {
    for _ in 0..<10 { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Runs tasks on a queue.
private final class OwnThread: TaskExecutor {
  static let shared = OwnThread()
  private let queue = DispatchQueue(label: "own thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func waitUntilIdle() { queue.sync {} }
}

private final class Flag: Sendable {
  private let state = Atomic<Bool>(false)
  var isRaised: Bool { state.load(ordering: .relaxed) }
  func raise() { state.store(true, ordering: .relaxed) }
}

/// What lies at the edges of a run: what outlives it, what it draws, the ends of time.
@Suite("At the edges of a schedule", .serialized)
struct BoundaryTests {
  private let settings = RunSettings(cases: 50, seed: 1)

  private func failure(_ run: () throws -> PropertyResult) -> (name: String, message: String)? {
    do {
      _ = try run()
      return nil
    } catch let failure as PropertyFailure {
      let verdict = failure.result.verdict
      return (verdict.name, verdict.counterexample?.message ?? "")
    } catch {
      return ("threw", "\(error)")
    }
  }

  @Test func aGlobalActorIsNotLeftInTheMiddleOfATurn() throws {
    for leftovers in 1...4 {
      try check("it ends", scheduled: .mixed, settings: settings, claims: .completion) {
        for _ in 0..<leftovers {
          Task {
            while true {
              await Registry.shared.add()
              await Task.yield()
            }
          }
        }
        await Registry.shared.add()
      }
    }
    try check("it can be asked", scheduled: .mixed, settings: settings, claims: .completion) { await Registry.shared.add() }
  }

  @Test func aTaskThatPollsLetsOthersRun() throws {
    for strategy in [Schedules.Strategy.fewSwitches(atMost: 2), .randomWalk, .priorities(changes: 2)] {
      try check("the flag is raised", scheduled: Schedules(strategy), settings: settings) {
        let flag = Flag()
        let poller = Task { while !flag.isRaised { await Task.yield() } }
        let other = Task {
          await Task.yield()
          flag.raise()
        }
        _ = await (poller.value, other.value)
      }
    }
  }

  @Test func sleepsOfAnyLengthEnd() throws {
    try check("time goes forward", scheduled: .mixed, settings: settings) {
      let (start, date) = (ContinuousClock.now, Date())
      try await Task.sleep(for: .seconds(-5))
      try await Task.sleep(for: .seconds(-9_223_372_037))
      try await Task.sleep(
        for: Duration(secondsComponent: -9_223_372_036, attosecondsComponent: -999_999_999_000_000_000))
      try await Task.sleep(until: .now - .seconds(3), clock: .continuous)
      try expect("nothing has passed", ContinuousClock.now == start)
      try await Task.sleep(for: .seconds(Int64.max))
      try expect("ages have passed", ContinuousClock.now - start > .seconds(1_000_000_000))
      try expect("of dates too", Date().timeIntervalSince(date) > 1_000_000_000)
      try await Task.sleep(nanoseconds: .max)
      try await Task.sleep(until: .now + .seconds(1), clock: .continuous)
    }
  }

  @Test func theClocksOfTheCLibraryAgree() throws {
    @Sendable func nap() { _ = sleep(2) }
    try check("they agree", scheduled: .mixed, settings: settings) {
      try expect("time()", time(nil), equals: Int(Date().timeIntervalSince1970))
      nap()
      try expect("time() later", time(nil), equals: Int(Date().timeIntervalSince1970))
      var instant = timespec()
      _ = timespec_get(&instant, TIME_UTC)
      try expect("timespec_get", instant.tv_sec, equals: time(nil))
      var length = timespec(tv_sec: 3_600, tv_nsec: 0)
      let start = ContinuousClock.now
      try expect("clock_nanosleep", clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nil), equals: 0)
      try expect("an hour has passed", ContinuousClock.now - start == .seconds(3_600))
      length.tv_nsec = -1
      try expect("no time is refused", clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nil), equals: EINVAL)
      try expect("by nanosleep too", nanosleep(&length, nil), equals: -1)
    }
  }

  @Test func waitingForAClockComesToAnEnd() throws {
    try check("the time comes", scheduled: .mixed, settings: RunSettings(cases: 3, seed: 1), claims: .completion) {
      let start = Date()
      while Date().timeIntervalSince(start) < 60 {}
      let deadline = ContinuousClock.now + .seconds(1)
      while ContinuousClock.now < deadline { await Task.yield() }
    }
  }

  @Test func aSleepOnAnotherThreadIsUncontrolled() throws {
    let failed = failure {
      try check("two sleep", scheduled: Schedules(grace: .seconds(10)), settings: settings) {
        let elsewhere = Elsewhere()
        async let nap: Void = elsewhere.nap()
        for _ in 0..<10 { try? await Task.sleep(for: .milliseconds(1)) }
        await nap
      }
    }
    #expect(failed?.name == "uncontrolled")
    #expect(failed?.message.contains("outside the schedule woke a task") == true)
  }

  @Test func aTaskWithAnExecutorOfItsOwnIsUncontrolled() throws {
    let outcome = explore(schedules: 3) {
      // Finished long before it is waited for: no wake tells of it.
      let task = Task(executorPreference: OwnThread.shared) { "done" }
      OwnThread.shared.waitUntilIdle()
      return await task.value
    }
    #expect(outcome.strays.contains("a task was given its own executor"))
    let failure = #expect(throws: PropertyFailure.self) {
      try check("it is controlled", scheduled: .mixed, settings: RunSettings(cases: 3, seed: 1)) {
        let task = Task(executorPreference: OwnThread.shared) {}
        OwnThread.shared.waitUntilIdle()
        await task.value
      }
    }
    #expect(failure?.result.verdict.name == "uncontrolled")
  }

  @Test func aPreferenceForThePoolIsNone() {
    let found = explore {
      let log = Log()
      let a = Task(executorPreference: globalConcurrentExecutor) { await log.add("a") }
      let b = Task(executorPreference: nil) { await log.add("b") }
      let c = Task { await log.add("c") }
      _ = await (a.value, b.value, c.value)
      return await log.text
    }
    #expect(found.strays == [])
    #expect(found.externalWakes == 0)
    #expect(found.inexact == [])
    #expect(found.outcomes.count == 6)
  }

  @Test func aTaskOfAnEarlierScheduleIsNotTakenForADeadlock() throws {
    let failed = failure {
      try check("it is awaited later", forAll: .constant(()), settings: settings) { _, trial in
        let (task, source) = try trial.schedule {
          let (stream, source) = AsyncStream<Void>.makeStream()
          return (Task { for await _ in stream {} }, source)
        }
        try trial.schedule {
          source.finish()
          await task.value
        }
      }
    }
    #expect(failed?.name == "uncontrolled")
    #expect(failed?.message.contains("a task that an earlier schedule left waiting was woken") == true)
  }

  @Test func everyScheduleOfASearchDrawsTheSame() throws {
    let seen = Mutex<Set<String>>([])
    let result = try check(
      "a claim", forAll: .int(in: 0...1_000_000), scheduled: .exhaustive(switches: 1),
      settings: RunSettings(cases: 5, seed: 1)
    ) { value, trial in
      let drawn = "\(value) \(try trial.draw(.int(in: 0...1_000_000))) \(Int.random(in: 0...1_000_000))"
      seen.withLock { _ = $0.insert(drawn) }
      async let a: Void = Task.yield()
      async let b: Void = Task.yield()
      _ = await (a, b)
    }
    #expect(result.verdict.isHeld)
    // One for each case, however many schedules it has.
    #expect(seen.withLock { $0.count } <= 5)
  }

  @Test(arguments: [1, 2, 9, 11, 16, 18] as [UInt64])
  func whatASearchFindsReplaysWithWhatWasDrawn(seed: UInt64) throws {
    func run(_ token: String?) -> PropertyResult? {
      do {
        return try check(
          "in order", forAll: .int(in: 0...3), scheduled: .exhaustive(switches: 2),
          settings: RunSettings(cases: 50, seed: seed, shrinkTime: .seconds(3_600)), replaying: token
        ) { _, trial in
          let random = Int.random(in: 0...9)
          let drawn = try trial.draw(.int(in: 0...100))
          let order = Log()
          let tasks = ["a", "b"].map { name in Task { await order.add(name) } }
          for task in tasks { await task.value }
          let text = await order.text
          try expect("\(random) \(drawn) \(text)", drawn < 20 || text == "a b")
        }
      } catch {
        return (error as? PropertyFailure)?.result
      }
    }
    let found = try #require(run(nil)?.verdict.counterexample)
    #expect(found.message.hasSuffix(" 20 b a"))
    #expect(run(found.token.description)?.verdict.counterexample?.message == found.message)
  }

  @Test func aRepetitionDrawsWhatWasDrawn() throws {
    try check(
      "it repeats", forAll: .int(in: 0...3), scheduled: .mixed.repeated, settings: settings
    ) { value, trial in
      let random = Int.random(in: 0...5)
      for _ in 0..<(try trial.draw(.int(in: 0...10)) + random) { await Task {}.value }
    }
  }

  @Test func aRepetitionMustEndTheSame() throws {
    let runs = Mutex(0)
    let failed = failure {
      try check("it repeats", scheduled: .mixed.repeated, settings: settings) {
        let run = runs.withLock { count in
          count += 1
          return count
        }
        try expect("only odd runs hold", run % 2 == 1)
      }
    }
    #expect(failed?.name == "uncontrolled")
    #expect(failed?.message.hasPrefix("the same schedule had two results: the body returned, and then threw") == true)
  }

  @Test func whatPassesInItsLastRepetitionIsFlaky() throws {
    let observed = Mutex(0)
    let failed = failure {
      try check("a claim", forAll: .constant(()), scheduled: .mixed, settings: settings) { _, trial in
        // Recorded, confirmed, and once more.
        let runs = observed.withLock { count in
          if trial.isObserved { count += 1 }
          return count
        }
        try expect("not the third time", runs == 3)
      }
    }
    #expect(failed?.name == "flaky")
    #expect(failed?.message.hasSuffix("and passed when it was run again") == true)
  }

  @Test func equalSetsHaveOneOrder() throws {
    try check("they have", forAll: .int(in: 2...50), scheduled: .mixed, settings: settings) { count in
      let sets = (0..<3).map { _ in Set((0..<count).map { "\($0)" }) }
      try expect("the orders are one", Set(sets.map { Array($0) }).count, equals: 1)
    }
  }

  @Test func aSearchThatIsTooLargeKeepsNoMoreThanItRuns() throws {
    var search = ScheduleSearch(switches: 9, limit: 300, settings: LoopSettings())
    #expect(throws: Interruption.self) {
      try search.run {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<5 { group.addTask { for _ in 0..<50 { await Task.yield() } } }
        }
      }
    }
    #expect(search.explored == 300)
  }
}
