import Foundation
import PlatformStandIns
import QuickVaultReference
import Testing

/// That the crypto service is what it says: the vectors of its ciphers themselves stand in the tests of PlatformStandIns.
@Suite("Crypto service")
struct CryptoServiceTests {
  static func service(rounds: Int = 1, key: UInt8 = 7) -> VaultCryptoService {
    let keyring = VaultKeyring()
    keyring.open([UInt8](repeating: key, count: 32))
    return VaultCryptoService(CryptoSetup(keyring: keyring, rounds: rounds))
  }

  @Test("Decision: the production figure is 100,000 rounds of PBKDF2-HMAC-SHA-256")
  func rounds() throws {
    #expect(VaultPolicy.standard.derivationRounds == 100_000)
    #expect(VaultCryptoService(CryptoSetup(keyring: VaultKeyring())).rounds == 100_000)
  }

  @Test("Keys are those of RFC 7914, section 11, as far as 32 bytes go")
  func publishedKeys() throws {
    let service = Self.service()
    let first = try service.deriveKey(from: "passwd", salt: Array("salt".utf8), rounds: 1)
    #expect(first.hexadecimalText == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
    let second = try service.deriveKey(from: "Password", salt: Array("NaCl".utf8), rounds: 80_000)
    #expect(second.hexadecimalText == "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56")
  }

  @Test("Keys are those that the openssl command derives", .enabled(if: OpenSSL.isPresent))
  func keysOfTheCommand() throws {
    for password in ["correct horse", "密码密码密码密码", "p", String(repeating: "long ", count: 40)] {
      let salt = try SecureRandom.bytes(16)
      let found = try OpenSSL.pbkdf2(password: password, salt: salt, rounds: 1_000)
      #expect(try Self.service(rounds: 1_000).deriveKey(from: password, salt: salt) == found)
    }
  }

  @Test("Wycheproof: AES-256-GCM with nonces of 96 bits is right, modified tags and everything else are refused")
  func wycheproofSeals() throws {
    var counts: [String: Int] = [:]
    for group in try Wycheproof.groups(of: "aes_gcm_test.json", Wycheproof.Seal.self) {
      let isOurs = group.keySize == 256 && group.ivSize == 96
      for test in group.tests {
        let sealed = bytes(test.iv + test.ct + test.tag)
        let (key, data) = (bytes(test.key), bytes(test.aad))
        let opened = try? AES256GCM.open(sealed, key: key, associatedData: data)
        let found = try? AES256GCM.seal(bytes(test.msg), key: key, nonce: bytes(test.iv), associatedData: data)
        let isValid = isOurs && test.result == "valid"
        #expect(opened == (isValid ? bytes(test.msg) : nil), "\(test.tcId)")
        // A modified tag is one that sealing never makes.
        #expect(isOurs ? (found == sealed) == isValid : found == nil, "\(test.tcId)")
        counts[isOurs ? test.result : "of another size", default: 0] += 1
      }
    }
    #expect(counts == ["valid": 39, "invalid": 27, "of another size": 36])
  }

  @Test("Wycheproof: PBKDF2-HMAC-SHA-256")
  func wycheproofKeys() throws {
    let tests = try Wycheproof.groups(of: "pbkdf2_hmacsha256_test.json", Wycheproof.Derivation.self).flatMap(\.tests)
    #expect(tests.count == 60)
    for test in tests {
      let found = try PBKDF2SHA256.key(
        password: bytes(test.password), salt: bytes(test.salt), iterations: test.iterationCount, keySize: test.dkLen)
      #expect(found == bytes(test.dk), "\(test.tcId)")
    }
  }

  @Test("Decision: composed and decomposed letters make the same key; other letters another")
  func normalisation() throws {
    let service = Self.service()
    let salt = [UInt8](repeating: 1, count: 16)
    #expect(try service.deriveKey(from: "caf\u{E9}1234", salt: salt) == service.deriveKey(from: "cafe\u{301}1234", salt: salt))
    #expect(try service.deriveKey(from: "cafe1234", salt: salt) != service.deriveKey(from: "caf\u{E9}1234", salt: salt))
    // Compatibility forms stay apart.
    #expect(try service.deriveKey(from: "\u{FF11}2345678", salt: salt) != service.deriveKey(from: "12345678", salt: salt))
  }

  @Test("A hash says how it was made, and verifies its password alone")
  func hashes() throws {
    let service = Self.service(rounds: 3)
    let (first, second) = (try service.hashPassword("correct horse"), try service.hashPassword("correct horse"))
    #expect(first != second && first.hasPrefix("pbkdf2-sha256$3$"))
    #expect(try service.verifyPassword("correct horse", hash: first))
    #expect(try Self.service(rounds: 9).verifyPassword("correct horse", hash: second), "the rounds are the hash's own")
    #expect(try !service.verifyPassword("correct hors", hash: first))
    for damaged in ["", "$", String(first.dropLast()), first + "0", first.replacing("$3$", with: "$0$"), "md5$3$00$00"] {
      #expect(try !service.verifyPassword("correct horse", hash: damaged), "\(damaged)")
    }
  }

  @Test("What is encrypted for one place does not decrypt for another, and nothing decrypts when locked")
  func places() throws {
    let keyring = VaultKeyring()
    keyring.open([UInt8](repeating: 7, count: 32))
    let service = VaultCryptoService(CryptoSetup(keyring: keyring, rounds: 1))
    let sealed = try service.encrypt("value", for: "field/1")
    #expect(sealed.count == 5 + 28)
    #expect(try service.decrypt(sealed, for: "field/1") == "value")
    #expect(throws: CryptographyError.sealBroken) { try service.decrypt(sealed, for: "field/2") }
    keyring.close()
    #expect(throws: AuthenticationError.locked) { try service.decrypt(sealed, for: "field/1") }
    #expect(throws: AuthenticationError.locked) { try service.encrypt("value", for: "field/1") }
  }

  @Test("A session ends with its lock, and the next one is another")
  func sessions() throws {
    let keyring = VaultKeyring()
    #expect(keyring.session == nil)
    keyring.open([1])
    let first = try #require(keyring.session)
    #expect(first.isCurrent)
    keyring.close()
    keyring.close()
    #expect(!first.isCurrent && keyring.session == nil)
    keyring.open([1])
    #expect(!first.isCurrent && keyring.session?.isCurrent == true)
  }
}
