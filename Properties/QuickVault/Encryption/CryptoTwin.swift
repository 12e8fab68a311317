import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// A second crypto service over the same ciphers.
struct CryptoTwin: CryptoService {
  enum Defect: String, CaseIterable, Sendable {
    // Values.
    case normalisesTexts = "composes the letters of a text"
    case losesEmptyTexts = "does not encrypt an empty text"
    case cutsAtNUL = "ends a text at its first U+0000"
    case foldsLineEnds = "makes every line end a line feed"
    case trimsTexts = "trims a text"
    case encryptsNothing = "puts 28 bytes around a text and leaves it readable"
    case usesOneNonce = "encrypts everything with one nonce"
    case makesNoncesOfTexts = "makes the nonce from the text, so equal texts look equal"
    case skipsTheTag = "does not look at the tag"
    case ignoresThePlace = "lets a value be moved to another field"
    case repairsTexts = "repairs invalid text"
    case keepsTheKey = "goes on with the key after a lock"
    case ignoresTheKey = "encrypts with a key in its code"
    // Passwords.
    case derivesOneKey = "derives one key from every password"
    case ignoresTheSalt = "leaves the salt out"
    case cutsPasswordsAtEight = "takes the first 8 bytes of a password"
    case cutsPasswordsAtSixtyFour = "takes the first 64 bytes of a password"
    case drawsSaltOfItsOwn = "mixes random bytes into each key"
    case ignoresTheRounds = "derives in one round, whatever number is requested"
    case doesNotNormalise = "treats composed and decomposed letters in a password as different"
    case foldsPasswords = "ignores the case of a password"
    case trimsPasswords = "trims a password"
    case derivesHalfAKey = "derives 16 bytes and repeats them"
    case drawsNoSalt = "gives out one salt"
    case hashesWithoutSalt = "hashes equal passwords alike"
    case verifiesAnything = "verifies any password against any hash"
    case verifiesNothing = "verifies no password"
  }

  static let twin = Twin<QuickVaultSystem, Defect>("CryptoTwin") { system, defect in
    system.parts.makeCrypto = { CryptoTwin(setup: $0, defect: defect) }
  }

  let setup: CryptoSetup
  let defect: Defect?
  private let kept = KeptKey()

  private final class KeptKey: Sendable {
    let key = Remembered<[UInt8]?>(nil)
  }

  init(setup: CryptoSetup, defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  private func key() throws -> [UInt8] {
    if defect == .ignoresTheKey {
      _ = try setup.keyring.key()
      return [UInt8](repeating: 42, count: 32)
    }
    do {
      let key = try setup.keyring.key()
      kept.key.set(key)
      return key
    } catch {
      if defect == .keepsTheKey, let key = kept.key.now { return key }
      throw error
    }
  }

  // Values.

  func encrypt(_ text: String, for place: String) throws -> [UInt8] {
    var text = text
    switch defect {
    case .normalisesTexts: text = text.precomposedStringWithCanonicalMapping
    case .cutsAtNUL: text = String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\0" }))
    case .foldsLineEnds: text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    case .trimsTexts: text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    default: break
    }
    return try encryptFile(Array(text.utf8), for: place)
  }

  func decrypt(_ sealed: [UInt8], for place: String) throws -> String {
    let bytes = try decryptFile(sealed, for: place)
    if defect == .repairsTexts { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw CryptographyError.sealBroken }
    return text
  }

  func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8] {
    let key = try key()
    if defect == .losesEmptyTexts && data.isEmpty { return [] }
    if defect == .encryptsNothing { return [UInt8](repeating: 0, count: 28) + data }
    let nonce =
      switch defect {
      case .usesOneNonce: [UInt8](repeating: 7, count: 12)
      case .makesNoncesOfTexts: Array(SHA256Digest.of(data).prefix(12))
      default: try setup.randomBytes(12)
      }
    return try AES256GCM.seal(data, key: key, nonce: nonce, associatedData: bound(to: place))
  }

  func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8] {
    let key = try key()
    if defect == .losesEmptyTexts && sealed.isEmpty { return [] }
    if defect == .encryptsNothing { return Array(sealed.dropFirst(28)) }
    if defect == .skipsTheTag && sealed.count >= 28 {
      // The counter mode undoes itself.
      let body = Array(sealed[12..<sealed.count - 16])
      let undone = try AES256GCM.seal(body, key: key, nonce: Array(sealed.prefix(12)))
      return Array(undone[12..<undone.count - 16])
    }
    return try AES256GCM.open(sealed, key: key, associatedData: bound(to: place))
  }

  private func bound(to place: String) -> [UInt8] { defect == .ignoresThePlace ? [] : Array(place.utf8) }

  // Passwords.

  var rounds: Int { setup.rounds }

  func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    var text = defect == .doesNotNormalise ? password : password.precomposedStringWithCanonicalMapping
    if defect == .foldsPasswords { text = text.lowercased() }
    if defect == .trimsPasswords { text = text.trimmingCharacters(in: .whitespacesAndNewlines) }
    var bytes = Array(text.utf8)
    if defect == .cutsPasswordsAtEight { bytes = Array(bytes.prefix(8)) }
    if defect == .cutsPasswordsAtSixtyFour { bytes = Array(bytes.prefix(64)) }
    if defect == .derivesOneKey { bytes = [] }
    var salt = defect == .ignoresTheSalt || defect == .derivesOneKey ? [] : salt
    if defect == .drawsSaltOfItsOwn { salt += try SecureRandom.bytes(4) }
    let key = try PBKDF2SHA256.key(
      password: bytes, salt: salt, iterations: defect == .ignoresTheRounds ? 1 : rounds, keySize: 32)
    return defect == .derivesHalfAKey ? Array(key.prefix(16) + key.prefix(16)) : key
  }

  func generateSalt() throws -> [UInt8] {
    defect == .drawsNoSalt ? [UInt8](repeating: 1, count: 16) : try setup.randomBytes(16)
  }

  func hashPassword(_ password: String) throws -> String {
    let salt = defect == .hashesWithoutSalt ? [UInt8](repeating: 0, count: 16) : try generateSalt()
    return "\(rounds) \(salt.hexadecimalText) \(try deriveKey(from: password, salt: salt, rounds: rounds).hexadecimalText)"
  }

  func verifyPassword(_ password: String, hash: String) throws -> Bool {
    if defect == .verifiesAnything { return true }
    if defect == .verifiesNothing { return false }
    let parts = hash.split(separator: " ")
    guard parts.count == 3, let rounds = Int(parts[0]), rounds >= 1 else { return false }
    let digits = Array(parts[1])
    guard digits.count.isMultiple(of: 2) else { return false }
    let salt = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    return try deriveKey(from: password, salt: salt, rounds: rounds).hexadecimalText == parts[2]
  }
}
