/// The way to what is in the vault: everything that reads or changes it begins here.
@MainActor
public protocol VaultAccess: AnyObject, Sendable {
  /// The session that goes on. Locks first if the vault has been idle for too long.
  /// - Throws: ``AuthenticationError/locked``, before setup too.
  func begin() throws(AuthenticationError) -> VaultSession
}

/// Over the authentication's keyring and the auto-lock.
@MainActor
public final class VaultGate: VaultAccess {
  private let keyring: VaultKeyring
  private let autoLock: AutoLockService

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
