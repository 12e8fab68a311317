import Foundation
import PlatformStandIns

/// Keeps credentials in the keychain, and encrypts data that are stored elsewhere.
public protocol SecureStorage: Sendable {
  /// Keeps the value under this key. It replaces an earlier value together with its class.
  /// - Throws: ``SecurityError/keychainAccessDenied`` if items of the class cannot be written now. The earlier value
  ///   stays.
  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws

  /// The value, byte for byte; nil if there is none.
  /// - Throws: ``SecurityError/keychainAccessDenied`` if the value exists but cannot be read now.
  func retrieve(key: String) async throws -> String?

  /// Deletes the value. It is no error if there is none.
  func delete(key: String) async throws

  /// Encrypts with AES-256-GCM and returns nonce ‖ ciphertext ‖ tag. The nonce is random for each call, and only the
  /// keychain has the key.
  /// - Throws: ``SecurityError/keychainAccessDenied`` before the first unlock of the device.
  func encryptData(_ data: [UInt8]) async throws -> [UInt8]

  /// Decrypts the output of ``encryptData(_:)``.
  /// - Throws: ``SecurityError/encryptionFailed`` unless the bytes are exactly such an output, made with this
  ///   keychain's key.
  func decryptData(_ data: [UInt8]) async throws -> [UInt8]

  /// The cipher for a transaction. It encrypts and decrypts like the two functions above, with the present key.
  /// - Parameter makingKey: whether to make a key if the keychain has none.
  /// - Returns: nil if there is no key and none is to be made.
  /// - Throws: ``SecurityError/keychainAccessDenied`` before the first unlock of the device.
  func dataCipher(makingKey: Bool) async throws -> DataCipher?
}

/// The parts of a secure storage: the keychain, and the places that must never hold anything secret.
public struct SecureStorageSetup: Sendable {
  /// Holds the credentials and the key for data.
  public var keychain: any Keychain
  /// The app's store. The storage must not write any secret to it.
  public var data: any DataAccess
  /// The app's preferences and files. The storage must not write any secret to them.
  public var sandbox: AppSandbox
  /// Receives an entry for each failure.
  public var log: any ErrorLog
  /// Returns the current time, for the entries of the log.
  public var now: @Sendable () -> Date
  /// Returns as many random bytes as the argument says.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  /// Creates a setup, by default with random bytes from the platform's secure generator.
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
