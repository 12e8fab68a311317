import Foundation
import PlatformStandIns
import Synchronization

/// A keychain one of whose items cannot be stored, or does not read.
final class KeptKeychain: Keychain {
  enum Damage: Sendable, CaseIterable {
    /// The device's key does not open it.
    case doesNotOpen
    /// It opens, and is no key.
    case isSomethingElse
  }

  private struct State {
    var refused: String?
    var damaged: (item: String, damage: Damage)?
  }

  private let base: any Keychain
  private let state = Mutex(State())

  init(base: any Keychain) { self.base = base }

  func refuses(_ item: String?) { state.withLock { $0.refused = item } }
  func damages(_ item: String?, _ damage: Damage) { state.withLock { $0.damaged = item.map { ($0, damage) } } }

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    if state.withLock({ $0.refused }) == key { throw KeychainError.locked(key: key, accessibility: accessibility) }
    try await base.store(value, for: key, accessibility: accessibility)
  }

  func retrieve(_ key: String) async throws -> [UInt8]? {
    guard let (item, damage) = state.withLock({ $0.damaged }), item == key else { return try await base.retrieve(key) }
    if damage == .doesNotOpen { throw KeychainError.damaged(key: key) }
    return Array("{}".utf8)
  }

  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws { try await base.deleteAll() }
}
