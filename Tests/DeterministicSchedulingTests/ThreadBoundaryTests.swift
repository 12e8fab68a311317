import DeterministicScheduling
import Dispatch
import Foundation
import PropertyTesting
import Synchronization
import Testing

/// What a thread does beside a schedule, no schedule decides: the run says so, also if it holds, and from its first case on.
@Suite("Threads beside a schedule", .serialized)
struct ThreadBoundaryTests {
  private func verdict(cases: Int, _ body: @escaping @Sendable () async throws -> Void) -> (name: String, claim: String) {
    let settings = RunSettings(cases: cases, seed: 1)
    do {
      return (try check("it is exact", scheduled: .mixed, settings: settings, claims: .completion, body).verdict.name, "")
    } catch let failure as PropertyFailure {
      return (failure.result.verdict.name, failure.result.verdict.counterexample?.message ?? "")
    } catch {
      return ("\(error)", "")
    }
  }

  @Test(arguments: [1, 50]) func aFlagThatATaskPolls(cases: Int) {
    let (name, claim) = verdict(cases: cases) {
      let flag = Flag()
      Thread.detachNewThread { flag.raise() }
      while !flag.isRaised { await Task.yield() }
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("the code starts a thread at ThreadBoundaryTests.swift:"), "\(claim)")
  }

  /// Before its task waits: nothing wakes it later.
  @Test(arguments: [1, 50]) func aContinuationThatIsResumedEarly(cases: Int) {
    let (name, claim) = verdict(cases: cases) {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let isResumed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          continuation.resume()
          isResumed.signal()
        }
        isResumed.wait()
      }
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("the code starts a thread at ThreadBoundaryTests.swift:"), "\(claim)")
  }

  /// Nobody sees the thread, but the flag is up sooner or later in the next run.
  @Test(arguments: [1, 50]) func aFlagThatAnOlderThreadRaises(cases: Int) {
    let worker = Worker()
    defer { worker.end() }
    let (name, claim) = verdict(cases: cases) {
      let flag = Flag()
      let patience = worker.nextPatience()
      var polls = 0
      while !flag.isRaised {
        polls += 1
        if polls == patience { worker.raise(flag) }
        await Task.yield()
      }
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("the same choices led to two schedules"), "\(claim)")
  }

  /// A task that goes on alone, and gives way as often in each run.
  @Test func aLoopThatYieldsIsExact() {
    #expect(verdict(cases: 50) { for _ in 0..<100 { await Task.yield() } }.name == "held")
    #expect(verdict(cases: 50) { for _ in 0..<20 { try await Task.sleep(for: .seconds(1)) } }.name == "held")
  }
}

/// A thread that raises flags.
private final class Worker: Sendable {
  private let next = Mutex<(flag: Flag?, isOver: Bool, patience: Int)>((nil, false, 20))
  private let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  init() {
    Thread.detachNewThread { [self] in
      while true {
        asked.wait()
        let (flag, isOver) = next.withLock { ($0.flag, $0.isOver) }
        if isOver { return }
        flag?.raise()
        answered.signal()
      }
    }
  }

  /// How many polls it takes until the flag is raised: more each time, as real threads take longer or shorter.
  func nextPatience() -> Int {
    next.withLock {
      $0.patience += 1
      return $0.patience
    }
  }

  func raise(_ flag: Flag) {
    next.withLock { $0.flag = flag }
    asked.signal()
    answered.wait()
  }

  func end() {
    next.withLock { $0.isOver = true }
    asked.signal()
  }
}

private final class Flag: Sendable {
  private let state = Atomic(false)
  var isRaised: Bool { state.load(ordering: .acquiring) }
  func raise() { state.store(true, ordering: .releasing) }
}
