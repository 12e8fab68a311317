/// The errors that a transport throws if no answer arrives.
public enum TransportFailure: Error, Sendable, Equatable {
  /// The device could not reach the network.
  case offline
  /// The answer took too long.
  case timedOut
}

/// An event of a request on its way.
public enum RetryEvent: Sendable, Equatable {
  /// The caller has made the request, or a wait has ended.
  case ready
  /// The server has answered with this HTTP status.
  case answered(status: Int)
  /// The last attempt got no answer.
  case failed(TransportFailure)
}

/// The next step for a request.
public enum RetryStep: Sendable, Equatable {
  /// Send the request.
  case send
  /// Wait this long, then report ``RetryEvent/ready``.
  case wait(Duration)
  /// Wait until the device is online, then report ``RetryEvent/ready``.
  case waitForNetwork
  /// The last answer is the result.
  case succeed
  /// Give up, and throw this error.
  case fail(ArgusError)
}

/// The rules of repeated requests, without a network or a clock.
public protocol RetryStateMachine: Sendable {
  /// Applies an event of the request.
  /// - Parameter isOnline: whether the device says that it is online now.
  /// - Returns: the next step.
  mutating func handle(_ event: RetryEvent, isOnline: Bool) -> RetryStep
}

/// Allows three more attempts, after 1, 2 and 4 seconds, for timeouts and errors of the server (002 Error Handling:
/// retry logic for failed network requests).
///
/// It does not repeat a request that the server refuses (4xx), because the answer would be the same. It sends nothing
/// while the device is offline. The wait for the network does not count as an attempt.
public struct RetryMachine: RetryStateMachine {
  private var retries = 0
  private static let limit = 3

  /// Creates the rules for one request. No attempt has been made.
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
