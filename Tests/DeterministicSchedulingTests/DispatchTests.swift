import DeterministicScheduling
import Dispatch
import Foundation
import PropertyTesting
import Synchronization
import Testing

/// What runs on the threads of Dispatch, no schedule decides. A property that hands work to them is told, also if it holds.
@Suite("Dispatch under a schedule")
struct DispatchTests {
  private func verdict(_ schedules: Schedules = .mixed, _ body: @escaping @Sendable () async throws -> Void) -> (name: String, claim: String) {
    do {
      return (try check("it is exact", scheduled: schedules, settings: RunSettings(cases: 5, seed: 1), claims: .completion, body).verdict.name, "")
    } catch let failure as PropertyFailure {
      return (failure.result.verdict.name, failure.result.verdict.counterexample?.message ?? "")
    } catch {
      return ("\(error)", "")
    }
  }

  /// The deadline is of the virtual clock: this came out as a deadlock.
  @Test func aContinuationThatATimerResumes() {
    let (name, claim) = verdict {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
      }
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("Dispatch's own threads with DispatchQueue.asyncAfter at DispatchTests.swift:"), "\(claim)")
  }

  @Test func aFlagThatAPollWaitsFor() {
    let (name, _) = verdict {
      let flag = Flag()
      DispatchQueue.global().async { flag.raise() }
      while !flag.isRaised { try await Task.sleep(for: .seconds(1)) }
    }
    #expect(name == "uncontrolled")
  }

  @Test func iterationsOnSeveralThreads() {
    let (name, claim) = verdict {
      let flag = Flag()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in flag.raise() }
      await Task.yield()
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("DispatchQueue.concurrentPerform at DispatchTests.swift:"), "\(claim)")
  }

  @Test func anOperationOfAQueue() {
    let (name, _) = verdict {
      OperationQueue().addOperation {}
      await Task.yield()
    }
    #expect(name == "uncontrolled")
  }

  @Test func aTimerOfDispatch() {
    let (name, claim) = verdict {
      let timer = DispatchSource.makeTimerSource()
      timer.resume()
      await Task.yield()
      timer.cancel()
    }
    #expect(name == "uncontrolled")
    #expect(claim.contains("DispatchSource at DispatchTests.swift:"), "\(claim)")
  }

  /// It runs on the thread that asks.
  @Test func workThatIsWaitedForIsControlled() {
    #expect(verdict {
      let flag = Flag()
      DispatchQueue(label: "guard").sync { flag.raise() }
      await Task.yield()
    }.name == "held")
  }

  @Test func workThatDoesNotMatterCanBeIgnored() {
    var schedules = Schedules.mixed
    schedules.ignoresDispatch = true
    #expect(verdict(schedules) {
      DispatchQueue.global().async {}
      await Task.yield()
    }.name == "held")
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}
