import Foundation
import PlatformStandIns

/// Encryption of what the vault holds, and what becomes of passwords.
///
/// What is encrypted is bound to a place: it decrypts for the same place alone, so that it cannot be moved to another.
public protocol CryptoService: Sendable {
  /// The text's UTF-8, encrypted; 28 bytes longer.
  /// - Throws: ``AuthenticationError/locked``.
  func encrypt(_ text: String, for place: String) throws -> [UInt8]
  /// - Throws: ``AuthenticationError/locked``; `CryptographyError.sealBroken` for anything but what was encrypted with this
  ///   key for this place.
  func decrypt(_ sealed: [UInt8], for place: String) throws -> String
  /// As ``encrypt(_:for:)``, of bytes.
  func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8]
  /// As ``decrypt(_:for:)``, of bytes.
  func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8]

  /// How many rounds of PBKDF2 a new key or hash takes.
  var rounds: Int { get }
  /// The 32 bytes of key that a password and a salt make in so many rounds. A password typed with composed or with
  /// decomposed letters is the same.
  func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8]
  /// 16 random bytes.
  func generateSalt() throws -> [UInt8]
  /// Text that says algorithm, rounds, a salt of its own and the hash: two of one password differ.
  func hashPassword(_ password: String) throws -> String
  /// Whether `hash` was made by ``hashPassword(_:)`` of this password; false for any other text.
  func verifyPassword(_ password: String, hash: String) throws -> Bool
}

extension CryptoService {
  public func deriveKey(from password: String, salt: [UInt8]) throws -> [UInt8] {
    try deriveKey(from: password, salt: salt, rounds: rounds)
  }
}

/// What a crypto service is made of.
public struct CryptoSetup: Sendable {
  public var keyring: VaultKeyring
  /// Of PBKDF2, at least 1.
  public var rounds: Int
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  public init(
    keyring: VaultKeyring, rounds: Int = VaultPolicy.standard.derivationRounds,
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) }
  ) {
    self.keyring = keyring
    self.rounds = rounds
    self.randomBytes = randomBytes
  }
}

/// AES-256-GCM (NIST SP 800-38D) with the data key of the keyring and a fresh random nonce each time; PBKDF2 (RFC 8018)
/// with HMAC-SHA-256.
public struct VaultCryptoService: CryptoService {
  /// In bytes.
  public static let saltSize = 16

  private let setup: CryptoSetup

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
    // Every byte is looked at, so that the time says nothing.
    return zip(found, stored.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
