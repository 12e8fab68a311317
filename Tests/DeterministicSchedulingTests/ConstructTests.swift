import Foundation
import Synchronization
import Testing

@testable import DeterministicScheduling

@globalActor private actor Bureau { static let shared = Bureau() }
@Bureau private func fileAway(_ log: Log, _ word: String) async { await log.add(word) }
@MainActor private func show(_ log: Log, _ word: String) async { await log.add(word) }

/// Changes two numbers in one turn of the main actor, the second one in an asynchronous call.
@MainActor private final class Pair {
  private var (first, second) = (0, 0)

  func change() async {
    for _ in 0..<3 {
      first += 1
      await changeSecond()
      await Task.yield()
    }
  }

  private func changeSecond() async { second += 1 }

  func look(times: Int) async -> String {
    for _ in 0..<times {
      if first != second { return "apart" }
      await Task.yield()
    }
    return "alike"
  }
}

/// Begins a task at once on the main actor, and goes on.
@MainActor private final class Starter {
  private(set) var words = ""

  func start() -> Task<Void, Never> {
    let task = Task.immediate { @MainActor in
      words += "a"
      await Task.yield()
      words += "c"
    }
    words += "b"
    return task
  }
}

/// Each construct of Swift concurrency is explored, repeats exactly, and lets nothing escape.
@Suite("Constructs under the scheduler", .serialized)
struct ConstructTests {
  private func expectControlled(
    outcomes least: Int, timersRace: Bool = false, _ location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> String
  ) {
    let found = explore(timersRace: timersRace, body)
    #expect(found.externalWakes == 0, sourceLocation: location)
    #expect(found.unfinished == 0, sourceLocation: location)
    #expect(found.inexact == [], sourceLocation: location)
    #expect(found.outcomes.count >= least, "\(found.outcomes)", sourceLocation: location)
  }

  @Test func unstructuredTasks() {
    expectControlled(outcomes: 6) {
      let log = Log()
      let a = Task { await log.add("a") }
      let b = Task.detached { await log.add("b") }
      let c = Task(name: "c", priority: .low) { await log.add("c") }
      _ = await (a.value, b.value, c.value)
      return await log.text
    }
  }

  @Test func immediateTasks() {
    expectControlled(outcomes: 2) {
      let log = Log()
      let a = Task.immediate {
        await log.add("a1")
        await Task.yield()
        await log.add("a2")
      }
      let b = Task { await log.add("b") }
      _ = await (a.value, b.value)
      return await log.text
    }
  }

  /// As on the real ones, where such a task runs up to its first suspension before its creator goes on, if that is on the same actor.
  @Test func immediateTasksOfTheSameActorRunAtOnce() {
    let onMainActor = explore {
      let starter = await MainActor.run { Starter() }
      let task = await starter.start()
      await task.value
      return await starter.words
    }
    #expect(onMainActor.outcomes == ["abc"])
    #expect(onMainActor.inexact == [])
    actor Words {
      var words = ""
      func start() async -> String {
        let task = Task.immediate {
          words += "a"
          await Task.yield()
          words += "c"
        }
        words += "b"
        await task.value
        return words
      }
    }
    let onActor = explore { await Words().start() }
    #expect(onActor.outcomes == ["abc"])
    #expect(onActor.inexact == [])
    expectControlled(outcomes: 2) {
      let words = Mutex("")
      let task = Task.immediate { @MainActor in words.withLock { $0 += "task, " } }
      await Task.yield()
      words.withLock { $0 += "creator, " }
      await task.value
      return words.withLock { $0 }
    }
  }

  @Test func asyncLet() {
    expectControlled(outcomes: 6) {
      let log = Log()
      async let a: Void = log.add("a")
      async let b: Void = log.add("b")
      async let c: Void = log.add("c")
      _ = await (a, b, c)
      return await log.text
    }
  }

  @Test func taskGroups() {
    expectControlled(outcomes: 20) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<4 {
          group.addTask {
            await Task.yield()
            return number
          }
        }
        var order = ""
        for await number in group { order += "\(number)" }
        return order
      }
    }
  }

  @Test func throwingAndDiscardingGroups() {
    expectControlled(outcomes: 2) {
      let log = Log()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          await log.add("fails")
          throw CancellationError()
        }
        group.addTask {
          await log.add("other")
          try await Task.sleep(for: .seconds(1))
          await log.add("not cancelled")
        }
      }
      return await log.text
    }
  }

  @Test func actorsInterleaveAtEverySuspension() {
    expectControlled(outcomes: 10) {
      let (first, second, log) = (Log(), Log(), Log())
      let tasks = ["a", "b"].map { name in
        Task {
          await log.add(name + "1")
          await first.add(name)
          await log.add(name + "2")
          await second.add(name)
          await log.add(name + "3")
        }
      }
      for task in tasks { await task.value }
      return await log.text
    }
  }

  @Test func globalActors() {
    // The first two come to the main actor in the order in which they are made.
    expectControlled(outcomes: 3) {
      let log = Log()
      let a = Task { @MainActor in await show(log, "main") }
      let b = Task { @Bureau in await fileAway(log, "bureau") }
      let c = Task {
        await MainActor.run { MainActor.assertIsolated() }
        await log.add("third")
      }
      _ = await (a.value, b.value, c.value)
      return await log.text
    }
  }

  /// Jobs of the main actor run in the order in which they come there.
  @Test func theMainActorTakesTurns() {
    let found = explore {
      let screen = Screen()
      await MainActor.run {
        for line in ["a", "b", "c"] { Task { @MainActor in screen.show(line) } }
      }
      return await screen.lines.joined()
    }
    #expect(found.outcomes == ["abc"])
    #expect(found.inexact == [])
  }

  /// As on the real one, where such a call changes no executor.
  @Test func aCallFromTheMainActorToItselfIsNoSuspension() {
    let found = explore {
      let pair = await MainActor.run { Pair() }
      let changing = Task { await pair.change() }
      let looking = Task { await pair.look(times: 6) }
      await changing.value
      return await looking.value
    }
    #expect(found.outcomes == ["alike"])
  }

  @Test func streams() {
    expectControlled(outcomes: 10) {
      let (stream, source) = AsyncStream<Int>.makeStream()
      let producers = [1, 4].map { first in
        Task {
          for number in first..<first + 3 {
            source.yield(number)
            await Task.yield()
          }
        }
      }
      let consumer = Task {
        var seen = ""
        for await number in stream { seen += "\(number)" }
        return seen
      }
      for producer in producers { await producer.value }
      source.finish()
      return await consumer.value
    }
  }

  @Test func continuations() {
    // Optimised, the two hops are one.
    expectControlled(outcomes: isOptimized ? 1 : 2) {
      actor Gate {
        private var waiting: CheckedContinuation<Void, Never>?
        private var isOpen = false
        func pass() async {
          if !isOpen { await withCheckedContinuation { waiting = $0 } }
        }
        func open() {
          isOpen = true
          waiting?.resume()
          waiting = nil
        }
      }
      let (gate, log) = (Gate(), Log())
      let a = Task {
        await gate.pass()
        await log.add("passed")
      }
      let b = Task {
        await gate.open()
        await log.add("opened")
      }
      _ = await (a.value, b.value)
      return await log.text
    }
  }

  @Test func cancellation() {
    expectControlled(outcomes: 2) {
      let log = Log()
      let worker = Task {
        for number in 0..<4 where !Task.isCancelled {
          await log.add("\(number)")
          await Task.yield()
        }
      }
      let other = Task { worker.cancel() }
      _ = await (worker.value, other.value)
      return await log.text
    }
  }

  @Test func sleepsEndInTheOrderOfTheirTimes() {
    expectControlled(outcomes: 1) {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for number in [3, 1, 2] {
          group.addTask {
            try? await Task.sleep(for: .seconds(number))
            await log.add("\(number)")
          }
        }
      }
      let text = await log.text
      return text == "1 2 3" ? text : "wrong: \(text)"
    }
  }

  @Test func timeoutsRaceWhereTheyMay() {
    let body: @Sendable () async -> String = {
      await withTaskGroup(of: String.self) { group in
        group.addTask {
          try? await Task.sleep(for: .seconds(10))
          return "timeout"
        }
        group.addTask {
          for _ in 0..<3 { await Task.yield() }
          return "work"
        }
        let first = await group.next() ?? "none"
        group.cancelAll()
        return first
      }
    }
    let patient = explore(body)
    #expect(patient.outcomes == ["work"])
    let racing = explore(timersRace: true, body)
    #expect(racing.outcomes == ["work", "timeout"])
    #expect(racing.inexact == [])
  }

  @Test func isolatedDeinitialization() {
    expectControlled(outcomes: 1) {
      actor Owner {
        let log: Log
        init(_ log: Log) { self.log = log }
        isolated deinit {
          let log = log
          Task { await log.add("gone") }
        }
      }
      let log = Log()
      do { _ = Owner(log) }
      await log.add("after")
      await Task.yield()
      try? await Task.sleep(for: .seconds(1))
      return await log.text
    }
  }

  @Test func taskLocalsAreInherited() {
    enum Locals { @TaskLocal static var name = "none" }
    Locals.$name.withValue("given") {
      expectControlled(outcomes: 1) { await Task { Locals.name }.value }
      #expect(explore { await Task { Locals.name }.value }.outcomes == ["given"])
    }
  }

  @Test func whatComesFromOutsideIsCounted() {
    let found = explore(schedules: 5) {
      await withCheckedContinuation { continuation in
        // Not before the task waits: then it would not have to be woken.
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { continuation.resume(returning: "resumed") }
      }
    }
    // Too late for the grace of nothing, or seen: never unnoticed.
    #expect(found.externalWakes + found.unfinished >= 5)
  }

  @Test func aNestedRunIsARunOfItsOwn() {
    expectControlled(outcomes: 1) {
      var decisions = Decisions()
      let inner = ScheduledRun(LoopSettings(), deciding: &decisions) { await Task { "inner" }.value }
      return await Task { inner.text }.value
    }
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
