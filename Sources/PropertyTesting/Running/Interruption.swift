/// The error for a case that ended without a failed claim and without an error of the code. A scheduler throws it, or a supervisor of
/// processes.
public struct Interruption: Error, Sendable {
  /// The ways in which a case can be cut short.
  public enum Kind: Sendable {
    /// The process of the case died.
    case crashed
    /// The case did not end in its time, or in its number of steps.
    case timedOut
    /// Tasks wait for each other, or for something that never comes.
    case deadlocked
    /// Something took part in the case that the scheduler does not control, so the case may not replay.
    case uncontrolled
    /// A search did not reach its end: nothing is proved, and nothing was found.
    case gaveUp
  }

  /// How the case ended.
  public let kind: Kind
  /// The message for reports.
  public let message: String
  /// Tells interruptions of one kind apart. A simpler case with another origin is another failure.
  public let origin: String

  /// An interruption to throw. Two with different origins are different failures.
  public init(_ kind: Kind, _ message: String, origin: String = "") {
    self.kind = kind
    self.message = message
    self.origin = origin
  }
}
