#if canImport(Security)
  import Security
#else
  import CCrypto
#endif

/// Random bytes that nobody can guess, from the platform's own generator: for keys, nonces and salts.
public enum SecureRandom {
  public static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
    guard count >= 0, let size = Int32(exactly: count) else {
      throw .wrongSize(of: "the number of random bytes", expected: "0 to \(Int32.max)", found: count)
    }
    var bytes = [UInt8](repeating: 0, count: count)
    #if canImport(Security)
      let isDone = SecRandomCopyBytes(kSecRandomDefault, Int(size), &bytes) == errSecSuccess
    #else
      let isDone = RAND_bytes(&bytes, size) == 1
    #endif
    guard isDone else { throw .libraryFailed(operation: "draw random bytes") }
    return bytes
  }
}
