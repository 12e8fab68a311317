import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

@Suite("Code that runs to its end on one thread")
struct RunOnThisThreadTests {
  /// The threads on which code ran.
  private final class Threads: Sendable {
    private let seen = Mutex<[ObjectIdentifier]>([])
    func note() { seen.withLock { $0.append(ObjectIdentifier(Thread.current)) } }
    var all: [ObjectIdentifier] { seen.withLock { $0 } }
  }

  private actor Place {
    func note(_ threads: Threads) { threads.note() }
  }

  @MainActor private static func noteOnTheMainActor(_ threads: Threads) { threads.note() }

  @Test func everyTaskActorAndSleepStaysOnTheThread() throws {
    let threads = Threads()
    try runOnThisThread {
      threads.note()
      await Place().note(threads)
      await Self.noteOnTheMainActor(threads)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { threads.note() } }
      }
      await Task { threads.note() }.value
      await Task.detached { threads.note() }.value
      try await Task.sleep(for: .milliseconds(1))
      threads.note()
    }
    #expect(threads.all.count == 9)
    #expect(Set(threads.all) == [ObjectIdentifier(Thread.current)])
  }

  @Test func whatAnotherThreadWakesGoesOnHere() throws {
    let threads = Threads()
    try runOnThisThread {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      threads.note()
    }
    #expect(threads.all == [ObjectIdentifier(Thread.current)])
  }

  /// Nobody on the thread opens the door, and nobody tells it that somebody else did.
  @Test func whatAnotherThreadDoesIsWaitedFor() throws {
    let threads = Threads()
    try runOnThisThread {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { threads.note() }
      try await eventually("the other thread was here", within: .seconds(86_400)) { !threads.all.isEmpty }
    }
    #expect(threads.all.count == 1)
  }

  @Test(arguments: [0, 1_000])
  func whatIsLeftRunsIfItMayAndIsNotWaitedFor(steps: Int) throws {
    let left = Threads()
    let start = ContinuousClock.now
    try runOnThisThread(stepsAfterwards: steps) {
      Task { try await Task.sleep(for: .seconds(3_600)) }
      Task {
        await Task.yield()
        left.note()
      }
    }
    #expect(left.all.count == (steps > 0 ? 1 : 0))
    #expect(ContinuousClock.now - start < .seconds(1_800))
  }

  @Test func itsErrorIsThrown() {
    #expect(throws: CancellationError.self) { try runOnThisThread { throw CancellationError() } }
  }
}
