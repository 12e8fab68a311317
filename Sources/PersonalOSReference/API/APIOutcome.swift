import PlatformStandIns

/// How one request to the API ended, as throttle, back-off, circuit breaker and usage log see it.
public enum APIOutcome: Sendable, Equatable {
  case success
  /// The server wants fewer requests, and no other before `retryAfter` has passed.
  case rateLimited(retryAfter: Duration?)
  /// Any other failure; never `rateLimited`.
  case failed(NetworkError)
  case cancelled

  public init(_ response: HTTPResponse) {
    self =
      switch response.status {
      case 200...299: .success
      case 429: .rateLimited(retryAfter: response.header("Retry-After").flatMap(Self.seconds))
      case 400...599: .failed(.serverError(response.status))
      default: .failed(.invalidResponse)
      }
  }

  /// What is no answer and no error of the network counts as an answer that makes no sense.
  public init(_ error: any Error) {
    self =
      switch error {
      case is CancellationError: .cancelled
      case NetworkError.rateLimited: .rateLimited(retryAfter: nil)
      case let error as NetworkError: .failed(error)
      default: .failed(.invalidResponse)
      }
  }

  /// Whether the API was not there: as opposed to an answer, be it a refusal.
  public var isUnavailability: Bool {
    switch self {
    case .failed(.noConnection), .failed(.timeout), .failed(.invalidResponse): true
    case .failed(.serverError(let status)): 500...599 ~= status
    default: false
    }
  }

  /// As the rest of the app knows it; nil where the request did not fail by itself.
  public var error: NetworkError? {
    switch self {
    case .success, .cancelled: nil
    case .rateLimited: .rateLimited
    case .failed(let error): error
    }
  }

  /// The seconds of a Retry-After header, a hundred years at most. Its other form, a date, is not read:
  /// clocks differ.
  private static func seconds(_ text: String) -> Duration? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return .seconds(min(Int64(text) ?? .max, 100 * 31_557_600))
  }
}

/// Sends one request, however that is done.
public typealias APIOperation = @Sendable () async throws -> HTTPResponse

/// Stands before the network and decides when an operation runs, or that it does not.
public protocol RequestGate: Sendable {
  /// Runs the operation, and gives what it gives.
  /// - Parameter whenHeldBack: called once, and before anything is waited for, where the operation does not
  ///   run at once: it has to wait, or is refused.
  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse
}

extension RequestGate {
  public func send(_ operation: @escaping APIOperation) async throws -> HTTPResponse {
    try await send(operation) {}
  }
}

/// The time since it was made, by a clock.
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
