import PlatformStandIns
import Synchronization

/// Holds the vault's data key while the vault is unlocked, and nobody else does: when it closes, whatever is encrypted is
/// out of reach at once, for work under way too.
public final class VaultKeyring: Sendable {
  private struct State {
    var key: [UInt8]?
    var session = 0

    /// Overwrites the key where it lies, as far as its array is shared with nobody.
    mutating func forget() {
      if let size = key?.count {
        for index in 0..<size { key?[index] = 0 }
      }
      key = nil
    }
  }

  private let state = Mutex(State())

  public init() {}

  /// Begins a session with this key, after the earlier one was closed: what that read is no longer current.
  public func open(_ key: [UInt8]) {
    state.withLock { state in
      state.key = key
      state.session += 1
    }
  }

  /// Ends the session; closing twice is no error.
  public func close() {
    state.withLock { $0.forget() }
  }

  /// The session that goes on now; nil while closed.
  public var session: VaultSession? {
    state.withLock { state in state.key.map { _ in VaultSession(number: state.session, keyring: self) } }
  }

  /// The data key, for a ``CryptoService``: to be used at once and not kept.
  /// - Throws: ``AuthenticationError/locked`` while closed.
  public func key() throws(AuthenticationError) -> [UInt8] {
    guard let key = state.withLock({ $0.key }) else { throw .locked }
    return key
  }

  fileprivate func isOpen(in session: Int) -> Bool {
    state.withLock { $0.key != nil && $0.session == session }
  }
}

/// The time from one unlock to the next lock. What was read in a session may be shown and shared while it is current.
public struct VaultSession: Sendable {
  private let number: Int
  private let keyring: VaultKeyring

  fileprivate init(number: Int, keyring: VaultKeyring) {
    self.number = number
    self.keyring = keyring
  }

  public var isCurrent: Bool { keyring.isOpen(in: number) }

  /// - Throws: ``AuthenticationError/locked`` if the vault was locked since, be it unlocked again.
  public func demandCurrent() throws(AuthenticationError) {
    if !isCurrent { throw .locked }
  }
}
