/// The state of the vault (Req 9.4).
public enum AuthenticationState: Sendable, Equatable, CaseIterable {
  /// There is no password yet.
  case setupRequired
  case locked
  case unlocked
}

/// A change of the state. There are three: setup and unlocking lead to `unlocked`, and locking leads from `unlocked` to
/// `locked`.
public struct AuthenticationTransition: Sendable, Equatable {
  /// The state before the change.
  public let from: AuthenticationState
  /// The state after the change. The service is in it when observers are called.
  public let to: AuthenticationState

  /// Creates a transition, and does not check whether it is one of the three.
  public init(from: AuthenticationState, to: AuthenticationState) {
    self.from = from
    self.to = to
  }
}
