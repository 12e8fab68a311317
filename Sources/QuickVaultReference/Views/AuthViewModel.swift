import Observation

/// The screen that lets the user in.
@MainActor
public protocol AuthScreen: AnyObject, Sendable {
  var authState: AuthenticationState { get }
  /// Whether the user is to choose a password.
  var showingSetup: Bool { get }

  func authenticate(with password: String) async throws
  func authenticateWithBiometric() async throws
  func setupPassword(_ password: String) async throws
  func lock()
}

/// Keeps no password.
@MainActor
@Observable
public final class AuthViewModel: AuthScreen {
  public private(set) var authState: AuthenticationState
  public var showingSetup: Bool { authState == .setupRequired }

  private let authentication: any AuthenticationService

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
