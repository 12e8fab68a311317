import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference

/// Crypto services of one vault, what they give, and what they must give.
struct CryptoDriver: Sendable {
  private let keyring = VaultKeyring()
  private let system: QuickVaultSystem
  private let service: any CryptoService
  private let place = "field/1"

  /// - Parameter rounds: of new keys and hashes.
  init(_ system: QuickVaultSystem, rounds: Int = 1) {
    self.system = system
    keyring.open(Array(0..<32))
    service = system.parts.makeCrypto(CryptoSetup(keyring: keyring, rounds: rounds))
  }

  /// Another service, of another launch; by now the app takes other rounds.
  private func another(key: [UInt8] = Array(0..<32)) -> any CryptoService {
    let keyring = VaultKeyring()
    keyring.open(key)
    return system.parts.makeCrypto(CryptoSetup(keyring: keyring, rounds: 7))
  }

  // Values.

  /// - Returns: what was encrypted.
  func expectRoundTrip(of text: String) throws -> [UInt8] {
    let sealed = try service.encrypt(text, for: place)
    let bytes = Array(text.utf8)
    try expect("size of what is encrypted, in bytes", sealed.count, equals: bytes.count + 28)
    try expect("bytes after decryption", Array(try service.decrypt(sealed, for: place).utf8), equals: bytes)
    try expect("bytes after another launch", Array(try another().decrypt(sealed, for: place).utf8), equals: bytes)
    try expect("nothing readable in what is encrypted", !Self.shows(bytes, in: sealed))
    return sealed
  }

  func expectFileRoundTrip(of bytes: [UInt8]) throws {
    let sealed = try service.encryptFile(bytes, for: place)
    try expect("size of an encrypted file, in bytes", sealed.count, equals: bytes.count + 28)
    try expect("a decrypted file", try service.decryptFile(sealed, for: place), equals: bytes)
  }

  /// Whether 16 bytes on end of the plain ones stand in the sealed ones.
  private static func shows(_ plain: [UInt8], in sealed: [UInt8]) -> Bool {
    guard plain.count >= 16 else { return false }
    let windows = Set(stride(from: 0, through: plain.count - 16, by: max(1, plain.count / 64)).map { plain[$0..<$0 + 16] })
    return (0...sealed.count - 16).contains { windows.contains(sealed[$0..<$0 + 16]) }
  }

  func expectRefused(_ what: String, _ sealed: [UInt8], for otherPlace: String? = nil) throws {
    _ = try expectThrows("\(what) is refused", CryptographyError.self) {
      try service.decrypt(sealed, for: otherPlace ?? place)
    }
  }

  func expectRefusedOfAnotherKey(_ sealed: [UInt8]) throws {
    let other = another(key: [1] + Array(1..<32))
    _ = try expectThrows("a value under another key is refused", CryptographyError.self) {
      try other.decrypt(sealed, for: place)
    }
  }

  /// Bytes that are no UTF-8 are no text, encrypted or not.
  func expectRefusedUnlessText(_ bytes: [UInt8]) throws {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    try expectRefused("a value that is no text", try service.encryptFile(bytes, for: place))
  }

  /// The session ends here.
  func expectLocked(_ sealed: [UInt8]) throws {
    keyring.close()
    _ = try expectThrows("nothing is decrypted while locked", AuthenticationError.self) {
      try service.decrypt(sealed, for: place)
    }
    _ = try expectThrows("nothing is encrypted while locked", AuthenticationError.self) {
      try service.encrypt("text", for: place)
    }
  }

  // Passwords.

  func key(of password: String, _ salt: [UInt8], _ rounds: Int) throws -> [UInt8] {
    try service.deriveKey(from: password, salt: salt, rounds: rounds)
  }

  /// What PBKDF2 gives (RFC 8018, section 5.2), computed by its definition.
  func expectKey(of password: String, _ salt: [UInt8], _ rounds: Int) throws {
    let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
    var block = try HMACSHA256.code(of: salt + [0, 0, 0, 1], key: bytes)
    var sum = block
    for _ in 1..<rounds {
      block = try HMACSHA256.code(of: block, key: bytes)
      for index in sum.indices { sum[index] ^= block[index] }
    }
    try expect("the key", try key(of: password, salt, rounds), equals: sum)
    let others = try another().deriveKey(from: password, salt: salt, rounds: rounds)
    try expect("the key of another service", others, equals: sum)
  }

  func expectOneKeyHoweverComposed(_ password: String, _ salt: [UInt8], _ rounds: Int) throws {
    let forms = [password.decomposedStringWithCanonicalMapping, password.precomposedStringWithCanonicalMapping]
    for form in forms {
      try expect(
        "the key of the password, composed otherwise", try key(of: form, salt, rounds),
        equals: try key(of: password, salt, rounds))
    }
  }

  /// Whether the two are one password to HMAC, which fills keys up with zeros (RFC 2104): such that differ in U+0000 at
  /// their ends alone.
  static func makeOneKey(_ first: String, _ second: String) -> Bool {
    let keys = [first, second].map { password in
      let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
      return bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1)
    }
    return keys[0] == keys[1]
  }

  static func canBeComposed(_ password: String) -> Bool {
    !password.decomposedStringWithCanonicalMapping.utf8.elementsEqual(password.precomposedStringWithCanonicalMapping.utf8)
  }

  func expectVerified(_ password: String) throws {
    let hashes = [try service.hashPassword(password), try service.hashPassword(password)]
    try expect("two hashes of one password differ", hashes[0] != hashes[1])
    for hash in hashes {
      try expect("a hash verifies its password", try another().verifyPassword(password, hash: hash))
      try expect("a hash does not show its password", password.utf8.count < 8 || !hash.contains(password))
    }
    // All of it but the digest itself.
    let withoutDigest = hashes[0].lastIndex(of: "$").map { String(hashes[0][...$0]) } ?? ""
    for damaged in ["", String(hashes[0].dropLast()), hashes[0] + "0", "text", withoutDigest] {
      try expect("what is no hash verifies nothing", try !service.verifyPassword(password, hash: damaged))
    }
  }

  /// A hash with one character gone or another verifies nothing.
  func expectNotVerified(_ password: String, byADamagedHash place: Int) throws {
    let hash = Array(try service.hashPassword(password))
    for replacement in ["", "0", "1", "g", "$", " "] {
      var damaged = hash.map(String.init)
      damaged[place % hash.count] = replacement
      // A hash of capitals or of another digit's value would be the same, a text that is the same too.
      if damaged.joined() == String(hash) { continue }
      try expect(
        "“\(damaged.joined())”, damaged at \(place % hash.count), verifies nothing",
        try !service.verifyPassword(password, hash: damaged.joined()))
    }
  }

  func expectNotVerified(_ miss: String, by password: String) throws {
    try expect(
      "the hash of another password does not verify", try !service.verifyPassword(miss, hash: service.hashPassword(password)))
  }

  /// Of an app that scales nothing down (Req 10.4).
  func expectRoundsOfTheApp() throws {
    let app = system.parts.makeCrypto(CryptoSetup(keyring: VaultKeyring()))
    try expect("rounds of a new key in the app", app.rounds, equals: 100_000)
  }

  func expectSalts() throws {
    let salts = [try service.generateSalt(), try service.generateSalt()]
    try expect("bytes of a salt", salts.map(\.count), equals: [16, 16])
    try expect("two salts differ", salts[0] != salts[1])
  }
}

/// What somebody does to what is encrypted.
enum Tampering: Sendable, Equatable {
  /// Counted over all bits, and begun anew after the last.
  case flippedBit(Int)
  case cut(Int)
  case cutInFront
  case emptied
  case byteAdded

  /// The bytes as they are then; never those that they were.
  func applied(to sealed: [UInt8]) -> [UInt8] {
    var sealed = sealed
    switch self {
    case .flippedBit(let bit) where !sealed.isEmpty: sealed[bit / 8 % sealed.count] ^= 1 << (bit % 8)
    case .flippedBit, .byteAdded: sealed.append(0)
    case .cut(let count): sealed.removeLast(min(max(1, count), sealed.count))
    case .cutInFront: sealed.removeFirst(min(1, sealed.count))
    case .emptied: sealed = []
    }
    return sealed
  }
}

extension Generator where Value == Tampering {
  static let tampering = Generator.frequency(
    (5, Generator<Int>.int(in: 0...4_000).map { .flippedBit($0) }), (2, Generator<Int>.int(in: 1...40).map { .cut($0) }),
    (1, .element(of: [.cutInFront, .emptied, .byteAdded])))
}
