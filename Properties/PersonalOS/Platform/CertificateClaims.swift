import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// What a certificate is asked for with, and who signs it.
struct CertificateCase: Sendable {
  let request: CertificateRequest
  let authority: String
  /// Bytes of which every key has its own.
  let salt: UInt8
}

extension Generator where Value == CertificateCase {
  static var certificateCase: Generator {
    let name = Generator<String>.element(of: ["api.example.com", "Café", "a, b", "x", String(repeating: "n", count: 64)])
    let host = Generator<String>.element(of: ["api.example.com", "*.example.com", "A-b.Example.ORG", "x"])
    return Generator { source in
      let start = Date(timeIntervalSince1970: Double(try source(.int(in: 0...2_600_000_000))))
      let end = start + Double(try source(.oneOf(.int(in: 0...2), .int(in: 86_390...86_410), .int(in: 1...86_400 * 800))))
      return CertificateCase(
        request: CertificateRequest(
          commonName: try source(name), dnsNames: try source(.array(of: host, count: 0...3)), validity: start...end,
          serialNumber: try source(.int(in: 1...9_999)), isAuthority: try source(.bool)),
        authority: try source(.element(of: ["Authority", "Root 2"])), salt: try source(.integer(in: UInt8.min...200)))
    }
  }
}

/// The claims of POS-P3.
struct CertificateClaims {
  let certificates: CertificateSystem
  let drawn: CertificateCase
  private let key: SigningKey
  private let authorityKey: SigningKey

  init(_ drawn: CertificateCase, _ certificates: CertificateSystem) throws {
    (self.drawn, self.certificates) = (drawn, certificates)
    (key, authorityKey) = (try Self.key(drawn.salt, 1), try Self.key(drawn.salt, 2))
  }

  func expectAll(_ trial: Trial) throws {
    let der = try make(drawn.request)
    let certificate = try certificates.read(der)
    try expectReadAsAsked(certificate, der)
    try expectRefusals(of: der)
    try expectText(of: der, certificate)
    try expectIssuers(certificate, trial)
    let printed = certificates.printed(key)
    try expect("what “\(printed)” is the key of", printed.contains(hexadecimal(key.subjectPublicKeyInfo)))
    let seed = [UInt8](repeating: drawn.salt, count: 8)
    let isGivenAway = printed.contains(seed.map { "\($0)" }.joined(separator: ", ")) || printed.contains(hexadecimal(seed))
    try expect("“\(printed)” keeps the key to itself", !isGivenAway)
  }

  private func make(_ request: CertificateRequest, by issuerKey: SigningKey? = nil) throws -> [UInt8] {
    try certificates.make(request, key, drawn.authority, issuerKey ?? authorityKey)
  }

  private func expectReadAsAsked(_ certificate: Certificate, _ der: [UInt8]) throws {
    let request = drawn.request
    try expect("the certificate's bytes", certificate.der, equals: der)
    try expect("its key", certificate.subjectPublicKeyInfo, equals: key.subjectPublicKeyInfo)
    try expect("its names", certificate.dnsNames, equals: request.dnsNames)
    try expect("from when to when", certificate.validity, equals: request.validity)
    try expect("its subject", certificate.subject, equals: "CN=" + escaped(request.commonName))
    try expect("its pin", certificate.pin, equals: Data(SHA256Digest.of(key.subjectPublicKeyInfo)).base64EncodedString())
    try expect("the same certificate once more", try make(request), equals: der)
    var other = request
    other.serialNumber += 1
    try expect("another number makes another certificate", try make(other) != der)
    // What is not said: no names, the number 1, no authority.
    other = CertificateRequest(commonName: request.commonName, validity: request.validity)
    let plain = CertificateRequest(
      commonName: request.commonName, dnsNames: [], validity: request.validity, serialNumber: 1, isAuthority: false)
    try expect("what a request says by itself", try make(other), equals: try make(plain))
  }

  private func expectRefusals(of der: [UInt8]) throws {
    for (what, bytes) in [
      ("nothing", []), ("one that is cut", Array(der.dropLast())), ("one with a byte behind it", der + [0]),
      ("two", der + der), ("one without its beginning", Array(der.dropFirst())),
    ] {
      let error = try expectThrows("\(what) is read", CertificateError.self) { _ = try certificates.read(bytes) }
      try expect("why \(what) is not read", error, equals: .unreadable)
    }
    // The library reads more out of this than a name; a date that it cannot write; a name that is too long.
    var hostile = [drawn.request, drawn.request, drawn.request]
    hostile[0].dnsNames.append("a,IP:10.0.0.1")
    hostile[1].validity = drawn.request.validity.lowerBound...Date(timeIntervalSince1970: 1e300)
    hostile[2].commonName = String(repeating: "n", count: 65)
    for (request, words) in zip(hostile, [["write", "names"], ["write", "dates"], ["fill"]]) {
      let error = try expectThrows("\(request) makes a certificate", CertificateError.self) { _ = try make(request) }
      let operation = if case .notMade(let operation) = error { operation } else { "" }
      try expect("what “\(operation)” of \(error) does not say", words.filter { !operation.contains($0) }, equals: [])
    }
  }

  private func expectText(of der: [UInt8], _ certificate: Certificate) throws {
    let lines = Data(der).base64EncodedString(options: .lineLength64Characters)
    let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
    for text in [
      "\(begin)\n\(lines)\n\(end)", "subject=x\n\(begin)\n\(lines)\n\(end)\n\(begin)\nAAAA\n\(end)\n", "\(begin)\r\n\(lines)\r\n\(end)",
    ] {
      try expect("a certificate as text", try certificates.readText(text), equals: certificate)
    }
    for text in [lines, "\(begin)\n\(lines)", "\(lines)\n\(end)", "\(end)\n\(lines)\n\(begin)", "\(begin)\n?\n\(end)"] {
      let error = try expectThrows("text without a certificate is read", CertificateError.self) {
        _ = try certificates.readText(text)
      }
      try expect("why the text is not read", error, equals: .unreadable)
    }
  }

  /// The authority that it names and whose key has signed it, and nobody else, has issued it.
  private func expectIssuers(_ certificate: Certificate, _ trial: Trial) throws {
    func authority(_ name: String, _ key: SigningKey, maySign: Bool = true) throws -> Certificate {
      var request = CertificateRequest(commonName: name, validity: drawn.request.validity)
      request.isAuthority = maySign
      return try certificates.read(try certificates.make(request, key, name, key))
    }
    let other = try Self.key(drawn.salt, 3)
    let issuers: [(String, Certificate, isSigned: Bool, isIssued: Bool)] = [
      ("its authority", try authority(drawn.authority, authorityKey), true, true),
      ("one of another name", try authority("Stranger", authorityKey), true, false),
      ("one of another key", try authority(drawn.authority, other), false, false),
      ("one that may not sign", try authority(drawn.authority, authorityKey, maySign: false), true, false),
    ]
    for (name, issuer, isSigned, isIssued) in issuers {
      try expect("\(name) has signed it", certificates.isSigned(certificate, issuer), equals: isSigned)
      try expect("\(name) has issued it", certificates.isIssued(certificate, issuer), equals: isIssued)
    }
    let child = try certificates.read(
      try certificates.make(CertificateRequest(commonName: "child", validity: drawn.request.validity), other, drawn.request.commonName, key))
    try expect("it may sign others", certificates.isIssued(child, certificate), equals: drawn.request.isAuthority)
    trial.label(drawn.request.isAuthority ? "an authority" : "no authority")
    trial.label("no names", if: drawn.request.dnsNames.isEmpty)
    trial.label("several names", if: drawn.request.dnsNames.count > 1)
  }

  private static func key(_ salt: UInt8, _ place: UInt8) throws -> SigningKey {
    try .ed25519(seed: Array(repeating: salt, count: 31) + [place])
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// As RFC 2253 writes a value.
  private func escaped(_ name: String) -> String {
    name.replacing(",", with: "\\,").replacing("é", with: "\\C3\\A9")
  }
}
