/// How a ``ProcessBackend`` deals with its adapters.
public struct ProcessOptions: Sendable {
  /// How long a reply may take. If an adapter takes longer, the channel ends it. 10 seconds by default.
  public var replyDeadline: Duration
  /// The same of the first reply; nil: no other.
  package var firstReplyDeadline: Duration?
  /// The greatest length of a line. 128 MiB by default, which fits a field of 16 MiB that JSON has to escape.
  public var maximumLineBytes: Int
  /// Called with every line in both directions, on any thread.
  public var transcript: (@Sendable (ProcessTraffic) -> Void)?

  /// Options with, by default, a deadline of 10 seconds for each reply and lines of at most 128 MiB.
  public init(
    replyDeadline: Duration = .seconds(10), maximumLineBytes: Int = 128 << 20,
    transcript: (@Sendable (ProcessTraffic) -> Void)? = nil
  ) {
    self.replyDeadline = replyDeadline
    self.maximumLineBytes = maximumLineBytes
    self.transcript = transcript
  }
}

/// A line of the protocol, without its end.
public enum ProcessTraffic: Sendable, Equatable {
  /// A line that the backend sent to the adapter.
  case sent(String)
  /// A line that the adapter sent.
  case received(String)
}
