import Foundation
import PlatformStandIns

/// The label of a request to be sent. Each retry is a request of its own.
public struct APICall: Sendable, Equatable {
  /// The endpoint that the request counts for: in the app, the URL without its query.
  public let endpoint: String

  /// Labels a request with its endpoint.
  public init(endpoint: String) {
    self.endpoint = endpoint
  }
}

/// Counts the requests to each endpoint and their outcomes, and logs the failures.
public protocol UsageMonitoring: Sendable {
  /// Runs the operation, which sends the request, and returns its response.
  /// - Throws: what the operation throws.
  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse
  /// Counts a request that has to wait before it is sent.
  func noteThrottled(_ endpoint: String) async
  /// Counts a request that is not sent because the circuit is open.
  func noteShortCircuited(_ endpoint: String) async
  /// The usage of an endpoint so far. All counters are zero for an endpoint to which nothing was sent.
  func usage(of endpoint: String) async -> APIUsage
  /// Adds one entry to the app's log for each endpoint that was used, with the current counters: `requests: 7`,
  /// `successes`, `failures`, `cancelled`, `in flight`, `throttled`, `refused`, `error rate: 0.4` (with a decimal point),
  /// and each ``APIFailureKind`` that occurred. The app calls this when it enters the background.
  func logUsage() async
}

/// The app's monitor. It logs each failed attempt at once. Successes, waits and cancellations are not errors: they reach
/// the log only as the counters that ``logUsage()`` writes.
public actor APIUsageMonitor: UsageMonitoring {
  private var usage: [String: APIUsage] = [:]
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  /// Creates a monitor without any usage.
  /// - Parameter now: Returns the date for the log entries.
  public init(log: any ErrorLog, now: @escaping @Sendable () -> Date) {
    self.log = log
    self.now = now
  }

  public func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    count(.sent, call.endpoint)
    do {
      let response = try await operation()
      end(call, APIOutcome(response))
      return response
    } catch {
      end(call, APIOutcome(error))
      throw error
    }
  }

  public func noteThrottled(_ endpoint: String) { count(.throttled, endpoint) }

  public func noteShortCircuited(_ endpoint: String) { count(.shortCircuited, endpoint) }

  public func usage(of endpoint: String) -> APIUsage { usage[endpoint] ?? APIUsage() }

  public func logUsage() {
    for (endpoint, usage) in usage.sorted(by: { $0.key < $1.key }) {
      log.note(usage.logText, context: "requests to \(endpoint)", at: now())
    }
  }

  private func end(_ call: APICall, _ outcome: APIOutcome) {
    count(APIUsageEvent(outcome), call.endpoint)
    guard let error = outcome.error else { return }
    log.record(error, context: "request to \(call.endpoint)", at: now())
  }

  private func count(_ event: APIUsageEvent, _ endpoint: String) {
    usage[endpoint, default: APIUsage()].count(event)
  }
}
