import Foundation
import PlatformStandIns

/// Keeps credentials in the keychain, and encrypts what has to lie elsewhere.
public protocol SecureStorage: Sendable {
  /// Keeps the value under this key, in place of an earlier one, class included.
  /// - Throws: ``SecurityError/keychainAccessDenied`` where the class may not be written now; what was
  ///   there stays.
  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws

  /// The value, byte for byte; nil where none is kept.
  /// - Throws: ``SecurityError/keychainAccessDenied`` where it is there and may not be read now.
  func retrieve(key: String) async throws -> String?

  /// Deleting an absent value is no error.
  func delete(key: String) async throws

  /// AES-256-GCM: nonce ‖ ciphertext ‖ tag, with a fresh random nonce and a key that only the keychain has.
  /// - Throws: ``SecurityError/keychainAccessDenied`` before the first unlock of the device.
  func encryptData(_ data: [UInt8]) async throws -> [UInt8]

  /// - Throws: ``SecurityError/encryptionFailed`` unless these bytes are, to the last bit, what
  ///   ``encryptData(_:)``
  ///   gave with this keychain's key.
  func decryptData(_ data: [UInt8]) async throws -> [UInt8]

  /// What transactions encrypt and decrypt with: the two functions above, with the key of this moment.
  /// - Parameter makingKey: whether a key is made if the keychain has none.
  /// - Returns: nil where there is no key, and none is to be made.
  /// - Throws: ``SecurityError/keychainAccessDenied`` before the first unlock of the device.
  func dataCipher(makingKey: Bool) async throws -> DataCipher?
}

/// What a secure storage is given: the keychain, and the places to which nothing secret may go.
public struct SecureStorageSetup: Sendable {
  public var keychain: any Keychain
  public var data: any DataAccess
  public var sandbox: AppSandbox
  /// What fails is written down here.
  public var log: any ErrorLog
  public var now: @Sendable () -> Date
  /// Random bytes, as many as asked for.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  public init(
    keychain: any Keychain, data: any DataAccess, sandbox: AppSandbox,
    log: any ErrorLog, now: @escaping @Sendable () -> Date,
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) }
  ) {
    self.keychain = keychain
    self.data = data
    self.sandbox = sandbox
    self.log = log
    self.now = now
    self.randomBytes = randomBytes
  }
}
