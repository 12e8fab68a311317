import PlatformStandIns

/// Sends all requests to the backend server (002 Data Flow).
public protocol APIClientProtocol: Sendable {
  /// Sends the request until it succeeds or fails for good: see ``RetryMachine``.
  /// - Returns: the answer, with a status of 200 to 299.
  /// - Throws: ``ArgusError/badResponse(_:)``, ``ArgusError/timedOut`` or ``ArgusError/offline`` of the last attempt;
  ///   `CancellationError`, after which nothing more is sent; any other error of the transport, at once.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// The parts that an API client is made from.
public struct APISetup: Sendable {
  /// Carries each attempt. It throws ``TransportFailure`` if there is no answer.
  public var transport: any HTTPTransport
  /// Says whether the device is online. The client sends nothing while it is not.
  public var conditions: DeviceConditions
  /// Makes the rules of repeated attempts. Called once for each request.
  public var makeRetryMachine: @Sendable () -> any RetryStateMachine
  /// Waits between the attempts.
  public var time: ArgusTime

  /// Creates a setup from its parts.
  public init(
    transport: any HTTPTransport, conditions: DeviceConditions,
    makeRetryMachine: @escaping @Sendable () -> any RetryStateMachine, time: ArgusTime
  ) {
    self.transport = transport
    self.conditions = conditions
    self.makeRetryMachine = makeRetryMachine
    self.time = time
  }
}

/// Sends requests over a transport, and repeats them by the rules of a ``RetryStateMachine``.
public struct APIClient: APIClientProtocol {
  private let setup: APISetup

  /// Creates a client. It holds no state between requests.
  public init(_ setup: APISetup) {
    self.setup = setup
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var retries = setup.makeRetryMachine()
    var answer: HTTPResponse?
    var event = RetryEvent.ready
    while true {
      try Task.checkCancellation()
      switch retries.handle(event, isOnline: setup.conditions.isOnline) {
      case .send:
        do {
          let response = try await setup.transport.send(request)
          answer = response
          event = .answered(status: response.status)
        } catch let failure as TransportFailure {
          event = .failed(failure)
        }
      case .wait(let delay):
        try await setup.time.sleep(delay)
        event = .ready
      case .waitForNetwork:
        try await setup.conditions.waitUntilOnline()
        event = .ready
      case .succeed:
        guard let answer else { throw ArgusError.badResponse(0) }
        return answer
      case .fail(let error):
        throw error
      }
    }
  }
}
