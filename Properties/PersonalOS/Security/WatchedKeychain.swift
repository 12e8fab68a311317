import PlatformStandIns
import Synchronization

/// A keychain that remembers every value that it was given.
final class WatchedKeychain: Keychain {
  private let base: any Keychain
  private let stored = Mutex<[[UInt8]]>([])

  init(_ base: any Keychain) {
    self.base = base
  }

  /// What was ever stored, oldest first.
  var everStored: [[UInt8]] { stored.withLock { $0 } }

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(value, for: key, accessibility: accessibility)
    stored.withLock { $0.append(value) }
  }

  /// Whoever else wants something of the keychain may come in between.
  func retrieve(_ key: String) async throws -> [UInt8]? {
    let value = try await base.retrieve(key)
    await Task.yield()
    return value
  }
  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws { try await base.deleteAll() }
}
