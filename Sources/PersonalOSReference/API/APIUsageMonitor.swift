import PlatformStandIns

/// One attempt to send a request.
public struct APICall: Sendable, Equatable {
  public let endpoint: String
  /// 1 for the first; each retry is a request as well.
  public let attempt: Int

  public init(endpoint: String, attempt: Int = 1) {
    self.endpoint = endpoint
    self.attempt = attempt
  }
}

/// Counts what is sent where and how it ends, and logs it.
public protocol UsageMonitoring: Sendable {
  /// Runs the operation, which sends the request, and gives what it gives.
  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse
  /// A request has to wait before it is sent.
  func noteThrottled(_ endpoint: String) async
  /// A request is not sent at all, for the circuit is open.
  func noteShortCircuited(_ endpoint: String) async
  /// So far; all zero for an endpoint that nothing was sent to.
  func usage(of endpoint: String) async -> APIUsage
}

/// The monitor of the app. Counting takes no turn but its own: what is counted is counted when the call to
/// log it begins.
public actor APIUsageMonitor: UsageMonitoring {
  private var usage: [String: APIUsage] = [:]
  private let log: @Sendable (APIUsageEntry) async -> Void

  /// - Parameter log: receives each event once, after it was counted.
  public init(log: @escaping @Sendable (APIUsageEntry) async -> Void) {
    self.log = log
  }

  public func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    await count(.sent, call.endpoint)
    do {
      let response = try await operation()
      await count(APIUsageEvent(APIOutcome(response)), call.endpoint)
      return response
    } catch {
      await count(APIUsageEvent(APIOutcome(error)), call.endpoint)
      throw error
    }
  }

  public func noteThrottled(_ endpoint: String) async { await count(.throttled, endpoint) }

  public func noteShortCircuited(_ endpoint: String) async { await count(.shortCircuited, endpoint) }

  public func usage(of endpoint: String) -> APIUsage { usage[endpoint] ?? APIUsage() }

  private func count(_ event: APIUsageEvent, _ endpoint: String) async {
    usage[endpoint, default: APIUsage()].count(event)
    await log(APIUsageEntry(endpoint: endpoint, event: event))
  }
}
