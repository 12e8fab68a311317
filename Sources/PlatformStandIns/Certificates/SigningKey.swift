/// A private key that certificates are made with: for tests and generators, which need certificates of
/// their own. No app should hold one.
public struct SigningKey: Sendable, Equatable {
  /// The library takes ten times as long to read PKCS #8 as to make the key of a seed.
  enum Form: Sendable, Equatable {
    case seedOfEd25519([UInt8])
    /// DER.
    case pkcs8([UInt8])
  }

  let form: Form
  /// The public half as it stands in a certificate: SubjectPublicKeyInfo, DER.
  public let subjectPublicKeyInfo: [UInt8]
}

/// Prints without the private half, wherever it is printed.
extension SigningKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "signing key of \(subjectPublicKeyInfo.hexadecimalText)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

#if canImport(CryptoKit)
  extension SigningKey {
    public init(der: [UInt8]) throws(CertificateError) { throw .libraryMissing }
    public static func ed25519(seed: [UInt8]) throws(CertificateError) -> SigningKey { throw .libraryMissing }
    public static func p256() throws(CertificateError) -> SigningKey { throw .libraryMissing }
  }
#else
  import CCrypto

  extension SigningKey {
    /// Reads PKCS #8, DER: a private key of any algorithm that the library knows.
    public init(der: [UInt8]) throws(CertificateError) { try self.init(.pkcs8(der)) }

    /// The key of RFC 8032 that belongs to these 32 bytes: the same seed, the same key. Its signatures are
    /// always the same too.
    public static func ed25519(seed: [UInt8]) throws(CertificateError) -> SigningKey {
      try SigningKey(.seedOfEd25519(seed))
    }

    /// A new random key on the curve P-256.
    public static func p256() throws(CertificateError) -> SigningKey {
      let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
      defer { EVP_PKEY_CTX_free(context) }
      var key: OpaquePointer?
      defer { EVP_PKEY_free(key) }
      guard EVP_PKEY_keygen_init(context) == 1,
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
        EVP_PKEY_keygen(context, &key) == 1
      else { throw .notMade(operation: "generate a key") }
      let info = EVP_PKEY2PKCS8(key)
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      guard let info, let der = encodedDER({ i2d_PKCS8_PRIV_KEY_INFO(info, $0) }) else {
        throw .notMade(operation: "encode a key")
      }
      return try SigningKey(der: der)
    }

    private init(_ form: Form) throws(CertificateError) {
      self.form = form
      guard let key = Self.make(form) else { throw .unreadable }
      defer { EVP_PKEY_free(key) }
      guard let der = encodedDER({ i2d_PUBKEY(key, $0) }) else { throw .notMade(operation: "encode a key") }
      subjectPublicKeyInfo = der
    }

    /// The library's own form, to be freed by the caller.
    func decoded() -> OpaquePointer? { Self.make(form) }

    private static func make(_ form: Form) -> OpaquePointer? {
      switch form {
      case .seedOfEd25519(let seed):
        return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
      case .pkcs8(let der):
        return der.withUnsafeBufferPointer { buffer in
          var next = buffer.baseAddress
          let key = d2i_AutoPrivateKey(nil, &next, buffer.count)
          if key == nil { ERR_clear_error() }
          return key
        }
      }
    }
  }

  /// What one of the library's `i2d_…` functions writes.
  func encodedDER(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    let size = encode(&bytes)
    defer { CRYPTO_free(bytes, #file, Int32(#line)) }
    guard size > 0, let bytes else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }
#endif
