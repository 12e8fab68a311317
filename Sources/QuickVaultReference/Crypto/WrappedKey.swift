import Foundation
import PlatformStandIns

/// The vault's data key in its stored form: encrypted with a key that is derived from the password. One item of the
/// keychain holds all of it, so a new password takes effect in one write.
///
/// The data key is random and never changes. A new password therefore encrypts only this key again.
struct WrappedKey: Codable, Equatable {
  /// The rounds of PBKDF2.
  var rounds: Int
  var salt: Data
  /// The data key, encrypted and bound to the rounds and the salt.
  var sealed: Data

  /// Wraps a data key with a new salt.
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

  /// The data key, or nil for another password.
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
