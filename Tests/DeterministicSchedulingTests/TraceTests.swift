import DeterministicScheduling
import PropertyTesting
import Synchronization
import Testing

/// What the report of a scheduled run shows of its tasks.
@Suite("Traces of scheduled runs", .serialized)
struct TraceTests {
  private let settings = RunSettings(cases: 200, seed: 1)

  @Test func aDeadlockNamesThoseWhoWait() throws {
    let failed = failure {
      try check("both get both locks", scheduled: .mixed, settings: settings) {
        let (first, second) = (AsyncMutex(), AsyncMutex())
        @Sendable func takeBoth(_ outer: AsyncMutex, _ inner: AsyncMutex) async {
          await outer.lock()
          await inner.lock()
          await inner.unlock()
          await outer.unlock()
        }
        let a = Task(name: "up") { await takeBoth(first, second) }
        let b = Task(name: "down") { await takeBoth(second, first) }
        _ = await (a.value, b.value)
      }
    }
    let result = try #require(failed)
    let found = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "deadlocked")
    let lines = found.message.split(separator: "\n").map(String.init)
    #expect(lines.first == "the body has not finished, and nothing can wake it")
    #expect(lines.contains { $0.hasPrefix("the body waits for task 1 “up” in ") && $0.contains("TraceTests.swift:") })
    for name in ["up", "down"] {
      let line = try #require(lines.first { $0.hasPrefix("task ") && $0.contains("“\(name)”") })
      #expect(line.contains("waits in AsyncMutex.lock() at Bank.swift:"), "\(line)")
      #expect(line.contains("(created at TraceTests.swift:"), "\(line)")
    }
    #expect(lines.count == 4, "\(lines)")
  }

  /// A child of a group, an `async let` and a task, each of which waits for the next.
  @Test func tasksThatWaitForEachOtherAreDrawnAsACircle() throws {
    let failed = failure {
      try check("all of them end", scheduled: .mixed, settings: settings) {
        let whole = TaskBox()
        let task = Task(name: "whole") {
          await withTaskGroup { group in
            group.addTask(name: "part") {
              await Task.yield()
              async let other: Void? = whole.task.withLock { $0 }?.value
              _ = await other
            }
            group.addTask(name: "bystander") {}
          }
        }
        whole.task.withLock { $0 = task }
        await task.value
      }
    }
    let found = try #require(failed?.verdict.counterexample)
    let lines = found.message.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("task 1 “whole” waits for task 2 “part” in ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("task 2 “part” waits for task 4 in ") }, "\(lines)")
    let circles = found.drawings.compactMap { drawing -> [String]? in
      guard case .circle("deadlock", "waits for", let edges) = drawing else { return nil }
      #expect(edges.allSatisfy { $0.text.contains(" at TraceTests.swift:") })
      return edges.map { "\($0.from) → \($0.to)" }
    }
    #expect(circles == [["task 1 “whole” → task 2 “part”", "task 2 “part” → task 4", "task 4 → task 1 “whole”"]])
  }

  /// A task that was begun on an actor, and never leaves it, is the cause.
  @Test func aTaskThatRunsInTurnsAloneIsTraced() throws {
    let failed = failure {
      try check("nothing is saved before it is asked for", scheduled: .mixed, settings: settings) {
        let drafts = Drafts()
        await drafts.edit()
        await Task.yield()
        try expect("saved", await drafts.isSaved, equals: false)
      }
    }
    let trace = try #require(failed?.verdict.counterexample).trace
    #expect(trace.contains { $0.contains("“autosave” starts on Drafts, created at TraceTests.swift:") }, "\(trace)")
  }

  /// Of two actors of one type each has a number, and the main actor its name, in the text and on the page.
  @Test func aTraceNamesActors() throws {
    let failed = failure {
      try check("never", scheduled: .mixed, settings: settings) {
        let drafts = [Drafts(), Drafts()]
        for name in ["first", "second"].enumerated() {
          await Task(name: name.element) { await drafts[name.offset].look() }.value
        }
        await Task(name: "screen") { @MainActor in await Task.yield() }.value
        try expect("it ends", false)
      }
    }
    let found = try #require(failed?.verdict.counterexample)
    let trace = found.trace.joined(separator: "\n")
    for words in ["“first” starts on Drafts 1", "“second” starts on Drafts 2", "“screen” starts on MainActor"] {
      #expect(trace.contains(words), "\(trace)")
    }
    let bars = found.drawings.flatMap { drawing -> [String] in
      if case .lanes(let lanes) = drawing { lanes.bars.map(\.text) } else { [] }
    }
    #expect(bars.contains { $0.hasSuffix(" on Drafts 2") }, "\(bars)")
  }

  @Test func aSleepThatEndsEarlyIsASwitchOfTheTrace() throws {
    let failed = failure {
      try check("work comes first", scheduled: .mixed.withRacingTimers, settings: settings) {
        let timeout = Task { try await Task.sleep(for: .seconds(10)) }
        for _ in 0..<5 { await Task.yield() }
        let start = ContinuousClock.now
        for _ in 0..<5 { await Task.yield() }
        try expect("no time passes meanwhile", ContinuousClock.now - start < .seconds(10))
        try await timeout.value
      }
    }
    let found = try #require(failed?.verdict.counterexample)
    #expect(found.trace.contains { $0 == "⇄ 10.0 s  time passes, and a sleep ends" }, "\(found.trace)")
    #expect(found.switches == found.trace.count { $0.hasPrefix("⇄") })
  }
}

actor Drafts {
  private(set) var isSaved = false

  func edit() { Task(name: "autosave") { save() } }
  func look() {}
  func save() { isSaved = true }
}

/// A task that others find once it is there.
private final class TaskBox: Sendable {
  let task = Mutex<Task<Void, Never>?>(nil)
}
