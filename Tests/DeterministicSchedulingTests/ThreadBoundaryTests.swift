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

  /// A task that goes on alone, and gives way as often in each run.
  @Test func aLoopThatYieldsIsExact() {
    #expect(verdict(cases: 50) { for _ in 0..<100 { await Task.yield() } }.name == "held")
    #expect(verdict(cases: 50) { for _ in 0..<20 { try await Task.sleep(for: .seconds(1)) } }.name == "held")
  }
}

private final class Flag: Sendable {
  private let state = Atomic(false)
  var isRaised: Bool { state.load(ordering: .acquiring) }
  func raise() { state.store(true, ordering: .releasing) }
}
