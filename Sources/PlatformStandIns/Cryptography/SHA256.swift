#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// SHA-256 (FIPS 180-4), computed by the platform's own library: CryptoKit, or libcrypto.
public enum SHA256Digest {
  /// The 32 bytes of the digest of `bytes`. None where libcrypto was built or set up without SHA-256: which
  /// is no digest of anything, where zeros would be the same one for everything.
  public static func of(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(CryptoKit.SHA256.hash(data: bytes))
    #else
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      return CCrypto.SHA256(bytes, bytes.count, &digest) == nil ? [] : digest
    #endif
  }

  /// The digest of a text's UTF-8 bytes.
  public static func of(_ text: String) -> [UInt8] { of(Array(text.utf8)) }
}

extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits a byte.
  public var hexadecimalText: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
