import Foundation
import PlatformStandIns

/// A request to be sent. Each retry is a request as well.
public struct APICall: Sendable, Equatable {
  public let endpoint: String

  public init(endpoint: String) {
    self.endpoint = endpoint
  }
}

/// Counts what is sent where and how it ends, and writes down what fails.
public protocol UsageMonitoring: Sendable {
  /// Runs the operation, which sends the request, and gives what it gives.
  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse
  /// A request has to wait before it is sent.
  func noteThrottled(_ endpoint: String) async
  /// A request is not sent at all, for the circuit is open.
  func noteShortCircuited(_ endpoint: String) async
  /// So far; all zero for an endpoint that nothing was sent to.
  func usage(of endpoint: String) async -> APIUsage
  /// Writes an entry into the app's log for each endpoint that was asked, with the numbers of this moment:
  /// `requests: 7`, `successes`, `failures`, `cancelled`, `in flight`, `throttled`, `refused`, each ``APIFailureKind`` that there
  /// was and, with a point, `error rate: 0.4`. The app calls it when it leaves the screen.
  func logUsage() async
}

/// The monitor of the app. A request that fails is an entry of the app's log at once, each attempt for itself; what goes
/// well, waits or is cancelled is no error, and gets into the log as a number: see ``logUsage()``.
public actor APIUsageMonitor: UsageMonitoring {
  private var usage: [String: APIUsage] = [:]
  private let log: any ErrorLog
  private let now: @Sendable () -> Date

  /// - Parameter now: what the log's entries are dated by.
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
