import CountMeReference
import PropertyTesting
import Synchronization

/// An operation that fails so often, run by a policy with so many retries and the specified delays.
struct RetryTrial: Sendable {
  let failures: Int
  let retries: Int
  /// The attempt during which the task that runs it all is cancelled; nil: it is not. The attempt itself fails all the same.
  let cancelledAttempt: Int?

  struct Found: Sendable, Equatable {
    let attempts: Int
    let delays: [Duration]
    let ending: Ending
  }

  enum Ending: Sendable, Equatable {
    case done
    case givenUp
    case cancelled
  }

  /// 1, 2, 4, 8 and 16 seconds, and never more than 30; a task that is cancelled does not wait, and tries no more.
  var expected: Found {
    let delays = (0..<min(failures, retries)).map { $0 < 5 ? 1 << $0 : 30 }
    if let cancelledAttempt, cancelledAttempt <= delays.count {
      return Found(
        attempts: cancelledAttempt, delays: delays.prefix(cancelledAttempt - 1).map { .seconds($0) }, ending: .cancelled)
    }
    return Found(
      attempts: delays.count + 1, delays: delays.map { .seconds($0) }, ending: failures > retries ? .givenUp : .done)
  }

  func run(in app: SyncApp) async throws -> Found {
    let sleepsBefore = app.clock.sleeps.count
    let attempts = AttemptCount()
    // A task of its own: it may be cancelled.
    let ending = try await withThrowingTaskGroup(of: Ending.self) { [retry = app.retry] group in
      group.addTask {
        do {
          try await retry(RetryPolicy(maxRetries: retries)) {
            let attempt = attempts.add()
            if attempt == cancelledAttempt { withUnsafeCurrentTask { $0?.cancel() } }
            if attempt <= failures { throw TransientFailure() }
          }
          return .done
        } catch SyncError.maxRetriesExceeded {
          return .givenUp
        } catch is CancellationError {
          return .cancelled
        }
      }
      return try await group.next() ?? .done
    }
    return Found(attempts: attempts.count, delays: Array(app.clock.sleeps.dropFirst(sleepsBefore)), ending: ending)
  }
}

private final class AttemptCount: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

extension Generator where Value == RetryTrial {
  /// Up to more than what doubles beyond any number.
  static var retryTrial: Generator {
    let count = Generator<Int>.frequency((2, .int(in: 0...8)), (3, .int(in: 6...8)), (2, .constant(100)))
    return Generator { source in
      RetryTrial(
        failures: try source(count), retries: try source(count),
        cancelledAttempt: try source(.frequency((3, .constant(nil)), (1, Generator<Int>.int(in: 1...4).map(Optional.some)))))
    }
  }
}

// What CM-14 must catch in it.
extension Fault<CountMeSystem> {
  static let waitsUpToAMinute = retrying("waitsUpToAMinute", "waits up to a minute before a retry") { clock, failures in
    try await clock.sleep(for: .seconds(min(60, 1 << min(failures - 1, 6))))
  }

  static let retriesThoughCancelled = retrying("retriesThoughCancelled", "tries again at once if its task is cancelled") {
    clock, failures in
    try? await clock.sleep(for: .seconds(min(30, 1 << min(failures - 1, 5))))
  }

  private static func retrying(
    _ id: String, _ fact: String, after wait: @escaping @Sendable (any Clock<Duration>, _ failures: Int) async throws -> Void
  ) -> Fault {
    Fault(id, fact) {
      $0.retry = { policy, clock, operation in
        for failures in 1... {
          do {
            return try await operation()
          } catch {
            if failures > policy.maxRetries { throw SyncError.maxRetriesExceeded }
            try await wait(clock, failures)
          }
        }
      }
    }
  }
}
