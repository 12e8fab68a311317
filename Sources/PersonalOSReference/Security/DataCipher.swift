/// Encrypts and decrypts with a key that is at hand: for a transaction, which cannot wait for the keychain.
public struct DataCipher: Sendable {
  /// As ``SecureStorage/encryptData(_:)``.
  public var seal: @Sendable ([UInt8]) throws -> [UInt8]
  /// As ``SecureStorage/decryptData(_:)``.
  public var open: @Sendable ([UInt8]) throws -> [UInt8]

  public init(
    seal: @escaping @Sendable ([UInt8]) throws -> [UInt8], open: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) {
    self.seal = seal
    self.open = open
  }
}
