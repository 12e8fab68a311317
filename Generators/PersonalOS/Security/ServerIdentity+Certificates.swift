import Foundation
import PlatformStandIns
import PropertyTesting

extension ServerIdentity {
  init(_ reason: Reason, _ source: inout Source) throws {
    self.reason = reason
    let host = try source(
      .element(of: [
        "api.example.com", "proxy.news.example.org", "example.net", "news.example", "x.y.z.example.com",
        "01b.example.co",
      ]))
    let start = Date(timeIntervalSince1970: Double(try source(.int(in: 0...2_600_000_000))))
    let seconds = try source(.int(in: 1...86_400 * 800))
    // Often the first or the last instant of the validity.
    now = start + Double(try source(.oneOf(.constant(0), .constant(seconds), .int(in: 0...seconds))))
    self.host = host
    // The common name is the host, even if the alternative names do not contain it.
    let own = CertificateRequest(
      commonName: host, dnsNames: try source(.element(of: [[host], ["other.example.com", host]])),
      validity: start...start + Double(seconds))
    let depth = try source(.int(in: 1...3))
    requests = [own] + (1..<depth).map { Self.authority($0, over: own) }
    let salt = try source(Generator<UInt8>.integer(in: 0...250))
    self.salt = salt
    keys = try (0..<depth).map { try Self.key(salt, $0) }
    // Authorities sign with Ed25519, whose signatures are deterministic. Servers have keys of all kinds.
    if depth > 1, try source(.int(in: 0...3)) == 0 { keys[0] = try source(.element(of: KeyPool.keys)) }
    pinnedPlace = try source(.int(in: 0...depth - 1))
    platformTrusts = try source(.bool)
    isBroken = try source(.int(in: 0...5)) == 5
    try changeCertificates(&source)
    try present(&source)
  }

  /// Issues the certificates and pins one of them.
  private mutating func present(_ source: inout Source) throws {
    let issued = try issued(keys)
    let strangersKeys = try keys.indices.map { try Self.key(salt + 1, $0) }
    chain =
      switch reason {
      case .emptyChain: []
      case .otherKeySameSubject: try self.issued(strangersKeys)
      // The attacker's own chain, and after it a genuine certificate copied from elsewhere.
      case .strayPinnedCertificate: try self.issued(strangersKeys) + [issued[pinnedPlace]]
      case .unreadable: [try source(.unreadable(issued[0]))] + issued.dropFirst()
      // The path ends there, even if the certificates around it would make one.
      case .unreadableInBetween: [issued[0], try source(.unreadable(issued[0]))] + issued.dropFirst()
      case .followedByTheUnreadable: Array(issued.prefix(pinnedPlace + 1)) + [try source(.unreadable(issued[0]))]
      default: issued
      }
    let pin = Self.pin(of: keys[pinnedPlace].subjectPublicKeyInfo)
    // Next to the pin there is one of a key that no certificate has, as is usual for spare pins.
    let spare = Self.pin(of: Array("spare".utf8))
    let pinsOfHost: Set<String> =
      switch reason {
      case .noPinConfigured: []
      case .pinOfAnotherHost: [spare]
      case .pinOfTheWholeCertificate: [Self.pin(of: issued[pinnedPlace]), spare]
      default: [pin, spare]
      }
    let criticalHost = reason == .notCritical ? try source(otherHost) : host
    pins = [try source(.hostSpelling(of: criticalHost)): pinsOfHost, "another.example.org": [pin]]
    host = try source(.hostSpelling(of: host))
  }

  /// The chain in DER, of these keys.
  private func issued(_ keys: [SigningKey]) throws -> [[UInt8]] {
    try requests.indices.map { place in
      let issuer = min(place + 1, requests.count - 1)
      return try requests[place].certificate(
        for: keys[place], issuer: requests[issuer].commonName, issuerKey: keys[issuer])
    }
  }

  private static func authority(_ place: Int, over own: CertificateRequest) -> CertificateRequest {
    let year = 86_400.0 * 400
    return CertificateRequest(
      commonName: "authority \(place)", validity: own.validity.lowerBound - year...own.validity.upperBound + year,
      isAuthority: true)
  }

  private static func key(_ salt: UInt8, _ place: Int) throws -> SigningKey {
    try .ed25519(seed: Array(repeating: salt, count: 31) + [UInt8(place)])
  }

  private static func pin(of bytes: [UInt8]) -> String { Data(SHA256Digest.of(bytes)).base64EncodedString() }
}

extension ServerIdentity {
  private var labels: [Substring] { host.split(separator: ".") }
  private var domain: String { labels.suffix(2).joined(separator: ".") }
  private var parent: String { labels.dropFirst().joined(separator: ".") }

  /// Changes what certificates say, or who is asked for when. Other reasons change neither.
  private mutating func changeCertificates(_ source: inout Source) throws {
    let seconds = try source(.element(of: [1.0, 60, 86_400]))
    let address = try source(.element(of: ["10.0.0.1", "192.168.1.20", "127.0.0.1"]))
    switch reason {
    case .reissuedWithItsKey: for place in requests.indices { requests[place].serialNumber += 1 }
    case .namedByAWildcard:
      // No wildcard stands for the first of two labels.
      let wildcard = labels.count < 3 ? host.uppercased() : "*.\(parent)"
      requests[0].dnsNames = try source(.element(of: [[wildcard], ["other.example.com", wildcard]]))
    case .namedOtherwise: requests[0].dnsNames = try source(nearMissNames)
    case .expired: now = requests[0].validity.upperBound + seconds
    case .notYetValid: now = requests[0].validity.lowerBound - seconds
    case .withinItsLimits:
      let domain = CertificateRequest.Restriction.domain(domain)
      let (place, restrictions) = try source(
        .element(of: [
          (2, [domain]), (1, [.pathLength(0), domain]), (2, [.pathLength(1)]), (0, [.purpose("clientAuth,serverAuth")]),
          (0, [.keyUsage("digitalSignature")]),
        ]))
      try changeOfFour(place) { $0.restrictions = restrictions }
    case .namesNotPermitted:
      let domain = try source(.element(of: ["other-\(domain)", "sub.\(host)", "example.info"]))
      try changeOfFour(try source(.int(in: 1...3))) { $0.restrictions = [.domain(domain)] }
    case .pathTooLong:
      let place = try source(.int(in: 2...3))
      try changeOfFour(place) { $0.restrictions = [.pathLength(place - 2)] }
    case .authorityExpired:
      let past = now - seconds
      try changeOfFour(try source(.int(in: 1...2))) { $0.validity = past - 86_400...past }
    case .forClients: try changeOfFour(0) { $0.restrictions = [.purpose("clientAuth")] }
    case .forLists: try changeOfFour(0) { $0.restrictions = [.keyUsage("cRLSign")] }
    case .unknownExtension:
      try changeOfFour(try source(.int(in: 0...2))) { $0.restrictions = [.unknownCriticalExtension] }
    case .unreadableInBetween: try changeOfFour(0) { _ in }
    case .issuedByNoAuthority:
      // A genuine certificate, for an attacker's host and without the right to sign, signs one for this host.
      try changeOfFour(1) {
        $0.isAuthority = false
        $0.dnsNames = ["evil.example.com"]
      }
    case .namedByItsAddress:
      host = address
      try changeOfFour(0) { $0.addresses = [address] }
    case .addressByAWildcard:
      host = address
      try changeOfFour(0) { own in
        own.dnsNames = ["*." + address.split(separator: ".").dropFirst().joined(separator: "."), address]
        own.addresses = ["10.0.0.9"]
      }
    case .ambiguousAddress:
      // Some parsers read 010 as 10, others as 8.
      var places = address.split(separator: ".").map(String.init)
      let place = try source(.int(in: 0...3))
      places[place] = "0" + places[place]
      host = places.joined(separator: ".")
      try changeOfFour(0) { $0.addresses = [address] }
    default: break
    }
  }

  /// Changes one certificate of a chain that has four of them, a pinned root and no name but the host.
  private mutating func changeOfFour(_ place: Int, _ change: (inout CertificateRequest) -> Void) throws {
    for place in requests.count..<4 {
      requests.append(Self.authority(place, over: requests[0]))
      keys.append(try Self.key(salt, place))
    }
    pinnedPlace = 3
    requests[0].dnsNames = [requests[0].commonName]
    change(&requests[place])
  }

  /// Names that a careless check accepts for the host. None of them is the host, so any selection excludes it.
  private var nearMissNames: Generator<[String]> {
    .subsequence(of: [
      "evil-\(host)", "evil.\(host)", "\(host).evil.org", parent, "*.\(host)", "*.\(parent.dropFirst())",
      "*", "*.*.\(labels.dropFirst(2).joined(separator: "."))", "q\(host.dropFirst())", "\(host)m",
      labels.count > 2 ? "*." + labels.dropFirst(2).joined(separator: ".") : "*.\(parent)",
      host.replacing(".", with: "-"),
    ])
  }

  /// A name that is almost the host.
  private var otherHost: Generator<String> { .element(of: ["evil-\(host)", "sub.\(host)", "\(host).org", parent]) }
}

extension Generator where Value == [UInt8] {
  /// The beginning of a certificate, too short to be one.
  fileprivate static func unreadable(_ certificate: [UInt8]) -> Generator {
    Generator<Int>.int(in: 0...certificate.count - 1).map { Array(certificate.prefix($0)) }
  }
}

extension Generator where Value == String {
  /// The same host in another spelling: in capitals, partly in capitals, or with the dot of the root.
  fileprivate static func hostSpelling(of host: String) -> Generator {
    .frequency(
      (3, .constant(host)), (1, .constant(host.uppercased())), (1, .constant(host.capitalized)),
      (1, .constant(host.last?.isNumber == true ? host : host + ".")))
  }
}
