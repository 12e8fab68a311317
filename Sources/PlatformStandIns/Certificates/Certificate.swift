import Foundation

/// An X.509 certificate (RFC 5280), as far as pinning needs to read it. The platform's own library reads it.
public struct Certificate: Sendable, Equatable {
  /// The certificate as it was sent.
  public let der: [UInt8]
  /// The public key with its algorithm, DER: what pins are the digests of.
  public let subjectPublicKeyInfo: [UInt8]
  /// The subject's distinguished name, as in RFC 2253.
  public let subject: String
  /// The DNS names among the subject's alternative names, in their order.
  public let dnsNames: [String]
  /// The first and the last instant at which it is valid.
  public let validity: ClosedRange<Date>

  /// SHA-256 of the ``subjectPublicKeyInfo``, base64: a pin, as RFC 7469 writes it.
  public var pin: String { Data(SHA256Digest.of(subjectPublicKeyInfo)).base64EncodedString() }
}

/// Why there is no certificate.
public enum CertificateError: Error, Sendable, Equatable {
  /// The bytes are not one certificate in DER, or the text is not one in PEM.
  case unreadable
  /// Certificates and keys are read and made by libcrypto, which is not here.
  case libraryMissing
  /// The library refused to make one.
  case notMade(operation: String)
}

extension Certificate {
  /// Reads the text between `BEGIN CERTIFICATE` and `END CERTIFICATE`, the first where there are several.
  public init(pem: String) throws(CertificateError) {
    let lines = pem.split(whereSeparator: \.isNewline)
    guard let first = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
      let last = lines[first...].firstIndex(of: "-----END CERTIFICATE-----"),
      let der = Data(base64Encoded: lines[lines.index(after: first)..<last].joined())
    else { throw .unreadable }
    try self.init(der: Array(der))
  }
}
