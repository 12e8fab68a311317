/// Where the vault stands (Req 9.4).
public enum AuthenticationState: Sendable, Equatable, CaseIterable {
  /// There is no password yet.
  case setupRequired
  case locked
  case unlocked
}

/// A change of the state. There are three: setup and unlocking lead to `unlocked`, locking away from it.
public struct AuthenticationTransition: Sendable, Equatable {
  public let from: AuthenticationState
  public let to: AuthenticationState

  public init(from: AuthenticationState, to: AuthenticationState) {
    self.from = from
    self.to = to
  }
}
