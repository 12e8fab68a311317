import QuickVaultReference

/// A screen of authentication that does what another does, for faults that change one thing of it.
@MainActor
class ForwardingAuthScreen: AuthScreen {
  private let base: any AuthScreen

  init(_ base: any AuthScreen) {
    self.base = base
  }

  var authState: AuthenticationState { base.authState }
  var showingSetup: Bool { base.showingSetup }
  func authenticate(with password: String) async throws { try await base.authenticate(with: password) }
  func authenticateWithBiometric() async throws { try await base.authenticateWithBiometric() }
  func setupPassword(_ password: String) async throws { try await base.setupPassword(password) }
  func lock() { base.lock() }
}
