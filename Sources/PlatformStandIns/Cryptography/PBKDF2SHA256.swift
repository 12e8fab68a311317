#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CCrypto
#endif

/// PBKDF2 (RFC 8018) with HMAC-SHA-256: a key out of a password, computed by the platform's own library.
public enum PBKDF2SHA256 {
  /// - Parameters:
  ///   - iterations: at least 1: how much work each guess of the password is to be.
  ///   - keySize: of the derived key, in bytes, at least 1.
  public static func key(
    password: [UInt8], salt: [UInt8], iterations: Int, keySize: Int
  ) throws(CryptographyError) -> [UInt8] {
    guard iterations >= 1, let rounds = Int32(exactly: iterations) else {
      throw .wrongSize(of: "the number of iterations", expected: "1 to \(Int32.max)", found: iterations)
    }
    guard keySize >= 1, let size = Int32(exactly: keySize) else {
      throw .wrongSize(of: "the derived key", expected: "1 to \(Int32.max) bytes", found: keySize)
    }
    guard let passwordSize = Int32(exactly: password.count), let saltSize = Int32(exactly: salt.count) else {
      throw .wrongSize(
        of: "password and salt", expected: "at most \(Int32.max) bytes",
        found: max(password.count, salt.count))
    }
    var key = [UInt8](repeating: 0, count: keySize)
    // The library takes signed characters.
    let characters = password.map { CChar(bitPattern: $0) } + [0]
    #if canImport(CommonCrypto)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), characters, Int(passwordSize), salt, Int(saltSize),
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), UInt32(rounds), &key, Int(size))
      guard status == kCCSuccess else { throw .libraryFailed(operation: "derive a key") }
    #else
      guard
        PKCS5_PBKDF2_HMAC(
          characters, passwordSize, salt, saltSize, rounds, EVP_sha256(), size, &key) == 1
      else { throw .libraryFailed(operation: "derive a key") }
    #endif
    return key
  }
}
