import Foundation
import PlatformStandIns

/// The vault's data key as it is kept: encrypted with the key that the password makes. One item of the keychain holds all
/// of it, so that another password takes effect in one write.
///
/// The data key is random and stays the same for the vault's life: another password encrypts nothing anew but this key.
struct WrappedKey: Codable, Equatable {
  /// Of PBKDF2.
  var rounds: Int
  var salt: Data
  /// The data key, sealed; bound to rounds and salt.
  var sealed: Data

  /// With a salt of its own.
  /// - Parameter nonce: 12 random bytes.
  init(_ dataKey: [UInt8], password: String, nonce: [UInt8], _ crypto: any CryptoService) throws {
    let salt = try crypto.generateSalt()
    rounds = crypto.rounds
    self.salt = Data(salt)
    sealed = Data(
      try AES256GCM.seal(
        dataKey, key: try crypto.deriveKey(from: password, salt: salt), nonce: nonce,
        associatedData: Self.place(rounds: rounds, salt: salt)))
  }

  /// The data key; nil for another password.
  func dataKey(password: String, _ crypto: any CryptoService) throws -> [UInt8]? {
    let key = try crypto.deriveKey(from: password, salt: Array(salt), rounds: rounds)
    do {
      return try AES256GCM.open(
        Array(sealed), key: key, associatedData: Self.place(rounds: rounds, salt: Array(salt)))
    } catch CryptographyError.sealBroken {
      return nil
    }
  }

  init(bytes: [UInt8]) throws { self = try JSONDecoder().decode(WrappedKey.self, from: Data(bytes)) }

  func bytes() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

  private static func place(rounds: Int, salt: [UInt8]) -> [UInt8] {
    Array("data key/\(rounds)/".utf8) + salt
  }
}
