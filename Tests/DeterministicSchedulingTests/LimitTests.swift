import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

/// What a verdict does not cover, it says.
@Suite("What a result says of its limits")
struct LimitTests {
  /// Threads lose an update here. No schedule of tasks does, and the proof says of which orders it is one.
  @Test func aProofIsOfSuspensionPoints() throws {
    let lock = try check("both count", scheduled: .everyInterleaving()) {
      let count = Shared()
      async let first: Void = count.addInTwoSteps()
      async let second: Void = count.addInTwoSteps()
      _ = await (first, second)
      try expect("count", count.value, equals: 2)
    }
    #expect(lock.proof == "proven: the only case, in all 2 interleavings at suspension points")
    #expect(lock.interleavingScope == .atSuspensionPoints)
    let alone = try check("one counts", scheduled: .everyInterleaving()) {
      let count = Shared()
      count.addInTwoSteps()
      try expect("count", count.value, equals: 1)
    }
    #expect(alone.proof == "proven: the only case, which has one interleaving at suspension points")
  }

  @Test(arguments: [Schedules.everyInterleaving(), .everyInterleaving(sharing: .onlyActors)])
  func aProofSaysThatTasksSharedALock(schedules: Schedules) throws {
    let sentence = "several tasks took locks, which were not scheduled"
    let result = try check("both count", scheduled: schedules) {
      let count = Locked()
      async let first: Void = count.add()
      async let second: Void = count.add()
      _ = await (first, second)
      try expect("count", count.value, equals: 2)
    }
    #expect(result.limits.contains(sentence))
    #expect(FailureReport(result).text.contains(sentence))
    let each = try check("a lock each", scheduled: schedules) {
      let (one, other) = (Locked(), Locked())
      async let first: Void = one.add()
      async let second: Void = other.add()
      _ = await (first, second)
      // No lock has the place of another.
      withExtendedLifetime((one, other)) {}
      try expect("both end", true)
    }
    #expect(!each.limits.contains(sentence))
  }

  /// Several tasks could have waited for each other for ever: that they did not, the run shows. One task alone shows nothing.
  @Test func tasksWithoutAClaimShowThatTheyEnd() throws {
    let several: @Sendable () async throws -> Void = {
      async let first: Void = Task.yield()
      async let second: Void = Task.yield()
      _ = await (first, second)
    }
    let held = try check("they end", scheduled: .mixed, cases: 20, several)
    #expect(held.onlyClaim == "that all tasks end")
    #expect(FailureReport(held).text.contains("held, 20 cases, which show only that all tasks end"))
    #expect(try check("they end", scheduled: .mixed, cases: 20, claims: .completion, several).onlyClaim == "that all tasks end")
    let alone: @Sendable () async throws -> Void = { await Task.yield() }
    #expect(failure { try check("it ends", scheduled: .mixed, cases: 20, alone) }?.verdict.name == "claims nothing")
    #expect(try check("it ends", scheduled: .mixed, cases: 20, claims: .completion, alone).onlyClaim == "that the body completes")
  }

  @Test func anOptimizedBuildIsSaid() throws {
    let sentence = "an optimized build leaves suspension points out: explore schedules in a debug build too"
    for isOptimized in [true, false] {
      var schedules = Schedules.mixed
      schedules.isOptimizedBuild = isOptimized
      let result = try check("it holds", scheduled: schedules, cases: 3) { try expect("so it does", true) }
      #expect(result.limits == (isOptimized ? [sentence] : []))
      #expect(FailureReport(result).text.contains(sentence) == isOptimized)
    }
    #if DEBUG
      #expect(!Schedules.mixed.isOptimizedBuild)
    #else
      #expect(Schedules.mixed.isOptimizedBuild)
    #endif
  }
}

private final class Shared: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func addInTwoSteps() {
    let before = count.withLock { $0 }
    count.withLock { $0 = before + 1 }
  }
}

private final class Locked: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add() { lock.withLock { count += 1 } }
}
