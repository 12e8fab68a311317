import CountMeReference
import PropertyTesting
import Synchronization

/// An operation that fails so often, run by a policy with so many retries and the specified delays.
struct RetryTrial: Sendable {
  let failures: Int
  let retries: Int

  struct Found: Sendable, Equatable {
    let attempts: Int
    let delays: [Duration]
    let isGivenUp: Bool
  }

  /// 1, 2, 4, 8 and 16 seconds, and never more than 30.
  var expected: Found {
    let delays = (0..<min(failures, retries)).map { $0 < 5 ? 1 << $0 : 30 }
    return Found(
      attempts: delays.count + 1, delays: delays.map { .seconds($0) }, isGivenUp: failures > retries)
  }

  func run(in app: SyncApp) async throws -> Found {
    let sleepsBefore = app.clock.sleeps.count
    let attempts = Mutex(0)
    var isGivenUp = false
    do {
      try await app.retry(RetryPolicy(maxRetries: retries)) { [failures] in
        let attempt = attempts.withLock { count in
          count += 1
          return count
        }
        if attempt <= failures { throw TransientFailure() }
      }
    } catch SyncError.maxRetriesExceeded {
      isGivenUp = true
    }
    return Found(
      attempts: attempts.withLock { $0 }, delays: Array(app.clock.sleeps.dropFirst(sleepsBefore)), isGivenUp: isGivenUp)
  }
}

extension Generator where Value == RetryTrial {
  /// Up to more than what doubles beyond any number.
  static var retryTrial: Generator {
    let count = Generator<Int>.frequency((2, .int(in: 0...8)), (3, .int(in: 6...8)), (1, .constant(100)))
    return Generator { source in RetryTrial(failures: try source(count), retries: try source(count)) }
  }
}

// What CM-14 must catch in it.
extension Fault<CountMeSystem> {
  static let waitsUpToAMinute = Fault("waitsUpToAMinute", "waits up to a minute before a retry") {
    $0.retry = { policy, clock, operation in
      var delay = 1
      for attempt in 0... {
        do {
          return try await operation()
        } catch {
          if attempt == policy.maxRetries { throw SyncError.maxRetriesExceeded }
          try await clock.sleep(for: .seconds(delay))
          delay = min(60, delay * 2)
        }
      }
    }
  }
}
