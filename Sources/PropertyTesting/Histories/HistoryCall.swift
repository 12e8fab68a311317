/// One call of a concurrent history: the client, the operation, the outcome and the times.
public struct HistoryCall<Operation: Sendable, Output: Sendable>: Sendable {
  /// The client: a task, a thread, a connection. The calls of one client usually come one after the other.
  public let client: String
  /// The operation that the client asked for.
  public let operation: Operation
  /// What the client learnt of it.
  public let outcome: CallOutcome<Output>
  /// The logical time of the call, on any clock that never goes back: a counter that gives a number to each call and each return, for
  /// example.
  public let called: Int
  /// The time of the return on the same clock, never before ``called``. If the outcome is unknown, this is when the client gave up, and
  /// says nothing about when the call takes effect.
  public let returned: Int

  /// A call of `client`. If `returned` is less than `called`, the call returns at `called`.
  public init(
    client: String, _ operation: Operation, _ outcome: CallOutcome<Output>, called: Int, returned: Int
  ) {
    self.client = client
    self.operation = operation
    self.outcome = outcome
    self.called = called
    self.returned = max(called, returned)
  }

  /// Whether this call ended before `other` began. Only then does time say which comes first: equal times overlap. A call with an unknown
  /// outcome stays open to the end of the history.
  public func precedes(_ other: HistoryCall) -> Bool {
    if case .unknown = outcome { return false }
    return returned < other.called
  }
}

extension HistoryCall: Equatable where Operation: Equatable, Output: Equatable {}

/// The outcome of a call. There are three: the client of a server that died cannot know whether the server did what it was asked for. A
/// judge that takes this for a success or for a failure accuses the innocent.
public enum CallOutcome<Output: Sendable>: Sendable {
  /// The call took effect once, between its call and its return, with this output.
  case done(Output)
  /// The call had no effect, and never will have one.
  case failed(String)
  /// The call may take effect once, at any time after its call, or never: a time limit, a lost connection, a death.
  case unknown(String)
}

extension CallOutcome: Equatable where Output: Equatable {}
