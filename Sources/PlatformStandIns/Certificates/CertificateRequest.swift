import Foundation

/// What a certificate is to say, for tests and generators that make their own.
public struct CertificateRequest: Sendable, Equatable {
  /// The subject's common name, its only part; at most 64 UTF-8 bytes.
  public var commonName: String
  /// Each a DNS name of letters, digits, hyphens, dots and asterisks.
  public var dnsNames: [String]
  /// Whole seconds.
  public var validity: ClosedRange<Date>
  public var serialNumber: Int
  /// Whether it may sign others.
  public var isAuthority: Bool
  /// IP addresses beside the DNS names.
  public var addresses: [String] = []
  public var restrictions: [Restriction] = []

  /// What a certificate says against some of its uses.
  public enum Restriction: Sendable, Equatable {
    /// An authority signs certificates of this domain alone.
    case domain(String)
    /// So many authorities at most follow this one.
    case pathLength(Int)
    /// "serverAuth", "clientAuth"; several separated by commas.
    case purpose(String)
    /// "digitalSignature", "cRLSign".
    case keyUsage(String)
    /// A critical extension that nobody knows.
    case unknownCriticalExtension
  }

  public init(
    commonName: String, dnsNames: [String] = [], validity: ClosedRange<Date>, serialNumber: Int = 1,
    isAuthority: Bool = false
  ) {
    self.commonName = commonName
    self.dnsNames = dnsNames
    self.validity = validity
    self.serialNumber = serialNumber
    self.isAuthority = isAuthority
  }
}

#if canImport(CryptoKit)
  extension CertificateRequest {
    public func certificate(
      for key: SigningKey, issuer: String, issuerKey: SigningKey
    ) throws(CertificateError) -> [UInt8] { throw .libraryMissing }
  }
#else
  import CCrypto

  extension CertificateRequest {
    /// Makes the certificate of `key`, signed by `issuerKey` in the name of `issuer` (a common name). With
    /// the key and the name of its own it is self-signed.
    /// - Returns: DER.
    public func certificate(
      for key: SigningKey, issuer: String, issuerKey: SigningKey
    ) throws(CertificateError) -> [UInt8] {
      let subjectKey = key.decoded()
      defer { EVP_PKEY_free(subjectKey) }
      let signer = issuerKey.decoded()
      defer { EVP_PKEY_free(signer) }
      let certificate = X509_new()
      defer { X509_free(certificate) }
      guard let subjectKey, let signer, let certificate else { throw .notMade(operation: "read its keys") }
      guard let start = time(validity.lowerBound), let end = time(validity.upperBound) else {
        throw .notMade(operation: "write its dates")
      }
      // The library reads more out of this text than names.
      guard dnsNames.joined().utf8.allSatisfy({ Self.nameBytes.contains($0) }) else {
        throw .notMade(operation: "write its DNS names")
      }

      guard X509_set_version(certificate, 2) == 1,
        ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), Int64(serialNumber)) == 1,
        ASN1_TIME_set(X509_getm_notBefore(certificate), start) != nil,
        ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil,
        X509_set_pubkey(certificate, subjectKey) == 1,
        Self.setName(commonName, of: X509_get_subject_name(certificate)),
        Self.setName(issuer, of: X509_get_issuer_name(certificate))
      else { throw .notMade(operation: "fill a certificate") }

      guard addresses.joined().utf8.allSatisfy({ Self.addressBytes.contains($0) }) else {
        throw .notMade(operation: "write its addresses")
      }
      for (kind, text) in extensions {
        let part = X509V3_EXT_nconf_nid(nil, nil, kind, text)
        defer { X509_EXTENSION_free(part) }
        guard part != nil, X509_add_ext(certificate, part, -1) == 1 else {
          throw .notMade(operation: "add an extension")
        }
      }

      if restrictions.contains(.unknownCriticalExtension) { try Self.addUnknownExtension(to: certificate) }

      let id = EVP_PKEY_get_base_id(signer)
      let digest = id == EVP_PKEY_ED25519 ? nil : EVP_sha256()
      guard X509_sign(certificate, signer, digest) > 0,
        let der = encodedDER({ i2d_X509(certificate, $0) })
      else { throw .notMade(operation: "sign a certificate") }
      return der
    }

    private static let nameBytes = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.*".utf8)

    private static let addressBytes = Set("0123456789abcdefABCDEF.:".utf8)

    /// By kind, as the library's configuration files write them.
    private var extensions: [(kind: Int32, text: String)] {
      var constraints = isAuthority ? "critical,CA:TRUE" : "critical,CA:FALSE"
      var others: [(kind: Int32, text: String)] = isAuthority ? [(NID_key_usage, "critical,keyCertSign,cRLSign")] : []
      for restriction in restrictions {
        switch restriction {
        case .domain(let domain): others.append((NID_name_constraints, "critical,permitted;DNS:\(domain)"))
        case .pathLength(let count): constraints += ",pathlen:\(count)"
        case .purpose(let purposes): others.append((NID_ext_key_usage, purposes))
        case .keyUsage(let usage): others.append((NID_key_usage, "critical,\(usage)"))
        case .unknownCriticalExtension: break
        }
      }
      let names = dnsNames.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
      if !names.isEmpty { others.append((NID_subject_alt_name, names.joined(separator: ","))) }
      return [(NID_basic_constraints, constraints)] + others
    }

    private static func addUnknownExtension(to certificate: OpaquePointer) throws(CertificateError) {
      let object = OBJ_txt2obj("1.3.6.1.4.1.55555.1", 1)
      let value = ASN1_OCTET_STRING_new()
      defer {
        ASN1_OBJECT_free(object)
        ASN1_OCTET_STRING_free(value)
      }
      guard ASN1_OCTET_STRING_set(value, [5, 0], 2) == 1 else { throw .notMade(operation: "write an extension") }
      let part = X509_EXTENSION_create_by_OBJ(nil, object, 1, value)
      defer { X509_EXTENSION_free(part) }
      guard part != nil, X509_add_ext(certificate, part, -1) == 1 else { throw .notMade(operation: "add an extension") }
    }

    private func time(_ date: Date) -> Int? { Int(exactly: date.timeIntervalSince1970.rounded(.down)) }

    private static func setName(_ text: String, of name: OpaquePointer?) -> Bool {
      let bytes = Array(text.utf8)
      return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0) == 1
    }
  }
#endif
