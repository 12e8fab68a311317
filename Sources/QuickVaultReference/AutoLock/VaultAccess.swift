/// The gate to the vault. Everything that reads or changes the vault's contents begins here.
@MainActor
public protocol VaultAccess: AnyObject, Sendable {
  /// The current session. Locks the vault first if it has been idle for too long.
  /// - Throws: ``AuthenticationError/locked`` if the vault is locked or has no password yet.
  func begin() throws(AuthenticationError) -> VaultSession
}

/// A gate that asks the auto-lock, and then the authentication's keyring.
@MainActor
public final class VaultGate: VaultAccess {
  private let keyring: VaultKeyring
  private let autoLock: AutoLockService

  /// Creates a gate. The keyring must be the one that the authentication opens and closes.
  public init(_ keyring: VaultKeyring, _ autoLock: AutoLockService) {
    self.keyring = keyring
    self.autoLock = autoLock
  }

  public func begin() throws(AuthenticationError) -> VaultSession {
    autoLock.look()
    guard let session = keyring.session else { throw .locked }
    return session
  }
}
