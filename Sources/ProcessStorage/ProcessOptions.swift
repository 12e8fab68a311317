/// How a ``ProcessBackend`` deals with its adapters.
public struct ProcessOptions: Sendable {
  /// How long a reply may take. An adapter that takes longer is ended. 10 seconds unless told.
  public var replyDeadline: Duration
  /// The same of the first reply; nil: no other.
  package var firstReplyDeadline: Duration?
  /// The longest line that is read. 128 MiB unless told: a field of 16 MiB that JSON has to escape fits.
  public var maximumLineBytes: Int
  /// Sees every line that goes to and fro, from whatever thread.
  public var transcript: (@Sendable (ProcessTraffic) -> Void)?

  /// Options with a deadline of 10 seconds for each reply and lines of at most 128 MiB, unless told.
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
