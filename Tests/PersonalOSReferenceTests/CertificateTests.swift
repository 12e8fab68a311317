import Foundation
import PersonalOSReference
import PlatformStandIns
import Testing

/// Certificates that the openssl command made, and what it says of them.
@Suite("Certificates")
struct CertificateTests {
  @Test("Pins and dates are those of the openssl command", arguments: CertificateFixture.all)
  func reading(_ fixture: CertificateFixture) throws {
    let certificate = try Certificate(pem: fixture.pem)
    #expect(certificate.pin == fixture.pin)
    #expect(certificate.validity.lowerBound == Date(timeIntervalSince1970: fixture.notBefore))
    #expect(certificate.validity.upperBound == Date(timeIntervalSince1970: fixture.notAfter))
  }

  @Test("Names are read as they are written, and only the DNS ones")
  func names() throws {
    let certificate = try fixture("capitals")
    #expect(certificate.dnsNames == ["API.Example.COM"])
    #expect(certificate.subject == #"CN=Caf\C3\A9\, \"quoted\""#)
    #expect(try fixture("leafP256").dnsNames == ["api.example.com", "www.example.com"])
    #expect(try fixture("root").dnsNames == [])
    #expect(try fixture("root").subject == "C=DE,O=Fixtures,CN=Root")
  }

  /// The command takes the common name where there is no alternative name; here it names nobody.
  @Test("A pinned certificate is accepted for the hosts that the openssl command finds in it")
  func hosts() throws {
    for fixture in CertificateFixture.all where fixture.name != "commonNameOnly" {
      for host in CertificateFixture.hosts {
        let isAccepted = try isAccepted(
          [fixture.name], host: host, pins: [fixture.pin], at: fixture.notBefore)
        #expect(isAccepted == fixture.matchingHosts.contains(host), "\(fixture.name) for \(host)")
      }
    }
    let nameless = try #require(CertificateFixture.named("commonNameOnly"))
    #expect(try !isAccepted([nameless.name], pins: [nameless.pin], at: nameless.notBefore))
  }

  @Test("Reissued with the same key a certificate keeps its pin; with another key it loses it")
  func reissuing() throws {
    let pin = try fixture("leafP256").pin
    let now = 1_785_000_000.0
    #expect(try isAccepted(["leafP256", "intermediate", "root"], pins: [pin], at: now))
    #expect(try isAccepted(["reissuedP256", "root"], pins: [pin], at: now))
    #expect(try !isAccepted(["otherKeySameSubject", "intermediate", "root"], pins: [pin], at: now))
    #expect(try !isAccepted(["expired", "intermediate", "root"], pins: [pin], at: now))
    for place in ["intermediate", "root"] {
      let pin = try fixture(place).pin
      #expect(try isAccepted(["otherKeySameSubject", "intermediate", "root"], pins: [pin], at: now))
    }
  }

  @Test("Decision: a pinned certificate counts only where every one below it is issued by the next")
  func path() throws {
    let now = 1_785_000_000.0
    let root = try fixture("root").pin
    #expect(try !isAccepted(["otherKeySameSubject", "root"], pins: [root], at: now))
    #expect(try !isAccepted(["signedByALeaf", "leafP256", "intermediate", "root"], pins: [root], at: now))
    #expect(try fixture("signedByALeaf").isSigned(by: fixture("leafP256")))
    #expect(try !fixture("signedByALeaf").isIssued(by: fixture("leafP256")))
    #expect(try fixture("ed25519Leaf").isIssued(by: fixture("root")))
    #expect(try fixture("root").isIssued(by: fixture("root")))
    #expect(try !fixture("root").isIssued(by: fixture("intermediate")))
  }

  @Test("The validity includes both of its ends")
  func ends() throws {
    let leaf = try #require(CertificateFixture.named("leafP256"))
    for (instant, isValid) in [
      (leaf.notBefore - 0.001, false), (leaf.notBefore, true), (leaf.notAfter, true),
      (leaf.notAfter + 0.001, false),
    ] {
      #expect(try isAccepted(["leafP256"], pins: [leaf.pin], at: instant) == isValid)
    }
  }

  @Test(
    "Decision: how hosts are spelled",
    arguments: [
      ("api.example.com", true), ("API.Example.com", true), ("api.example.com.", true),
      // The Kelvin sign becomes a "k" in `lowercased()`; a host with it is another.
      ("api.example.com..", false), (".example.com", false), ("", false), ("a\u{212A}i.example.com", false),
    ])
  func spelling(host: String, isNamed: Bool) throws {
    #expect(try accepts(host, namedBy: ["api.example.com"]) == isNamed)
  }

  @Test(
    "Decision: a wildcard is a whole label, the left-most, with two or more after it",
    arguments: [
      ("*.example.com", "a.example.com", true), ("*.example.com", "example.com", false),
      ("*.example.com", "a.b.example.com", false), ("*.com", "example.com", false),
      ("a*.example.com", "ab.example.com", false), ("a.*.com", "a.example.com", false),
      ("*", "example", false), ("*.*.com", "a.example.com", false), ("*.example.com", ".example.com", false),
    ])
  func wildcards(name: String, host: String, isNamed: Bool) throws {
    #expect(try accepts(host, namedBy: [name]) == isNamed)
  }

  @Test("What is no certificate is refused")
  func unreadable() throws {
    let der = try fixture("leafP256").der
    for bytes in [[], Array(der.dropLast()), der + [0], Array(der.dropFirst())] {
      #expect(throws: CertificateError.unreadable) { try Certificate(der: bytes) }
    }
    #expect(throws: CertificateError.unreadable) { try Certificate(pem: "-----BEGIN CERTIFICATE-----") }
  }

  @Test("Made here, a certificate reads as it was asked for")
  func making() throws {
    let (key, other) = (try SigningKey.p256(), try SigningKey.ed25519(seed: Array(0..<32)))
    let request = CertificateRequest(
      commonName: "api.example.com", dnsNames: ["*.example.com"],
      validity: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_000_000_000), serialNumber: 7)
    let der = try request.certificate(for: key, issuer: "issuer", issuerKey: other)
    let certificate = try Certificate(der: der)
    #expect(certificate.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
    #expect(certificate.dnsNames == request.dnsNames && certificate.validity == request.validity)
    #expect(certificate.subject == "CN=api.example.com")
    // RFC 8032, first test vector: the seed and its public key.
    let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    let bytes = stride(from: 0, to: 64, by: 2).map { index -> UInt8 in
      let start = seed.index(seed.startIndex, offsetBy: index)
      return UInt8(seed[start...seed.index(after: start)], radix: 16) ?? 0
    }
    let published = try SigningKey.ed25519(seed: bytes).subjectPublicKeyInfo.hexadecimalText
    #expect(published.hasSuffix("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))
    #expect(throws: CertificateError.unreadable) { try SigningKey(der: [1, 2, 3]) }
  }

  @Test("A request that the library would read as something else is refused, and keys do not print")
  func hostileRequests() throws {
    let key = try SigningKey.ed25519(seed: Array(repeating: 0xAB, count: 32))
    let epoch = Date(timeIntervalSince1970: 0)
    for (names, end) in [(["a,IP:10.0.0.1"], epoch), ([], Date(timeIntervalSince1970: 1e300))] {
      let request = CertificateRequest(commonName: "a", dnsNames: names, validity: epoch...end)
      #expect(throws: CertificateError.self) {
        try request.certificate(for: key, issuer: "a", issuerKey: key)
      }
    }
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains("171")) }
  }

  @Test("A key with unused bits set is no other spelling of the key that is pinned")
  func unusedBits() throws {
    let key = try SigningKey.ed25519(seed: Array(repeating: 3, count: 32))
    var der = try CertificateRequest(commonName: "a", validity: .distantPastToFuture)
      .certificate(for: key, issuer: "a", issuerKey: key)
    let place = try #require(Data(der).range(of: Data(key.subjectPublicKeyInfo)))
    // The number of unused bits stands before the 32 bytes of the key.
    der[place.upperBound - 33] = 1
    der[place.upperBound - 1] |= 1
    #expect(throws: CertificateError.unreadable) { try Certificate(der: der) }
  }

  @Test(
    "Decision: a host with a number for its last label is an address or nothing",
    arguments: [("10.0.0.1", true), ("10.0.1", false), ("010.0.0.1", false), ("::1", true), ("[::1]", false)])
  func addresses(host: String, isNamed: Bool) throws {
    #expect(try accepts(host, namedBy: ["10.0.1", "*.0.0.1"], addresses: ["10.0.0.1", "::1"]) == isNamed)
  }

  /// Whether a server of one certificate, which is pinned, is believed to be this host.
  private func accepts(_ host: String, namedBy names: [String], addresses: [String] = []) throws -> Bool {
    let key = try SigningKey.ed25519(seed: Array(repeating: 3, count: 32))
    var request = CertificateRequest(commonName: "a", dnsNames: names, validity: .distantPastToFuture)
    request.addresses = addresses
    let der = try request.certificate(for: key, issuer: "a", issuerKey: key)
    let pin = try Certificate(der: der).pin
    let validator = SecurityValidator(
      SecurityValidator.Setup(
        policy: PinPolicy([host: [pin]]), now: { Date(timeIntervalSince1970: 10) }, platformTrusts: { _, _ in false }))
    return validator.validateCertificate([der], for: host)
  }

  private func fixture(_ name: String) throws -> Certificate {
    try Certificate(pem: #require(CertificateFixture.named(name)).pem)
  }

  private func isAccepted(
    _ chain: [String], host: String = "api.example.com", pins: Set<String>, at seconds: Double
  ) throws -> Bool {
    let now = Date(timeIntervalSince1970: seconds)
    let validator = SecurityValidator(
      SecurityValidator.Setup(
        policy: PinPolicy([host: pins]), now: { now }, platformTrusts: { _, _ in false }))
    return validator.validateCertificate(try chain.map { try fixture($0).der }, for: host)
  }
}

extension ClosedRange<Date> {
  fileprivate static let distantPastToFuture = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_000_000_000)
}
