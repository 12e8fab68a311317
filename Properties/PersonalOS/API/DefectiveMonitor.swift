import PersonalOSReference
import PlatformStandIns

/// Another usage monitor, with one defect. Without any it holds POS-64.
actor DefectiveMonitor: UsageMonitoring {
  enum Defect: Sendable {
    case countsRetriesOnce, countsCancelledAsSuccess, countsThrottledAsSent, losesCounts
    case countsRateLimitsAsSuccess, countsEndpointsTogether, logsNoFailures, countsOnlyWhatHasEnded
  }

  private let defect: Defect?
  private let log: @Sendable (APIUsageEntry) async -> Void
  private var usage: [String: APIUsage] = [:]

  init(_ defect: Defect?, log: @escaping @Sendable (APIUsageEntry) async -> Void) {
    self.defect = defect
    self.log = log
  }

  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    if defect == .countsRetriesOnce && call.attempt > 1 { return try await operation() }
    if defect != .countsOnlyWhatHasEnded { await count(.sent, call.endpoint) }
    do {
      let response = try await operation()
      await ended(event(of: response), call.endpoint)
      return response
    } catch {
      await ended(event(of: error), call.endpoint)
      throw error
    }
  }

  func noteThrottled(_ endpoint: String) async {
    await count(.throttled, endpoint)
    if defect == .countsThrottledAsSent { await count(.sent, endpoint) }
  }

  func noteShortCircuited(_ endpoint: String) async { await count(.shortCircuited, endpoint) }

  func usage(of endpoint: String) -> APIUsage { usage[key(endpoint)] ?? APIUsage() }

  private func key(_ endpoint: String) -> String { defect == .countsEndpointsTogether ? "all" : endpoint }

  private func ended(_ event: APIUsageEvent, _ endpoint: String) async {
    if defect == .countsOnlyWhatHasEnded { await count(.sent, endpoint) }
    await count(event, endpoint)
  }

  private func count(_ event: APIUsageEvent, _ endpoint: String) async {
    var counted = usage[key(endpoint)] ?? APIUsage()
    counted.count(event)
    if defect != .losesCounts { usage[key(endpoint)] = counted }
    if case .failed = event, defect == .logsNoFailures { return }
    await log(APIUsageEntry(endpoint: endpoint, event: event))
    // Others have counted meanwhile.
    if defect == .losesCounts { usage[key(endpoint)] = counted }
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
