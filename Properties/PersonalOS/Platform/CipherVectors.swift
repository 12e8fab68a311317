/// What a cipher is given and what comes out, as it was published.
struct CipherVector: Sendable {
  let message: [UInt8]
  /// Of a derived key the salt.
  var key: [UInt8] = []
  var nonce: [UInt8] = []
  var associatedData: [UInt8] = []
  var iterations = 0
  /// In hexadecimal digits; of a seal without its nonce.
  let answer: String

  /// FIPS 180-4.
  static let digests = [
    CipherVector(message: [], answer: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    CipherVector(message: Array("abc".utf8), answer: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    CipherVector(
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      answer: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ]

  /// RFC 4231, and the code of nothing without a key.
  static let codes = [
    CipherVector(
      message: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8),
      answer: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    CipherVector(
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), key: Array(repeating: 0xAA, count: 131),
      answer: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    CipherVector(message: [], answer: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
  ]

  /// RFC 7914, and the inputs of RFC 6070.
  static let derivedKeys = [
    CipherVector(
      message: Array("passwd".utf8), key: Array("salt".utf8), iterations: 1,
      answer: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"),
    CipherVector(
      message: Array("password".utf8), key: Array("salt".utf8), iterations: 2,
      answer: "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
    CipherVector(
      message: Array("pass\0word".utf8), key: Array("sa\0lt".utf8), iterations: 4_096,
      answer: "89b69d0516f829893c696226650a8687"),
  ]

  /// McGrew and Viega, cases 13 to 16, and one of NIST's.
  static let seals = [
    CipherVector(
      message: [], key: zeros(32), nonce: zeros(12), answer: "530f8afbc74536b9a963b4f1c4cb738b"),
    CipherVector(
      message: zeros(16), key: zeros(32), nonce: zeros(12),
      answer: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
    CipherVector(
      message: bytes(longMessage), key: bytes(longKey), nonce: bytes("cafebabefacedbaddecaf888"),
      answer: longAnswer + "b094dac5d93471bdec1a502270e3cc6c"),
    CipherVector(
      message: Array(bytes(longMessage).prefix(60)), key: bytes(longKey), nonce: bytes("cafebabefacedbaddecaf888"),
      associatedData: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
      answer: longAnswer.prefix(120) + "76fc6ece0f4e1768cddf8853bb2d551b"),
    CipherVector(
      message: bytes("2db5168e932556f8089a0622981d017d"),
      key: bytes("31bdadd96698c204aa9ce1448ea94ae1fb4a9a0b3c9d773b51bb1822666b8f22"),
      nonce: bytes("0d18e06c7c725ac9e362e1ce"),
      answer: "fa4362189661d163fcd6a56d8bf0405ad636ac1bbedd5cc3ee727dc2ab4a9489"),
  ]

  private static let longKey = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let longMessage =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  private static let longAnswer =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = digits.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
