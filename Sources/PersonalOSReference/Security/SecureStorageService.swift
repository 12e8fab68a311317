import Foundation
import PlatformStandIns

/// The app's secure storage. It logs each failure, without any key or value.
///
/// The service makes the key for data when it first needs one, and reads it from the keychain every time afterwards. So
/// the key is gone as soon as the keychain is emptied.
public actor SecureStorageService: SecureStorage {
  private static let dataKeyItem = "key/data"

  private let keychain: any Keychain
  private let log: any ErrorLog
  private let now: @Sendable () -> Date
  private let randomBytes: @Sendable (Int) throws -> [UInt8]
  private var keyCreation: Task<[UInt8], any Error>?

  /// Creates a service over the keychain of `setup`. It reads nothing yet, and does not use the data and the sandbox.
  public init(_ setup: SecureStorageSetup) {
    keychain = setup.keychain
    log = setup.log
    now = setup.now
    randomBytes = setup.randomBytes
  }

  public func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    try await logged("store a credential") {
      try await keychain.store(Array(value.utf8), for: Self.item(key), accessibility: accessibility)
    }
  }

  public func retrieve(key: String) async throws -> String? {
    try await logged("retrieve a credential") {
      guard let value = try await keychain.retrieve(Self.item(key)) else { return nil }
      guard let text = String(validating: value, as: UTF8.self) else { throw SecurityError.encryptionFailed }
      return text
    }
  }

  public func delete(key: String) async throws {
    try await logged("delete a credential") { try await keychain.delete(Self.item(key)) }
  }

  public func encryptData(_ data: [UInt8]) async throws -> [UInt8] {
    try await logged("encrypt data") {
      try AES256GCM.seal(data, key: try await dataKey(), nonce: try randomBytes(AES256GCM.nonceSize))
    }
  }

  public func decryptData(_ data: [UInt8]) async throws -> [UInt8] {
    try await logged("decrypt data") {
      guard let key = try await keychain.retrieve(Self.dataKeyItem) else {
        throw SecurityError.encryptionFailed
      }
      return try AES256GCM.open(data, key: key)
    }
  }

  /// Returns the cipher with the present key. If `makingKey` is false, the service throws a refusal by the keychain
  /// without logging it, because the caller may not need the key.
  public func dataCipher(makingKey: Bool) async throws -> DataCipher? {
    let key: [UInt8]
    if makingKey {
      key = try await logged("encrypt data") { try await dataKey() }
    } else {
      do {
        guard let known = try await keychain.retrieve(Self.dataKeyItem) else { return nil }
        key = known
      } catch {
        throw Self.translated(error)
      }
    }
    let randomBytes = randomBytes
    return DataCipher(
      seal: { try AES256GCM.seal($0, key: key, nonce: try randomBytes(AES256GCM.nonceSize)) },
      open: { sealed in
        do {
          return try AES256GCM.open(sealed, key: key)
        } catch {
          throw SecurityError.encryptionFailed
        }
      })
  }

  /// Adds a prefix, so that credentials and the app's own keys do not share names.
  private static func item(_ key: String) -> String { "credential/" + key }

  /// Returns the key, and makes it only once even if several callers ask for it at the same time.
  private func dataKey() async throws -> [UInt8] {
    if let keyCreation { return try await keyCreation.value }
    let creation = Task { try await findOrMakeDataKey() }
    keyCreation = creation
    defer { keyCreation = nil }
    return try await creation.value
  }

  private func findOrMakeDataKey() async throws -> [UInt8] {
    if let key = try await keychain.retrieve(Self.dataKeyItem) { return key }
    let key = try randomBytes(AES256GCM.keySize)
    // The encrypted data can be read in the background after the first unlock, and are part of backups. So is the key.
    try await keychain.store(key, for: Self.dataKeyItem, accessibility: .afterFirstUnlock)
    return key
  }

  /// Runs `body`, translates the errors of keychain and cipher into the app's errors, and logs each error. The store's
  /// errors stay as they are.
  private func logged<Result>(
    _ operation: String, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      let error = Self.translated(error)
      log.record(error, context: operation, at: now())
      throw error
    }
  }

  private static func translated(_ error: any Error) -> any Error {
    switch error {
    case KeychainError.locked: SecurityError.keychainAccessDenied
    case KeychainError.damaged, is CryptographyError: SecurityError.encryptionFailed
    default: error
    }
  }
}
