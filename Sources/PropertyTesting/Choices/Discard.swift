/// Thrown to say that a case does not apply: it counts neither as passed nor as failed.
public struct Discard: Error, Sendable {
  public let reason: String

  public init(reason: String) {
    self.reason = reason
  }
}

/// Discards the case where `condition` is false. Prefer a generator that makes only what applies: a run
/// that discards too much gives up.
@inlinable
public func assume(_ condition: Bool, _ reason: @autoclosure () -> String = "assumption not met") throws {
  if !condition { throw Discard(reason: reason()) }
}
