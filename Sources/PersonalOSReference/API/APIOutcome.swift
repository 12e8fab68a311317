import PlatformStandIns

/// How one request to the API ended, as far as the throttle, the back-off, the circuit breaker and the usage monitor
/// distinguish it.
public enum APIOutcome: Sendable, Equatable {
  case success
  /// The server wants fewer requests, and none before `retryAfter` has passed. It is nil if the server named no time.
  case rateLimited(retryAfter: Duration?)
  /// Any other failure. The error is never `rateLimited`.
  case failed(NetworkError)
  case cancelled

  /// Judges a response by its status: 2xx is a success, 429 is a rate limit, other 4xx and 5xx are server errors, and
  /// everything else is `invalidResponse`. The delay of a rate limit comes from the `Retry-After` header, if that holds
  /// whole seconds.
  public init(_ response: HTTPResponse) {
    self =
      switch response.status {
      case 200...299: .success
      case 429: .rateLimited(retryAfter: response.header("Retry-After").flatMap(Self.seconds))
      case 400...599: .failed(.serverError(response.status))
      default: .failed(.invalidResponse)
      }
  }

  /// Judges an error that the network client threw. An error that is neither a `CancellationError` nor a ``NetworkError``
  /// counts as `invalidResponse`.
  public init(_ error: any Error) {
    self =
      switch error {
      case is CancellationError: .cancelled
      case NetworkError.rateLimited: .rateLimited(retryAfter: nil)
      case let error as NetworkError: .failed(error)
      default: .failed(.invalidResponse)
      }
  }

  /// Whether the API could not be reached or did not work: no connection, a timeout, an invalid response or a 5xx status. A
  /// refusal, such as a 4xx status or a rate limit, shows that the API works.
  public var isUnavailability: Bool {
    switch self {
    case .failed(.noConnection), .failed(.timeout), .failed(.invalidResponse): true
    case .failed(.serverError(let status)): 500...599 ~= status
    default: false
    }
  }

  /// The error that the rest of the app sees. It is nil after a success and after a cancellation.
  public var error: NetworkError? {
    switch self {
    case .success, .cancelled: nil
    case .rateLimited: .rateLimited
    case .failed(let error): error
    }
  }

  /// The seconds of a `Retry-After` header, at most a hundred years. The header's other form, a date, is ignored because
  /// clocks differ.
  private static func seconds(_ text: String) -> Duration? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return .seconds(min(Int64(text) ?? .max, 100 * 31_557_600))
  }
}

/// Sends one request. The type does not say how.
public typealias APIOperation = @Sendable () async throws -> HTTPResponse

/// A stage in front of the network. It decides when an operation runs, and whether it runs at all.
public protocol RequestGate: Sendable {
  /// Runs the operation and returns its response.
  /// - Parameter whenHeldBack: The gate calls this once, before it waits or refuses, if it cannot run the operation at
  ///   once.
  /// - Throws: what the operation throws. A gate also throws its own error if it refuses the operation or if the task is
  ///   cancelled.
  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse
}

extension RequestGate {
  /// Runs the operation and returns its response. Nobody is notified if the gate holds the operation back.
  /// - Throws: as ``send(_:whenHeldBack:)``.
  public func send(_ operation: @escaping APIOperation) async throws -> HTTPResponse {
    try await send(operation) {}
  }
}

/// Measures, by a clock, the time since the stopwatch was created.
struct Stopwatch<Time: Clock>: Sendable where Time.Duration == Duration {
  private let clock: Time
  private let start: Time.Instant

  init(_ clock: Time) {
    self.clock = clock
    start = clock.now
  }

  var elapsed: Duration { start.duration(to: clock.now) }

  func sleep(until elapsed: Duration) async throws {
    try await clock.sleep(until: start.advanced(by: elapsed), tolerance: nil)
  }
}
