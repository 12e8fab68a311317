import Observation

/// The screen that lets the user in.
@MainActor
public protocol AuthScreen: AnyObject, Sendable {
  /// The state of the vault, followed from the authentication.
  var authState: AuthenticationState { get }
  /// Whether the screen asks the user for a first password.
  var showingSetup: Bool { get }

  /// Unlocks the vault: see ``AuthenticationService/authenticateWithPassword(_:)``.
  func authenticate(with password: String) async throws
  /// Unlocks the vault: see ``AuthenticationService/authenticateWithBiometric()``.
  func authenticateWithBiometric() async throws
  /// Sets the first password: see ``AuthenticationService/setupMasterPassword(_:)``.
  func setupPassword(_ password: String) async throws
  /// Locks the vault at once.
  func lock()
}

/// The unlock screen over an authentication service. It keeps no password.
@MainActor
@Observable
public final class AuthViewModel: AuthScreen {
  public private(set) var authState: AuthenticationState
  public var showingSetup: Bool { authState == .setupRequired }

  private let authentication: any AuthenticationService

  /// Starts with the service's state, and follows its changes from now on.
  public init(_ authentication: any AuthenticationService) {
    self.authentication = authentication
    authState = authentication.authenticationState
    authentication.observeTransitions { [weak self] in self?.authState = $0.to }
  }

  public func authenticate(with password: String) async throws {
    try await authentication.authenticateWithPassword(password)
  }

  public func authenticateWithBiometric() async throws { try await authentication.authenticateWithBiometric() }

  public func setupPassword(_ password: String) async throws {
    try await authentication.setupMasterPassword(password)
  }

  public func lock() { authentication.lock() }
}
