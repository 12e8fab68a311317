#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import CCrypto
#endif

/// AES-256 in Galois/counter mode (NIST SP 800-38D) with nonces of 96 bits and tags of 128, computed by the
/// platform's own library.
public enum AES256GCM {
  /// In bytes.
  public static let keySize = 32
  /// In bytes.
  public static let nonceSize = 12
  /// In bytes.
  public static let tagSize = 16

  /// Encrypts `plaintext` and signs it together with `associatedData`.
  /// - Parameter nonce: 12 bytes that were never used before with this key.
  /// - Returns: nonce ‖ ciphertext ‖ tag, 28 bytes more than the plaintext has.
  public static func seal(
    _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try demand("the key", keySize, key.count)
    try demand("the nonce", nonceSize, nonce.count)
    return nonce + (try encrypt(plaintext, key, nonce, associatedData))
  }

  /// Gives the plaintext of what ``seal(_:key:nonce:associatedData:)`` made.
  /// - Throws: ``CryptographyError/sealBroken`` unless all of it is as it was sealed.
  public static func open(
    _ sealed: [UInt8], key: [UInt8], associatedData: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try demand("the key", keySize, key.count)
    guard sealed.count >= nonceSize + tagSize else { throw .sealBroken }
    return try decrypt(
      Array(sealed[nonceSize..<sealed.count - tagSize]), key, Array(sealed.prefix(nonceSize)),
      tag: Array(sealed.suffix(tagSize)), associatedData)
  }

  private static func demand(_ subject: String, _ size: Int, _ found: Int) throws(CryptographyError) {
    guard found == size else { throw .wrongSize(of: subject, expected: "\(size) bytes", found: found) }
  }
}

#if canImport(CryptoKit)
  extension AES256GCM {
    private static func encrypt(
      _ plaintext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      do {
        let box = try AES.GCM.seal(
          plaintext, using: SymmetricKey(data: key), nonce: try AES.GCM.Nonce(data: nonce),
          authenticating: associatedData)
        return Array(box.ciphertext) + Array(box.tag)
      } catch {
        throw .libraryFailed(operation: "encrypt")
      }
    }

    private static func decrypt(
      _ ciphertext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], tag: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      do {
        let box = try AES.GCM.SealedBox(
          nonce: try AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
        return Array(
          try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: associatedData))
      } catch {
        throw .sealBroken
      }
    }
  }
#else
  extension AES256GCM {
    private static func encrypt(
      _ plaintext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed(operation: "encrypt") }
      defer { EVP_CIPHER_CTX_free(context) }
      var written: Int32 = 0
      // Room for a block more than the plaintext, so that the buffer is never empty.
      var ciphertext = [UInt8](repeating: 0, count: plaintext.count + tagSize)
      var tag = [UInt8](repeating: 0, count: tagSize)
      guard
        let inputSize = Int32(exactly: plaintext.count), let dataSize = Int32(exactly: associatedData.count),
        EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
        associatedData.isEmpty || EVP_EncryptUpdate(context, nil, &written, associatedData, dataSize) == 1,
        plaintext.isEmpty || EVP_EncryptUpdate(context, &ciphertext, &written, plaintext, inputSize) == 1,
        EVP_EncryptFinal_ex(context, &tag, &written) == 1,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1
      else { throw .libraryFailed(operation: "encrypt") }
      return ciphertext.prefix(plaintext.count) + tag
    }

    private static func decrypt(
      _ ciphertext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], tag: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed(operation: "decrypt") }
      defer { EVP_CIPHER_CTX_free(context) }
      var written: Int32 = 0
      var tag = tag
      var plaintext = [UInt8](repeating: 0, count: ciphertext.count + tagSize)
      guard
        let inputSize = Int32(exactly: ciphertext.count), let dataSize = Int32(exactly: associatedData.count),
        EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
        associatedData.isEmpty || EVP_DecryptUpdate(context, nil, &written, associatedData, dataSize) == 1,
        ciphertext.isEmpty || EVP_DecryptUpdate(context, &plaintext, &written, ciphertext, inputSize) == 1,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
      else { throw .libraryFailed(operation: "decrypt") }
      // The tag is compared here: what was decrypted so far means nothing before.
      var rest = [UInt8](repeating: 0, count: tagSize)
      guard EVP_DecryptFinal_ex(context, &rest, &written) == 1 else { throw .sealBroken }
      return Array(plaintext.prefix(ciphertext.count))
    }
  }
#endif
