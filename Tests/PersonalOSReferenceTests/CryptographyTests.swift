import Foundation
import PlatformStandIns
import Testing

/// The cryptography is the platform's; that it is called rightly is checked against published vectors.
@Suite("Cryptography")
struct CryptographyTests {
  @Test("SHA-256: the examples of FIPS 180")
  func digests() {
    let examples = [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ]
    for (text, digest) in examples { #expect(SHA256Digest.of(text).hexadecimalText == digest) }
  }

  @Test("HMAC-SHA-256: RFC 4231, test cases 1 to 4, 6 and 7")
  func authenticationCodes() throws {
    let large =
      "This is a test using a larger than block-size key and a larger than block-size data. The key "
      + "needs to be hashed before being used by the HMAC algorithm."
    let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
      (
        bytes("0b", 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        bytes("aa", 20), bytes("dd", 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        Array(1...25), bytes("cd", 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
      ),
      (
        bytes("aa", 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      (
        bytes("aa", 131), Array(large.utf8),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
      ),
    ]
    for vector in cases {
      #expect(try HMACSHA256.code(of: vector.message, key: vector.key).hexadecimalText == vector.code)
    }
    let empty = try HMACSHA256.code(of: [], key: [])
    #expect(empty.hexadecimalText == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test("PBKDF2-HMAC-SHA-256: RFC 7914, and the inputs of RFC 6070")
  func derivedKeys() throws {
    let vectors = [
      (
        "passwd", "salt", 1,
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
          + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
      ),
      (
        "Password", "NaCl", 80_000,
        "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
          + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
      ),
      ("password", "salt", 1, "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"),
      ("password", "salt", 2, "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
      ("password", "salt", 4_096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
      (
        "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4_096,
        "348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1c635518c7dac47e9"
      ),
      ("pass\0word", "sa\0lt", 4_096, "89b69d0516f829893c696226650a8687"),
    ]
    for (password, salt, iterations, key) in vectors {
      let derived = try PBKDF2SHA256.key(
        password: Array(password.utf8), salt: Array(salt.utf8), iterations: iterations,
        keySize: (key.count + 1) / 2)
      #expect(derived.hexadecimalText.hasPrefix(key.prefix(128)), "\(password), \(iterations)")
    }
    #expect(throws: CryptographyError.self) {
      try PBKDF2SHA256.key(password: [1], salt: [2], iterations: 0, keySize: 32)
    }
    #expect(throws: CryptographyError.self) {
      try PBKDF2SHA256.key(password: [1], salt: [2], iterations: 1, keySize: 0)
    }
  }

  struct Vector: Sendable {
    let name: String
    let key: String
    let nonce: String
    var plaintext = ""
    var associatedData = ""
    var ciphertext = ""
    let tag: String
  }

  static let longPlaintext =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  static let longCiphertext =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"
  static let longKey = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"

  static let vectors = [
    Vector(
      name: "McGrew and Viega, case 13", key: String(repeating: "0", count: 64),
      nonce: String(repeating: "0", count: 24), tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    Vector(
      name: "McGrew and Viega, case 14", key: String(repeating: "0", count: 64),
      nonce: String(repeating: "0", count: 24), plaintext: String(repeating: "0", count: 32),
      ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    Vector(
      name: "McGrew and Viega, case 15", key: longKey, nonce: "cafebabefacedbaddecaf888",
      plaintext: longPlaintext, ciphertext: longCiphertext, tag: "b094dac5d93471bdec1a502270e3cc6c"),
    Vector(
      name: "McGrew and Viega, case 16", key: longKey, nonce: "cafebabefacedbaddecaf888",
      plaintext: String(longPlaintext.prefix(120)),
      associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      ciphertext: String(longCiphertext.prefix(120)), tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    Vector(
      name: "NIST CAVP gcmEncryptExtIV256, no plaintext",
      key: "b52c505a37d78eda5dd34f20c22540ea1b58963cf8e5bf8ffa85f9f2492505b4",
      nonce: "516c33929df5a3284ff463d7", tag: "bdc1ac884d332457a1d2664f168c76f0"),
    Vector(
      name: "NIST CAVP gcmEncryptExtIV256, one block",
      key: "31bdadd96698c204aa9ce1448ea94ae1fb4a9a0b3c9d773b51bb1822666b8f22",
      nonce: "0d18e06c7c725ac9e362e1ce", plaintext: "2db5168e932556f8089a0622981d017d",
      ciphertext: "fa4362189661d163fcd6a56d8bf0405a", tag: "d636ac1bbedd5cc3ee727dc2ab4a9489"),
  ]

  @Test("AES-256-GCM: published vectors", arguments: vectors)
  func sealing(_ vector: Vector) throws {
    let (key, nonce) = (bytes(vector.key), bytes(vector.nonce))
    let sealed = try AES256GCM.seal(
      bytes(vector.plaintext), key: key, nonce: nonce, associatedData: bytes(vector.associatedData))
    #expect(sealed.hexadecimalText == vector.nonce + vector.ciphertext + vector.tag)
    let opened = try AES256GCM.open(sealed, key: key, associatedData: bytes(vector.associatedData))
    #expect(opened == bytes(vector.plaintext))
    #expect(throws: CryptographyError.sealBroken) {
      try AES256GCM.open(sealed, key: key, associatedData: bytes(vector.associatedData) + [0])
    }
  }

  @Test("A key or nonce of another size is refused by name")
  func sizes() {
    #expect(throws: CryptographyError.wrongSize(of: "the key", expected: "32 bytes", found: 16)) {
      try AES256GCM.seal([], key: bytes("00", 16), nonce: bytes("00", 12))
    }
    #expect(throws: CryptographyError.wrongSize(of: "the nonce", expected: "12 bytes", found: 16)) {
      try AES256GCM.seal([], key: bytes("00", 32), nonce: bytes("00", 16))
    }
    for size in 0..<28 {
      #expect(throws: CryptographyError.sealBroken) {
        try AES256GCM.open(bytes("00", size), key: bytes("00", 32))
      }
    }
  }

  /// GCM encrypts as the counter mode does that begins with the nonce and a 2. (The command cannot do GCM
  /// itself.)
  @Test("Agrees with the openssl command on drawn inputs", .enabled(if: OpenSSLCommand.isPresent))
  func agreesWithTheCommand() throws {
    for size in [1, 15, 16, 17, 1_000, 70_000] {
      let (key, message) = (try SecureRandom.bytes(32), try SecureRandom.bytes(size))
      let nonce = try SecureRandom.bytes(12)
      let sealed = try AES256GCM.seal(message, key: key, nonce: nonce)
      let counter = nonce.hexadecimalText + "00000002"
      let stream = try OpenSSLCommand.run(
        ["enc", "-aes-256-ctr", "-nosalt", "-K", key.hexadecimalText, "-iv", counter], input: message)
      #expect(Array(sealed.dropFirst(12).dropLast(16)) == stream)

      let tag = try OpenSSLCommand.run(
        [
          "mac", "-cipher", "AES-256-GCM", "-macopt", "hexkey:" + key.hexadecimalText, "-macopt",
          "hexiv:" + nonce.hexadecimalText, "-binary", "-in", "/dev/stdin", "GMAC",
        ], input: message)
      #expect(try AES256GCM.seal([], key: key, nonce: nonce, associatedData: message) == nonce + tag)

      let digest = try OpenSSLCommand.run(["dgst", "-sha256", "-binary"], input: message)
      #expect(SHA256Digest.of(message) == digest)
      let code = try OpenSSLCommand.run(
        ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:" + key.hexadecimalText, "-binary"],
        input: message)
      #expect(try HMACSHA256.code(of: message, key: key) == code)
    }
  }

  @Test("Derives the keys that the openssl command derives", .enabled(if: OpenSSLCommand.isPresent))
  func derivesAsTheCommand() throws {
    for (iterations, size) in [(1, 16), (3, 33), (1_000, 64)] {
      let (password, salt) = (try SecureRandom.bytes(11), try SecureRandom.bytes(17))
      let key = try OpenSSLCommand.run([
        "kdf", "-keylen", "\(size)", "-kdfopt", "digest:SHA256", "-kdfopt",
        "hexpass:" + password.hexadecimalText, "-kdfopt", "hexsalt:" + salt.hexadecimalText, "-kdfopt",
        "iter:\(iterations)", "-binary", "PBKDF2",
      ])
      #expect(
        try PBKDF2SHA256.key(password: password, salt: salt, iterations: iterations, keySize: size) == key)
    }
  }

  @Test("Random bytes are as many as asked for, and others each time")
  func randomBytes() throws {
    #expect(try SecureRandom.bytes(0) == [])
    #expect(try Set((0..<100).map { _ in try SecureRandom.bytes(16) }).count == 100)
    #expect(throws: CryptographyError.self) { try SecureRandom.bytes(-1) }
  }

  private func bytes(_ hexadecimal: String, _ count: Int = 1) -> [UInt8] {
    let digits = Array(String(repeating: hexadecimal, count: count))
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
    }
  }
}

/// The openssl command, as a second opinion where it is installed.
enum OpenSSLCommand {
  private static let path = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl", "/usr/local/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// OpenSSL 3 or later, not LibreSSL, which lacks some of the commands.
  static let isPresent: Bool = {
    guard let version = try? run(["version"]) else { return false }
    let text = String(decoding: version, as: UTF8.self)
    return text.hasPrefix("OpenSSL ") && !text.hasPrefix("OpenSSL 1") && !text.hasPrefix("OpenSSL 0")
  }()

  static func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/nonexistent")
    process.arguments = arguments
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A file, for a pipe holds only so much.
    let source = folder.appendingPathComponent("input")
    try Data(input).write(to: source)
    process.standardInput = try FileHandle(forReadingFrom: source)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let result = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    return Array(result)
  }

  struct Failure: Error {
    let arguments: [String]
  }
}
