/// An error that says that the case does not apply. The case counts neither as passed nor as failed.
public struct Discard: Error, Sendable {
  /// Why the case does not apply. A run that gives up names the last reason.
  public let reason: String

  /// A discard for this reason.
  public init(reason: String) {
    self.reason = reason
  }
}

/// Discards the case if `condition` is false.
///
/// Prefer a generator that makes only what applies: a run gives up if fewer than one case in a hundred does.
/// - Throws: ``Discard`` if `condition` is false.
@inlinable
public func assume(_ condition: Bool, _ reason: @autoclosure () -> String = "assumption not met") throws {
  if !condition { throw Discard(reason: reason()) }
}
