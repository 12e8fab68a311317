import Foundation
import PlatformStandIns

/// The secure storage of the app. What fails is an entry of the app's log, which says neither key nor value.
///
/// The key for data is made when it is first needed, and read from the keychain each time after: so that it
/// is gone at once when the keychain is emptied.
public actor SecureStorageService: SecureStorage {
  private static let dataKeyItem = "key/data"

  private let keychain: any Keychain
  private let log: any ErrorLog
  private let now: @Sendable () -> Date
  private let randomBytes: @Sendable (Int) throws -> [UInt8]
  private var keyCreation: Task<[UInt8], any Error>?

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

  /// A look that is refused is no failure yet: it is one, and in the log, for whoever then needs the key.
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

  /// Credentials and the app's own keys do not share names.
  private static func item(_ key: String) -> String { "credential/" + key }

  /// Made once, however many ask for it at a time.
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
    // Readable in the background once the device was unlocked, as the data are that it encrypts; and in
    // backups, as they are.
    try await keychain.store(key, for: Self.dataKeyItem, accessibility: .afterFirstUnlock)
    return key
  }

  /// The same, with the errors of keychain and cipher in the terms of the app, and each of them logged.
  /// Errors of the store stay what they are.
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
