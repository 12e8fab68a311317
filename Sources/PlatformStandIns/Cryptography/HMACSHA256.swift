#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// HMAC (RFC 2104) with SHA-256, computed by the platform's own library.
public enum HMACSHA256 {
  /// The 32 bytes of the authentication code of `message`. A key of any length is taken.
  public static func code(of message: [UInt8], key: [UInt8]) throws(CryptographyError) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      var written: UInt32 = 0
      // A key without bytes would be taken for one that is missing; HMAC fills keys up with zeros anyway, and takes the
      // digest of one that is longer than a block: so its size is one that the library can be told.
      let key = key.isEmpty ? [0] : key.count > 64 ? SHA256Digest.of(key) : key
      guard HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &written) != nil else {
        throw .libraryFailed(operation: "authenticate")
      }
      return code
    #endif
  }
}
