/// What keeps an answer from coming, as far as the app tells it apart. A transport throws these.
public enum TransportFailure: Error, Sendable, Equatable {
  case offline
  case timedOut
}

/// What happens to a request on its way.
public enum RetryEvent: Sendable, Equatable {
  /// The request was made, or what it waited for has come.
  case ready
  case answered(status: Int)
  case failed(TransportFailure)
}

/// What to do next with a request.
public enum RetryStep: Sendable, Equatable {
  case send
  case wait(Duration)
  case waitForNetwork
  /// The answer that came last is the result.
  case succeed
  case fail(ArgusError)
}

/// The rules of when a request is sent again, without network or clock.
public protocol RetryStateMachine: Sendable {
  /// - Parameter isOnline: what the device knows of its network now.
  mutating func handle(_ event: RetryEvent, isOnline: Bool) -> RetryStep
}

/// Three more attempts, after 1, 2 and 4 seconds, for what may pass: timeouts and errors of the server (002 Error Handling:
/// retry logic for failed network requests).
///
/// An error of the request (4xx) is not repeated: the answer would be the same. Without network nothing is sent: the request
/// waits for it, and that is no attempt.
public struct RetryMachine: RetryStateMachine {
  private var retries = 0
  private static let limit = 3

  public init() {}

  public mutating func handle(_ event: RetryEvent, isOnline: Bool) -> RetryStep {
    switch event {
    case .ready:
      return isOnline ? .send : .waitForNetwork
    case .answered(let status) where 200..<300 ~= status:
      return .succeed
    case .answered(let status):
      return status >= 500 ? retry(or: .badResponse(status)) : .fail(.badResponse(status))
    case .failed(.offline) where !isOnline:
      return .waitForNetwork
    case .failed(.offline):
      return retry(or: .offline)
    case .failed(.timedOut):
      return retry(or: .timedOut)
    }
  }

  private mutating func retry(or error: ArgusError) -> RetryStep {
    guard retries < Self.limit else { return .fail(error) }
    retries += 1
    return .wait(.seconds(1 << (retries - 1)))
  }
}
