/// One call of a concurrent history: what was asked for, by whom, when, and what came of it.
public struct HistoryCall<Operation: Sendable, Output: Sendable>: Sendable {
  /// Who called: a task, a thread, a connection. What one client does is usually one call after the other.
  public let client: String
  public let operation: Operation
  public let outcome: CallOutcome<Output>
  /// The logical time of the call: any clock will do that never goes back, such as a counter that calls and returns
  /// take their numbers from.
  public let called: Int
  /// The time on the same clock at which the client had the outcome, never before ``called``. For one that is unknown:
  /// when the client gave up, which says nothing about when it takes effect.
  public let returned: Int

  public init(
    client: String, _ operation: Operation, _ outcome: CallOutcome<Output>, called: Int, returned: Int
  ) {
    self.client = client
    self.operation = operation
    self.outcome = outcome
    self.called = called
    self.returned = max(called, returned)
  }

  /// Whether it was over before `other` began: only then does time say which comes first. Times that are equal overlap.
  /// An unknown outcome is open to the end of the history.
  public func precedes(_ other: HistoryCall) -> Bool {
    if case .unknown = outcome { return false }
    return returned < other.called
  }
}

extension HistoryCall: Equatable where Operation: Equatable, Output: Equatable {}

/// What came of a call. There are three outcomes and not two: who asks a server that dies cannot tell whether it did
/// what it was asked for, and a judge that takes this for a success or for a failure accuses the innocent.
public enum CallOutcome<Output: Sendable>: Sendable {
  /// It took effect once, between its call and its return, and gave this.
  case done(Output)
  /// It had no effect, and never will have.
  case failed(String)
  /// It may take effect at any time after its call, once, or never: a time limit, a lost connection, a death.
  case unknown(String)
}

extension CallOutcome: Equatable where Output: Equatable {}
