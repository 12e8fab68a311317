import Foundation

#if canImport(CryptoKit)
  extension Certificate {
    public init(der: [UInt8]) throws(CertificateError) { throw .libraryMissing }

    public func isSigned(by issuer: Certificate) -> Bool { false }

    public func isIssued(by issuer: Certificate) -> Bool { false }
  }
#else
  import CCrypto

  extension Certificate {
    /// Reads a certificate.
    /// - Throws: ``CertificateError/unreadable`` where the bytes are not one certificate and nothing else.
    public init(der: [UInt8]) throws(CertificateError) {
      guard let certificate = Self.decode(der) else { throw .unreadable }
      defer { X509_free(certificate) }
      var key: UnsafeMutablePointer<UInt8>?
      let keySize = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key)
      defer { CRYPTO_free(key, #file, Int32(#line)) }
      guard keySize > 0, let key, let notBefore = Self.date(X509_get0_notBefore(certificate)),
        let notAfter = Self.date(X509_get0_notAfter(certificate)), notBefore <= notAfter,
        let subject = Self.text(of: X509_get_subject_name(certificate))
      else { throw .unreadable }
      self.der = der
      subjectPublicKeyInfo = Array(UnsafeBufferPointer(start: key, count: Int(keySize)))
      // The library writes the key anew: what was sent otherwise, with unused bits set, say, has another digest.
      guard Data(der).range(of: Data(subjectPublicKeyInfo)) != nil else { throw .unreadable }
      self.subject = subject
      dnsNames = Self.dnsNames(of: certificate)
      validity = notBefore...notAfter
    }

    /// Whether the issuer's key has signed this certificate: which says nothing of its right to.
    public func isSigned(by issuer: Certificate) -> Bool {
      compared(with: issuer) { Self.isSigned($0, by: $1) }
    }

    /// Whether `issuer` may sign certificates, its subject is the issuer that this one names, and its key
    /// has signed this one.
    public func isIssued(by issuer: Certificate) -> Bool {
      compared(with: issuer) { certificate, authority in
        X509_check_ca(authority) == 1 && X509_check_issued(authority, certificate) == X509_V_OK
          && Self.isSigned(certificate, by: authority)
      }
    }

    private static func isSigned(_ certificate: OpaquePointer, by issuer: OpaquePointer) -> Bool {
      X509_verify(certificate, X509_get0_pubkey(issuer)) == 1
    }

    private func compared(
      with other: Certificate, _ comparison: (_ this: OpaquePointer, _ other: OpaquePointer) -> Bool
    ) -> Bool {
      guard let this = Self.decode(der) else { return false }
      defer { X509_free(this) }
      guard let other = Self.decode(other.der) else { return false }
      defer { X509_free(other) }
      // What does not compare leaves errors behind, which others would take for theirs.
      defer { ERR_clear_error() }
      return comparison(this, other)
    }

    static func decode(_ der: [UInt8]) -> OpaquePointer? {
      der.withUnsafeBufferPointer { buffer in
        var next = buffer.baseAddress
        guard let certificate = d2i_X509(nil, &next, buffer.count) else {
          ERR_clear_error()
          return nil
        }
        if next == buffer.baseAddress?.advanced(by: buffer.count) { return certificate }
        X509_free(certificate)
        return nil
      }
    }

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
      guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
      defer { ASN1_TIME_free(epoch) }
      var (days, seconds): (Int32, Int32) = (0, 0)
      guard let time, ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
      return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
    }

    private static func text(of name: OpaquePointer?) -> String? {
      guard let sink = BIO_new(BIO_s_mem()) else { return nil }
      defer { BIO_free(sink) }
      guard X509_NAME_print_ex(sink, name, 0, CCRYPTO_NAME_RFC2253) >= 0 else { return nil }
      var text = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(sink)))
      guard BIO_read(sink, &text, Int32(text.count)) == text.count || text.isEmpty else { return nil }
      return String(decoding: text, as: UTF8.self)
    }

    private static func dnsNames(of certificate: OpaquePointer) -> [String] {
      guard let names = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
      let stack = OpaquePointer(names)
      defer { GENERAL_NAMES_free(stack) }
      return (0..<OPENSSL_sk_num(stack)).compactMap { index in
        guard let value = OPENSSL_sk_value(stack, index) else { return nil }
        let name = value.assumingMemoryBound(to: GENERAL_NAME.self).pointee
        guard name.type == GEN_DNS, let text = name.d.dNSName, let bytes = ASN1_STRING_get0_data(text)
        else { return nil }
        // What is no text names nobody.
        return String(
          validating: UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(text))),
          as: UTF8.self)
      }
    }
  }
#endif
