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
    return try encrypt(plaintext, key, nonce, associatedData)
  }

  /// Gives the plaintext of what ``seal(_:key:nonce:associatedData:)`` made.
  /// - Throws: ``CryptographyError/sealBroken`` unless all of it is as it was sealed.
  public static func open(
    _ sealed: [UInt8], key: [UInt8], associatedData: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try demand("the key", keySize, key.count)
    guard sealed.count >= nonceSize + tagSize else { throw .sealBroken }
    return try decrypt(sealed, key, associatedData)
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
        return nonce + Array(box.ciphertext) + Array(box.tag)
      } catch {
        throw .libraryFailed(operation: "encrypt")
      }
    }

    private static func decrypt(
      _ sealed: [UInt8], _ key: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      do {
        let box = try AES.GCM.SealedBox(combined: sealed)
        return Array(
          try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: associatedData))
      } catch {
        throw .sealBroken
      }
    }
  }
#else
  // The library reads and writes where the arrays lie: a file of 10 MiB is neither copied nor overwritten first.
  extension AES256GCM {
    private static func encrypt(
      _ plaintext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed(operation: "encrypt") }
      defer { EVP_CIPHER_CTX_free(context) }
      guard let inputSize = Int32(exactly: plaintext.count), let dataSize = Int32(exactly: associatedData.count)
      else { throw .libraryFailed(operation: "encrypt") }
      let size = nonceSize + plaintext.count + tagSize
      let sealed = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
        guard let start = bytes.baseAddress else { return }
        start.initialize(from: nonce, count: nonceSize)
        let ciphertext = start + nonceSize
        let tag = ciphertext + plaintext.count
        var written: Int32 = 0
        let isDone =
          EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
          && (associatedData.isEmpty || EVP_EncryptUpdate(context, nil, &written, associatedData, dataSize) == 1)
          && (plaintext.isEmpty || EVP_EncryptUpdate(context, ciphertext, &written, plaintext, inputSize) == 1)
          && EVP_EncryptFinal_ex(context, tag, &written) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), tag) == 1
        count = isDone ? size : 0
      }
      guard sealed.count == size else { throw .libraryFailed(operation: "encrypt") }
      return sealed
    }

    private static func decrypt(
      _ sealed: [UInt8], _ key: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed(operation: "decrypt") }
      defer { EVP_CIPHER_CTX_free(context) }
      let size = sealed.count - nonceSize - tagSize
      guard let inputSize = Int32(exactly: size), let dataSize = Int32(exactly: associatedData.count)
      else { throw .libraryFailed(operation: "decrypt") }
      var tag = Array(sealed.suffix(tagSize))
      var failure: CryptographyError? = .libraryFailed(operation: "decrypt")
      let plaintext = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
        sealed.withUnsafeBufferPointer { sealed in
          guard let nonce = sealed.baseAddress else { return }
          var written: Int32 = 0
          guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            associatedData.isEmpty || EVP_DecryptUpdate(context, nil, &written, associatedData, dataSize) == 1,
            size == 0 || EVP_DecryptUpdate(context, bytes.baseAddress, &written, nonce + nonceSize, inputSize) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
          else { return }
          // The tag is compared here: what was decrypted so far means nothing before.
          var rest = [UInt8](repeating: 0, count: tagSize)
          failure = EVP_DecryptFinal_ex(context, &rest, &written) == 1 ? nil : .sealBroken
        }
        count = failure == nil ? size : 0
      }
      if let failure { throw failure }
      return plaintext
    }
  }
#endif
