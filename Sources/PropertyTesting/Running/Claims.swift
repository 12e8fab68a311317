/// What a property claims, apart from what its body returns and what it passes to `expect`.
///
/// A run in whose cases the engine saw no claim is not held: its verdict is ``Verdict/claimsNothing``. A body that makes no claim of this
/// kind says which one it makes:
///
///     try check("every message can be decoded", forAll: .message, claims: .completion) { _ = try decode(encode($0)) }
public enum Claims: Sendable {
  /// What the body returns or passes to `expect`, `eventually`, a machine or a history: what the engine sees.
  case evaluated
  /// That the body completes: it throws no error, and under a schedule or in a worker process it ends.
  case completion
  /// What the engine does not see: a precondition, an assertion of another library.
  case elsewhere
}

/// Fails the case if the body of a property returned false. Any other type of result is no claim.
@inlinable
package func expectHolds<Result>(_ result: Result, at location: SourceLocation) throws {
  guard Result.self == Bool.self, let holds = result as? Bool else { return }
  noteClaim(fileID: location.fileID, line: location.line)
  if !holds, !isOnlyNoted(location.fileID, location.line) {
    throw ExpectationFailure(claim: "the result of the body", expected: "true", actual: "false", location: location)
  }
}

/// What a run showed, from least to most.
@usableFromInline
enum Evidence: Int, Comparable, Sendable {
  case none
  /// Tasks could have waited for each other for ever, and did not.
  case ending
  /// A claim was evaluated.
  case claim

  @usableFromInline
  static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
}
