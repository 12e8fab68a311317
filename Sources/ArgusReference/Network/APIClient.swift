import PlatformStandIns

/// Handles all communication with the backend server (002 Data Flow).
public protocol APIClientProtocol: Sendable {
  /// Sends the request until it succeeds or cannot: see ``RetryMachine``.
  /// - Returns: an answer with a status of 200 to 299.
  /// - Throws: ``ArgusError/badResponse(_:)``, ``ArgusError/timedOut`` or ``ArgusError/offline`` of the last attempt;
  ///   `CancellationError`, and nothing is sent after it; whatever else the transport throws, at once.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// What the client is made from.
public struct APISetup: Sendable {
  public var transport: any HTTPTransport
  public var conditions: DeviceConditions
  public var makeRetryMachine: @Sendable () -> any RetryStateMachine
  public var time: ArgusTime

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

/// Requests over a transport, with retries.
public struct APIClient: APIClientProtocol {
  private let setup: APISetup

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
