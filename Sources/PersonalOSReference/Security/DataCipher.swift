/// Encrypts and decrypts with a key that it already has. Transactions use it, because they cannot wait for the
/// keychain.
public struct DataCipher: Sendable {
  /// Encrypts, as ``SecureStorage/encryptData(_:)`` does.
  public var seal: @Sendable ([UInt8]) throws -> [UInt8]
  /// Decrypts, as ``SecureStorage/decryptData(_:)`` does.
  public var open: @Sendable ([UInt8]) throws -> [UInt8]

  /// Creates a cipher from its two functions.
  public init(
    seal: @escaping @Sendable ([UInt8]) throws -> [UInt8], open: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) {
    self.seal = seal
    self.open = open
  }
}
