import CountMeReference
import Foundation
import PlatformStandIns
import Synchronization
import Testing

@Suite(.tags(.robustnessHardening))
struct RetryTests {
  let clock = VirtualClock()

  /// Runs an operation that throws the failures one after the other and then returns; gives the number
  /// of attempts.
  @discardableResult
  func attempts(
    failing failures: [any Error], with manager: RetryManager
  ) async throws -> Int {
    let count = Mutex(0)
    return try await manager.executeWithRetry(operationId: "queue_1_foodItem") {
      let attempt = count.withLock { count in
        count += 1
        return count
      }
      if attempt <= failures.count { throw failures[attempt - 1] }
      return attempt
    }
  }

  @Test("Delays of 1 s · 2^n up to 30 s", .tags(.decision))
  func policy() {
    let policy = RetryPolicy()
    #expect(
      (1...4).map(policy.delay(afterFailures:)) == [.seconds(1), .seconds(2), .seconds(4), nil])
    let patient = RetryPolicy(maxRetries: 100_000)
    #expect(
      (4...7).map(patient.delay(afterFailures:))
        == [.seconds(8), .seconds(16), .seconds(30), .seconds(30)])
    #expect(patient.delay(afterFailures: 100_000) == .seconds(30))
  }

  @Test(arguments: 0...3)
  func succeedsWithinTheRetries(failures: Int) async throws {
    let script = Array(repeating: TransportFailure.transient, count: failures)
    let attempts = try await attempts(failing: script, with: RetryManager(clock: clock))
    #expect(attempts == failures + 1)
    #expect(clock.sleeps == Array([.seconds(1), .seconds(2), .seconds(4)].prefix(failures)))
  }

  @Test("3 retries, counted in each call anew", .tags(.decision))
  func givesUpAfterFourAttempts() async throws {
    let manager = RetryManager(clock: clock)
    let script = Array(repeating: TransportFailure.transient, count: 4)
    for _ in 1...2 {
      await #expect {
        try await attempts(failing: script, with: manager)
      } throws: { error in
        if case SyncError.maxRetriesExceeded = error { true } else { false }
      }
    }
    #expect(clock.sleeps == [1, 2, 4, 1, 2, 4].map { .seconds($0) })
  }

  @Test(
    "An error that will not pass is thrown at once, as it is", .tags(.decision),
    arguments: [
      TransportFailure.permanent, SyncError.invalidData(reason: "bad"),
      SyncError.maxRetriesExceeded,
      SyncError.firestoreError(TransportFailure.permanent), CancellationError(),
    ] as [any Error])
  func nonRetryable(error: any Error) async {
    await #expect {
      try await attempts(failing: [error], with: RetryManager(clock: clock))
    } throws: { "\($0)" == "\(error)" }
    #expect(clock.sleeps.isEmpty)
  }

  @Test(
    arguments: [
      CocoaError(.fileReadUnknown), SyncError.firestoreError(TransportFailure.transient),
    ] as [any Error])
  func anUnknownErrorIsRetried(error: any Error) async throws {
    #expect(try await attempts(failing: [error], with: RetryManager(clock: clock)) == 2)
  }

  @Test func cancellationEndsTheWait() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await attempts(
        failing: [TransportFailure.transient], with: RetryManager(clock: clock))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeps.isEmpty)
  }
}
