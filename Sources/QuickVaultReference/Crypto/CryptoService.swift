import Foundation
import PlatformStandIns

/// Encrypts the vault's contents, and derives keys and hashes from passwords.
///
/// A ciphertext is bound to a place. It decrypts only for the same place, so nobody can move it to another.
public protocol CryptoService: Sendable {
  /// Encrypts the text's UTF-8. The result is 28 bytes longer.
  /// - Throws: ``AuthenticationError/locked``.
  func encrypt(_ text: String, for place: String) throws -> [UInt8]
  /// Decrypts what ``encrypt(_:for:)`` encrypted.
  /// - Throws: ``AuthenticationError/locked``; `CryptographyError.sealBroken` for anything but a text that was
  ///   encrypted with this key for this place.
  func decrypt(_ sealed: [UInt8], for place: String) throws -> String
  /// Encrypts bytes as ``encrypt(_:for:)`` encrypts text.
  func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8]
  /// Decrypts bytes as ``decrypt(_:for:)`` decrypts text.
  func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8]

  /// The rounds of PBKDF2 for a new key or hash.
  var rounds: Int { get }
  /// Derives a key of 32 bytes from a password and a salt in this many rounds. Composed and decomposed letters of a
  /// password result in the same key.
  func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8]
  /// A new salt of 16 random bytes.
  func generateSalt() throws -> [UInt8]
  /// A text that holds the algorithm, the rounds, a new salt and the hash. Two hashes of one password differ.
  func hashPassword(_ password: String) throws -> String
  /// Whether ``hashPassword(_:)`` made `hash` from this password. It is false for a text of any other form.
  func verifyPassword(_ password: String, hash: String) throws -> Bool
}

extension CryptoService {
  /// Derives a key in ``rounds`` rounds: see ``deriveKey(from:salt:rounds:)``.
  public func deriveKey(from password: String, salt: [UInt8]) throws -> [UInt8] {
    try deriveKey(from: password, salt: salt, rounds: rounds)
  }
}

/// The parts that a crypto service uses.
public struct CryptoSetup: Sendable {
  /// Holds the data key while the vault is unlocked.
  public var keyring: VaultKeyring
  /// The rounds of PBKDF2 for a new key or hash, at least 1.
  public var rounds: Int
  /// Returns this many random bytes, for nonces and salts.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  /// Creates a setup. By default it has the rounds of the standard policy and the system's secure random bytes.
  public init(
    keyring: VaultKeyring, rounds: Int = VaultPolicy.standard.derivationRounds,
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) }
  ) {
    self.keyring = keyring
    self.rounds = rounds
    self.randomBytes = randomBytes
  }
}

/// AES-256-GCM (NIST SP 800-38D) with the data key of the keyring and a new random nonce for each call, and PBKDF2 (RFC
/// 8018) with HMAC-SHA-256.
public struct VaultCryptoService: CryptoService {
  /// The size of a salt, in bytes.
  public static let saltSize = 16

  private let setup: CryptoSetup

  /// Creates a service, which asks the keyring for the key at each call.
  public init(_ setup: CryptoSetup) {
    self.setup = setup
  }

  public func encrypt(_ text: String, for place: String) throws -> [UInt8] {
    try encryptFile(Array(text.utf8), for: place)
  }

  public func decrypt(_ sealed: [UInt8], for place: String) throws -> String {
    guard let text = String(validating: try decryptFile(sealed, for: place), as: UTF8.self) else {
      throw CryptographyError.sealBroken
    }
    return text
  }

  public func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8] {
    try AES256GCM.seal(
      data, key: try setup.keyring.key(), nonce: try setup.randomBytes(AES256GCM.nonceSize),
      associatedData: Array(place.utf8))
  }

  public func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8] {
    try AES256GCM.open(sealed, key: try setup.keyring.key(), associatedData: Array(place.utf8))
  }

  public var rounds: Int { setup.rounds }

  public func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    try PBKDF2SHA256.key(
      password: PasswordText.bytes(password), salt: salt, iterations: rounds, keySize: AES256GCM.keySize)
  }

  public func generateSalt() throws -> [UInt8] { try setup.randomBytes(Self.saltSize) }

  public func hashPassword(_ password: String) throws -> String {
    let salt = try generateSalt()
    return PasswordHash(rounds: rounds, salt: salt, hash: try deriveKey(from: password, salt: salt)).text
  }

  public func verifyPassword(_ password: String, hash: String) throws -> Bool {
    guard let stored = PasswordHash(hash) else { return false }
    let found = try deriveKey(from: password, salt: stored.salt, rounds: stored.rounds)
    // Compare all bytes, so that the time reveals nothing.
    return zip(found, stored.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
