/// Counters of all requests to one endpoint so far.
/// - Law: `requests == successes + failures + cancelled + inFlight`, at every instant.
public struct APIUsage: Sendable, Equatable {
  /// The requests that were sent. Each attempt counts.
  public private(set) var requests = 0
  /// The requests that ended with a 2xx status.
  public private(set) var successes = 0
  /// The requests that failed, by kind. A kind that never occurred has no entry.
  public private(set) var failuresByKind: [APIFailureKind: Int] = [:]
  /// The requests that were cancelled after they had been sent.
  public private(set) var cancelled = 0
  /// The requests that were sent and have not ended yet.
  public private(set) var inFlight = 0
  /// The requests that had to wait before they were sent. Once sent, they count among ``requests``, too.
  public private(set) var throttled = 0
  /// The requests that were never sent because the circuit was open.
  public private(set) var shortCircuited = 0

  /// All counters start at zero.
  public init() {}

  /// The number of requests that failed, of all kinds.
  public var failures: Int { failuresByKind.values.reduce(0, +) }

  /// The share of failures among all requests that succeeded or failed, from 0 to 1. It is 0 if there are none.
  public var errorRate: Double {
    successes + failures == 0 ? 0 : Double(failures) / Double(successes + failures)
  }

  var logText: String {
    let kinds = failuresByKind.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key): \($0.value)" }
    let numbers = [
      "requests: \(requests)", "successes: \(successes)", "failures: \(failures)", "cancelled: \(cancelled)",
      "in flight: \(inFlight)", "throttled: \(throttled)", "refused: \(shortCircuited)", "error rate: \(errorRate)",
    ]
    return (numbers + kinds).joined(separator: ", ")
  }

  /// Adds one event. An event that ends a request lowers ``inFlight`` by one, so `sent` must come before it.
  public mutating func count(_ event: APIUsageEvent) {
    switch event {
    case .sent:
      requests += 1
      inFlight += 1
    case .succeeded:
      successes += 1
      inFlight -= 1
    case .failed(let kind):
      failuresByKind[kind, default: 0] += 1
      inFlight -= 1
    case .cancelled:
      cancelled += 1
      inFlight -= 1
    case .throttled: throttled += 1
    case .shortCircuited: shortCircuited += 1
    }
  }
}

/// Why a request failed, in the categories of the usage log.
public enum APIFailureKind: String, Sendable, CaseIterable {
  case noConnection, timeout, rateLimited, clientError, serverError, invalidResponse

  init(_ error: NetworkError) {
    self =
      switch error {
      case .noConnection: .noConnection
      case .timeout: .timeout
      case .rateLimited: .rateLimited
      case .serverError(let status): 400...499 ~= status ? .clientError : .serverError
      case .invalidResponse: .invalidResponse
      }
  }
}

/// An event that ``APIUsage`` counts.
public enum APIUsageEvent: Sendable, Hashable {
  case sent
  case succeeded
  /// A request that was sent has failed.
  case failed(APIFailureKind)
  case cancelled
  case throttled
  case shortCircuited

  /// The event for the end of a request that was sent.
  init(_ outcome: APIOutcome) {
    self =
      switch outcome {
      case .success: .succeeded
      case .rateLimited: .failed(.rateLimited)
      case .failed(let error): .failed(APIFailureKind(error))
      case .cancelled: .cancelled
      }
  }
}
