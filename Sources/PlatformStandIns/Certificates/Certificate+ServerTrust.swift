import Foundation

/// Why a chain of certificates is not a server's.
public enum TrustFailure: String, Sendable, CaseIterable {
  /// No path of signatures by certificates that may sign leads to the anchor.
  case notIssued
  /// One of the path is over, or has not begun.
  case outOfDate
  /// An authority may not sign certificates of this name.
  case nameNotPermitted
  /// More authorities follow one of the path than it allows.
  case pathTooLong
  /// The certificate is not for servers.
  case wrongPurpose
  /// One of the path must not be used by whoever does not know an extension of it.
  case unknownCriticalExtension
  case namesAnotherHost
  case other
}

#if canImport(CryptoKit)
  extension Certificate {
    public func trustFailure(
      as host: String?, at instant: Date, through intermediates: [Certificate], under anchor: Certificate
    ) -> TrustFailure? { .other }
  }
#else
  import CCrypto

  extension Certificate {
    /// Whether this is the certificate of a TLS server: by libcrypto's verification (RFC 5280, 6.1, and RFC 6125) for the
    /// purpose `sslserver`, of a path from it to `anchor`, which may be this certificate itself.
    /// - Parameters:
    ///   - host: a DNS name or an IP address that the certificate must name, by its subject's alternative names alone; a
    ///     wildcard is a whole label, the left-most, with two or more after it. Nil: whatever it names.
    ///   - instant: the last second of a validity belongs to it.
    ///   - intermediates: what the path may lead through.
    /// - Returns: nil if it is.
    public func trustFailure(
      as host: String?, at instant: Date, through intermediates: [Certificate], under anchor: Certificate
    ) -> TrustFailure? {
      defer { ERR_clear_error() }
      guard let time = Int(exactly: instant.timeIntervalSince1970.rounded(.down)), let leaf = Self.decode(der) else {
        return .other
      }
      defer { X509_free(leaf) }
      guard let store = X509_STORE_new(), let untrusted = OPENSSL_sk_new_null(), let context = X509_STORE_CTX_new() else {
        return .other
      }
      let decoded = intermediates.compactMap { Self.decode($0.der) }
      let trusted = Self.decode(anchor.der)
      defer {
        X509_STORE_CTX_free(context)
        OPENSSL_sk_free(untrusted)
        for certificate in decoded { X509_free(certificate) }
        X509_free(trusted)
        X509_STORE_free(store)
      }
      for certificate in decoded { OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate)) }
      guard X509_STORE_add_cert(store, trusted) == 1, X509_STORE_CTX_init(context, store, leaf, untrusted) == 1,
        let parameters = X509_STORE_CTX_get0_param(context),
        // The anchor is whatever is pinned: it need not have signed itself.
        X509_VERIFY_PARAM_set_flags(parameters, CCRYPTO_PARTIAL_CHAIN) == 1,
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER) == 1
      else { return .other }
      X509_VERIFY_PARAM_set_time(parameters, time)
      if instant.timeIntervalSince1970 == Double(time) { Self.includeTheLastSecond(context) }
      if let host, !Self.demand(host, of: parameters) { return .namesAnotherHost }
      if X509_verify_cert(context) == 1 { return nil }
      return Self.failure(X509_STORE_CTX_get_error(context))
    }

    /// False for what is neither a name nor an address of a host.
    private static func demand(_ host: String, of parameters: OpaquePointer) -> Bool {
      if let address = a2i_IPADDRESS(host) {
        ASN1_OCTET_STRING_free(address)
        return X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1
      }
      let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      // An empty label means something else to the library. A number at the end is that of an address, as WHATWG's URLs
      // have it: "10.0.1" is no name.
      guard labels.allSatisfy({ !$0.isEmpty }), let last = labels.last,
        !last.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), !host.utf8.contains(0)
      else { return false }
      X509_VERIFY_PARAM_set_hostflags(parameters, CCRYPTO_HOST_FLAGS)
      return X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
    }

    /// The library takes a certificate for expired in the last second of its validity; RFC 5280, 4.1.2.5 does not.
    private static func includeTheLastSecond(_ context: OpaquePointer) {
      X509_STORE_CTX_set_verify_cb(context) { isValid, context in
        guard isValid == 0, let context, X509_STORE_CTX_get_error(context) == X509_V_ERR_CERT_HAS_EXPIRED,
          let certificate = X509_STORE_CTX_get_current_cert(context),
          let parameters = X509_STORE_CTX_get0_param(context),
          ASN1_TIME_cmp_time_t(X509_get0_notAfter(certificate), X509_VERIFY_PARAM_get_time(parameters)) == 0
        else { return isValid }
        X509_STORE_CTX_set_error(context, X509_V_OK)
        return 1
      }
    }

    private static func failure(_ error: Int32) -> TrustFailure {
      switch error {
      case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: .outOfDate
      case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION: .nameNotPermitted
      case X509_V_ERR_PATH_LENGTH_EXCEEDED: .pathTooLong
      case X509_V_ERR_INVALID_PURPOSE: .wrongPurpose
      case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .unknownCriticalExtension
      case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .namesAnotherHost
      case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
        X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_INVALID_CA, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
        .notIssued
      default: .other
      }
    }
  }
#endif
