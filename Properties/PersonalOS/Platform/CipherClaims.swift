import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// What the drawn bytes of a case are used for.
struct CipherCase: Sendable {
  let message: [UInt8]
  let key: [UInt8]
  let nonce: [UInt8]
  let associatedData: [UInt8]
  let codeKey: [UInt8]
  let iterations: Int
  let derivedSize: Int
  /// Which bit of what was sealed is another, counted from its end and from its beginning in turn.
  let alteredBit: Int
}

extension Generator where Value == CipherCase {
  static var cipherCase: Generator {
    let byte = Generator<UInt8>.integer(in: UInt8.min...UInt8.max)
    // Around the block sizes: 16 of the cipher, 64 of the digest.
    let size = Generator<Int>.oneOf(.int(in: 0...4), .int(in: 13...18), .int(in: 60...70), .int(in: 100...300))
    let text = Generator<[UInt8]> { source in try source(.array(of: byte, count: try source(size))) }
    return Generator { source in
      CipherCase(
        message: try source(text), key: try source(.array(of: byte, count: 32)), nonce: try source(.array(of: byte, count: 12)),
        associatedData: try source(.oneOf(.constant([]), text)), codeKey: try source(text),
        iterations: try source(.int(in: 1...4)), derivedSize: try source(.element(of: [1, 16, 31, 32, 33, 64, 65])),
        alteredBit: try source(.int(in: 0...100_000)))
    }
  }
}

/// The claims of POS-P2.
struct CipherClaims {
  let ciphers: CipherSystem

  func expectPublishedAnswers() throws {
    for vector in CipherVector.digests {
      try expect("SHA-256 of \(vector.message.count) bytes", text(ciphers.digest(vector.message)), equals: vector.answer)
    }
    for vector in CipherVector.codes {
      let code = try ciphers.code(vector.message, vector.key)
      try expect("HMAC with a key of \(vector.key.count) bytes", text(code), equals: vector.answer)
    }
    for vector in CipherVector.derivedKeys {
      let key = try ciphers.deriveKey(vector.message, vector.key, vector.iterations, vector.answer.count / 2)
      try expect("PBKDF2 of \(vector.iterations) iterations", text(key), equals: vector.answer)
    }
    for vector in CipherVector.seals {
      let sealed = try ciphers.seal(vector.message, vector.key, vector.nonce, vector.associatedData)
      try expect("what \(vector.message.count) bytes are sealed as", text(sealed), equals: text(vector.nonce) + vector.answer)
    }
  }

  /// HMAC as RFC 2104 makes it of the digest, PBKDF2 as RFC 8018 makes it of HMAC.
  func expectDefinitions(_ drawn: CipherCase) throws {
    let code = try ciphers.code(drawn.message, drawn.codeKey)
    try expect("the code with a key of \(drawn.codeKey.count) bytes", code, equals: definedCode(drawn.message, drawn.codeKey))
    let key = try ciphers.deriveKey(drawn.codeKey, drawn.message, drawn.iterations, drawn.derivedSize)
    try expect("a derived key of \(drawn.derivedSize) bytes", key, equals: definedKey(drawn))
    try expect("hexadecimal text", ciphers.hexadecimalText(drawn.message), equals: text(drawn.message))
  }

  func expectSealsHold(_ drawn: CipherCase) throws {
    let sealed = try ciphers.seal(drawn.message, drawn.key, drawn.nonce, drawn.associatedData)
    try expect("how many bytes are sealed", sealed.count, equals: drawn.message.count + 28)
    try expect("the nonce", Array(sealed.prefix(12)), equals: drawn.nonce)
    try expect("opened", try ciphers.open(sealed, drawn.key, drawn.associatedData), equals: drawn.message)
    var altered = sealed
    let place = drawn.alteredBit / 8 % sealed.count
    altered[drawn.alteredBit % 2 == 0 ? place : sealed.count - 1 - place] ^= 1 << (drawn.alteredBit % 8)
    var otherKey = drawn.key
    otherKey[drawn.alteredBit % 32] ^= 1
    try expectBroken("altered", altered, drawn.key, drawn.associatedData)
    try expectBroken("with another key", sealed, otherKey, drawn.associatedData)
    try expectBroken("with other associated data", sealed, drawn.key, drawn.associatedData + [0])
    try expectBroken("cut", Array(sealed.dropLast()), drawn.key, drawn.associatedData)
    for size in [0, 11, 12, 27] {
      try expectBroken("\(size) bytes", Array(sealed.prefix(size)), drawn.key, drawn.associatedData)
    }
  }

  func expectRandomBytes() throws {
    for count in [0, 1, 12, 32] {
      try expect("how many random bytes", try ciphers.randomBytes(count).count, equals: count)
    }
    // Of 256 bits that agree nobody has heard.
    try expect("two keys differ", try ciphers.randomBytes(32) != ciphers.randomBytes(32))
  }

  private func expectBroken(_ what: String, _ sealed: [UInt8], _ key: [UInt8], _ associatedData: [UInt8]) throws {
    let error = try expectThrows("what was sealed opens \(what)", CryptographyError.self) {
      _ = try ciphers.open(sealed, key, associatedData)
    }
    try expect("why it does not open \(what)", error, equals: .sealBroken)
  }

  private func definedCode(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? ciphers.digest(key) : key
    block += Array(repeating: 0, count: 64 - block.count)
    return ciphers.digest(block.map { $0 ^ 0x5C } + ciphers.digest(block.map { $0 ^ 0x36 } + message))
  }

  private func definedKey(_ drawn: CipherCase) -> [UInt8] {
    var key: [UInt8] = []
    var number: UInt8 = 1
    while key.count < drawn.derivedSize {
      var link = definedCode(drawn.message + [0, 0, 0, number], drawn.codeKey)
      var block = link
      for _ in 1..<drawn.iterations {
        link = definedCode(link, drawn.codeKey)
        block = zip(block, link).map { $0 ^ $1 }
      }
      key += block
      number += 1
    }
    return Array(key.prefix(drawn.derivedSize))
  }

  private func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
