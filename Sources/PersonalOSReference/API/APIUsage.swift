/// What became of the requests to one endpoint so far.
/// - Law: `requests == successes + failures + cancelled + inFlight`, at every instant.
public struct APIUsage: Sendable, Equatable {
  /// Sent, each attempt for itself.
  public private(set) var requests = 0
  public private(set) var successes = 0
  public private(set) var failuresByKind: [APIFailureKind: Int] = [:]
  public private(set) var cancelled = 0
  public private(set) var inFlight = 0
  /// Had to wait for their turn; counted among ``requests`` when they are sent.
  public private(set) var throttled = 0
  /// Never sent, for the circuit was open.
  public private(set) var shortCircuited = 0

  public init() {}

  public var failures: Int { failuresByKind.values.reduce(0, +) }

  /// Of the requests that ended by themselves, the share that failed; 0 where there are none.
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

/// Why a request failed, as far as a log tells it apart.
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

/// What an ``APIUsage`` counts.
public enum APIUsageEvent: Sendable, Hashable {
  case sent
  case succeeded
  case failed(APIFailureKind)
  case cancelled
  case throttled
  case shortCircuited

  /// How a request ended that was sent.
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
