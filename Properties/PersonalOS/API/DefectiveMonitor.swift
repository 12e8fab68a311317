import Foundation
import PersonalOSReference
import PlatformStandIns

/// Another usage monitor, with one defect. Without any it holds POS-64.
actor DefectiveMonitor: UsageMonitoring {
  enum Defect: Sendable {
    case countsRetriesOnce, countsCancelledAsSuccess, countsThrottledAsSent, losesCounts
    case countsRateLimitsAsSuccess, countsEndpointsTogether, logsNoFailures, countsOnlyWhatHasEnded
    case logsCancellations, logsFailuresWithoutTheirEndpoint, logsNoNumbers, logsNumbersOfAnother
    case logsFailuresOfAllRequests
  }

  private let defect: Defect?
  private let log: any ErrorLog
  private let now: @Sendable () -> Date
  private var usage: [String: APIUsage] = [:]
  /// Whose last request failed: the next one is taken for a retry.
  private var failed: Set<String> = []

  init(_ defect: Defect?, log: any ErrorLog, now: @escaping @Sendable () -> Date) {
    self.defect = defect
    self.log = log
    self.now = now
  }

  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    if defect == .countsRetriesOnce && failed.contains(call.endpoint) { return try await operation() }
    if defect != .countsOnlyWhatHasEnded { await count(.sent, call.endpoint) }
    do {
      let response = try await operation()
      await ended(event(of: response), call.endpoint, Self.error(response.status))
      return response
    } catch {
      await ended(event(of: error), call.endpoint, error is CancellationError ? nil : error)
      throw error
    }
  }

  func noteThrottled(_ endpoint: String) async {
    await count(.throttled, endpoint)
    if defect == .countsThrottledAsSent { await count(.sent, endpoint) }
  }

  func noteShortCircuited(_ endpoint: String) async { await count(.shortCircuited, endpoint) }

  func usage(of endpoint: String) -> APIUsage { usage[key(endpoint)] ?? APIUsage() }

  func logUsage() {
    guard defect != .logsNoNumbers else { return }
    for (endpoint, usage) in usage {
      let shown = defect == .logsNumbersOfAnother ? self.usage.values.first ?? usage : usage
      let all = defect == .logsFailuresOfAllRequests ? shown.requests : shown.successes + shown.failures
      let rate = all == 0 ? 0 : Double(shown.failures) / Double(all)
      let kinds = shown.failuresByKind.map { ", \($0.key): \($0.value)" }.joined()
      let text =
        "failures: \(shown.failures), error rate: \(rate), requests: \(shown.requests), successes: \(shown.successes), "
        + "cancelled: \(shown.cancelled), in flight: \(shown.inFlight), throttled: \(shown.throttled), "
        + "refused: \(shown.shortCircuited)\(kinds)"
      log.note(text, context: "usage of \(endpoint)", at: now())
    }
  }

  private func key(_ endpoint: String) -> String { defect == .countsEndpointsTogether ? "all" : endpoint }

  private func ended(_ event: APIUsageEvent, _ endpoint: String, _ error: (any Error)?) async {
    if defect == .countsOnlyWhatHasEnded { await count(.sent, endpoint) }
    await count(event, endpoint)
    if error != nil { failed.insert(endpoint) } else { failed.remove(endpoint) }
    switch (error, defect) {
    case (_, .logsNoFailures): break
    case (let error?, .logsFailuresWithoutTheirEndpoint): log.record(error, context: "request", at: now())
    case (let error?, _): log.record(error, context: "asking \(endpoint)", at: now())
    case (nil, .logsCancellations) where event == .cancelled:
      log.record(CancellationError(), context: "asking \(endpoint)", at: now())
    case (nil, _): break
    }
  }

  private static func error(_ status: Int) -> NetworkError? {
    switch status {
    case 200...299: nil
    case 429: .rateLimited
    case 400...599: .serverError(status)
    default: .invalidResponse
    }
  }

  private func count(_ event: APIUsageEvent, _ endpoint: String) async {
    var counted = usage[key(endpoint)] ?? APIUsage()
    counted.count(event)
    // Others have counted meanwhile.
    if defect == .losesCounts { await Task.yield() }
    usage[key(endpoint)] = counted
  }

  private func event(of response: HTTPResponse) -> APIUsageEvent {
    switch response.status {
    case 200...299: .succeeded
    case 429: defect == .countsRateLimitsAsSuccess ? .succeeded : .failed(.rateLimited)
    case 400...499: .failed(.clientError)
    case 500...599: .failed(.serverError)
    default: .failed(.invalidResponse)
    }
  }

  private func event(of error: any Error) -> APIUsageEvent {
    switch error {
    case is CancellationError: defect == .countsCancelledAsSuccess ? .succeeded : .cancelled
    case NetworkError.noConnection: .failed(.noConnection)
    case NetworkError.timeout: .failed(.timeout)
    case NetworkError.rateLimited: .failed(.rateLimited)
    case NetworkError.serverError(let status): .failed(status < 500 ? .clientError : .serverError)
    default: .failed(.invalidResponse)
    }
  }
}
