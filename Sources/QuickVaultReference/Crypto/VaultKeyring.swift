import PlatformStandIns
import Synchronization

/// The only holder of the vault's data key while the vault is unlocked. When it closes, nothing can be decrypted any
/// more, not even by work that is under way.
public final class VaultKeyring: Sendable {
  private struct State {
    var key: [UInt8]?
    var session = 0

    /// Overwrites the key in memory, unless another value shares its array.
    mutating func forget() {
      if let size = key?.count {
        for index in 0..<size { key?[index] = 0 }
      }
      key = nil
    }
  }

  private let state = Mutex(State())

  /// Creates a closed keyring.
  public init() {}

  /// Begins a session with this key. Earlier sessions are no longer current.
  public func open(_ key: [UInt8]) {
    state.withLock { state in
      state.key = key
      state.session += 1
    }
  }

  /// Erases the key and ends the session. Closing twice is not an error.
  public func close() {
    state.withLock { $0.forget() }
  }

  /// The current session, or nil while the keyring is closed.
  public var session: VaultSession? {
    state.withLock { state in state.key.map { _ in VaultSession(number: state.session, keyring: self) } }
  }

  /// The data key, for a ``CryptoService`` that uses it at once and does not keep it.
  /// - Throws: ``AuthenticationError/locked`` while the keyring is closed.
  public func key() throws(AuthenticationError) -> [UInt8] {
    guard let key = state.withLock({ $0.key }) else { throw .locked }
    return key
  }

  fileprivate func isOpen(in session: Int) -> Bool {
    state.withLock { $0.key != nil && $0.session == session }
  }
}

/// The time from one unlock to the next lock. Data that was read in a session may be shown and shared only while the
/// session is current.
public struct VaultSession: Sendable {
  private let number: Int
  private let keyring: VaultKeyring

  fileprivate init(number: Int, keyring: VaultKeyring) {
    self.number = number
    self.keyring = keyring
  }

  /// Whether the vault has stayed unlocked since the session began.
  public var isCurrent: Bool { keyring.isOpen(in: number) }

  /// Checks that the session is current.
  /// - Throws: ``AuthenticationError/locked`` if the vault was locked since the session began, even if it was unlocked
  ///   again.
  public func demandCurrent() throws(AuthenticationError) {
    if !isCurrent { throw .locked }
  }
}
