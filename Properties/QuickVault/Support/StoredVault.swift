import PlatformStandIns
import QuickVaultReference
import StorageContract

/// All that lies in the store, with the vault's keychain items as the app reads them: two copies of an item have different bytes there.
struct StoredVault: Sendable, Equatable {
  var records: StoredContents
  /// The data key, wrapped with the password: without it there is no vault.
  var wrappedKey: [UInt8]?
  /// The data key for a user whom the device recognises.
  var biometricKey: [UInt8]?
  /// No record is one without failures.
  var attempts: AttemptRecord

  init(_ store: any Store, _ keychain: any Keychain) async throws {
    records = try await StoredContents(store)
    records.records.removeAll { $0.collection == "keychain_items" }
    wrappedKey = try await keychain.retrieve(VaultItem.wrappedKey)
    biometricKey = try await keychain.retrieve(VaultItem.biometricKey)
    attempts = try await keychain.retrieve(VaultItem.attempts).map { try AttemptRecord(bytes: $0) } ?? AttemptRecord()
  }

  /// What differs from `expected`, in words.
  func differences(from expected: StoredVault) -> [String] {
    var words: [String] = []
    func compare<Value: Equatable>(_ name: String, _ part: (StoredVault) -> Value?) {
      let (now, then) = (part(self), part(expected))
      if now != then { words.append(now == nil ? "no \(name)" : then == nil ? "a \(name)" : "another \(name)") }
    }
    compare("wrapped key", \.wrappedKey)
    compare("key for biometrics", \.biometricKey)
    compare("count of attempts", \.attempts)
    if records != expected.records { words.append("other records") }
    return words
  }
}
