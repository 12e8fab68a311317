/// How a case ended where neither a claim failed nor the code threw: thrown by what runs the case, a
/// scheduler or a supervisor of processes.
public struct Interruption: Error, Sendable {
  public enum Kind: Sendable {
    /// The process of the case died.
    case crashed
    /// The case did not end in its time, or in its number of steps.
    case timedOut
    /// Tasks wait for each other, or for something that never comes.
    case deadlocked
    /// Something had a part in the case that the scheduler does not control: it may not replay.
    case uncontrolled
    /// What was to be tried was not tried to its end: nothing is proved, and nothing was found.
    case gaveUp
  }

  public let kind: Kind
  /// What a report says of it.
  public let message: String
  /// Tells interruptions of one kind apart: a shrink step that ends in another origin is another failure.
  public let origin: String

  public init(_ kind: Kind, _ message: String, origin: String = "") {
    self.kind = kind
    self.message = message
    self.origin = origin
  }
}
