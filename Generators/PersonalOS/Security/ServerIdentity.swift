import Foundation
import PlatformStandIns
import PropertyTesting

/// A server as a client sees it, the pins that the client has, and whether the client must trust the server. The
/// generator knows the answer from how it built the server.
public struct ServerIdentity: Sendable {
  /// Why a client must trust the server, or must not.
  public enum Reason: String, Sendable, CaseIterable {
    // The client must trust the server, except that for `notCritical` the platform decides.
    case asPinned = "as it was pinned"
    case reissuedWithItsKey = "reissued with the same key"
    case namedByAWildcard = "named by a wildcard"
    case withinItsLimits = "within what its authorities allow"
    case namedByItsAddress = "named by its address"
    case notCritical = "not critical"
    // The client must not trust the server.
    case otherKeySameSubject = "another key under the same subject"
    case pinOfTheWholeCertificate = "the pin is the digest of a whole certificate"
    case expired = "expired"
    case notYetValid = "not yet valid"
    case namedOtherwise = "names another host"
    case noPinConfigured = "critical without a pin"
    case strayPinnedCertificate = "a pinned certificate that has signed nothing here"
    case issuedByNoAuthority = "issued by a certificate that may not"
    case namesNotPermitted = "issued by an authority of another domain"
    case pathTooLong = "under more authorities than one of them allows"
    case authorityExpired = "issued by an authority that has expired"
    case forClients = "a certificate for clients"
    case forLists = "a key for lists of what was revoked"
    case unknownExtension = "an unknown critical extension"
    case addressByAWildcard = "an address by a wildcard"
    case ambiguousAddress = "an address that is not the same to all"
    case pinOfAnotherHost = "the pin is another host's"
    case unreadable = "unreadable"
    case emptyChain = "no certificate"
  }

  /// The reasons for which a client must trust a critical host.
  static let good: [Reason] = [.asPinned, .reissuedWithItsKey, .namedByAWildcard, .withinItsLimits, .namedByItsAddress]
  /// The reasons that are no defect of the server: those, and that the platform decides.
  static let withoutDefect = good + [.notCritical]
  /// The defects, each of which is reason enough not to trust the server.
  static let defects = Reason.allCases.filter { !withoutDefect.contains($0) }

  /// Why the client must trust the server, or must not.
  public let reason: Reason
  /// Whether the client must trust the server.
  public let isBelieved: Bool
  /// The content of the certificate that decides; empty if no single one does.
  public let detail: String
  /// The host in the spelling that the client uses.
  public let host: String
  /// The pins by host, in base64.
  public let pins: [String: Set<String>]
  /// The certificates in DER, the server's own first.
  public let chain: [[UInt8]]
  /// The instant at which the client checks the chain.
  public let now: Date
  /// Whether the platform trusts the server. This counts only for hosts that are not critical.
  public let platformTrusts: Bool
  /// Whether the server accepts requests and answers none.
  public let isBroken: Bool
}

extension ServerIdentity: CounterexampleDescribable {
  /// The host, the reason, the instant, the names in the certificates, and the pins.
  public var counterexampleDescription: String {
    let names = chain.map { der in
      (try? Certificate(der: der)).map { "\($0.subject) \($0.dnsNames)" } ?? "unreadable"
    }
    return "\(host) (\(reason.rawValue)\(detail.isEmpty ? "" : ": \(detail)")) at \(now.timeIntervalSince1970), presents \(names), pins \(pins)"
  }
}

extension Generator where Value == [ServerIdentity] {
  /// Five ways in which a server may present itself: two without a reason against it, and three with one defect each.
  public static var serverIdentities: Generator {
    Generator { source in
      let plan = try CertificatePlan(&source)
      let good = try source(.permutation(of: ServerIdentity.withoutDefect)).prefix(2)
      let bad = try source(.permutation(of: ServerIdentity.defects)).prefix(3)
      return try (good + bad).map { try ServerIdentity(plan, $0, &source) }
    }
  }
}

extension ServerIdentity {
  fileprivate init(_ plan: CertificatePlan, _ reason: Reason, _ source: inout Source) throws {
    self.reason = reason
    var plan = plan
    var pinned = plan.keys[plan.pinnedPlace].pin
    var issued = try plan.issue()
    var now = try source(plan.instantWithin)
    var pinsOfHost: Set<String>?
    var (host, detail) = (plan.host, "")
    // Issues a chain of four under a pinned root, with this content in one of its certificates.
    func issue(_ said: CertificatePlan.Said) throws {
      issued = try plan.issue(said)
      detail = said.words
      pinned = try plan.rootPin
    }
    let address = try source(.element(of: ["10.0.0.1", "192.168.1.20", "127.0.0.1"]))
    switch reason {
    case .asPinned, .emptyChain: break
    case .reissuedWithItsKey:
      plan.serialNumber += 1
      plan.shiftValidity(by: 86_400 * 300)
      now = try source(plan.instantWithin)
      issued = try plan.issue()
    case .namedByAWildcard:
      plan.dnsNames = [plan.dnsNames[0], plan.wildcard]
      if try source(.bool) { plan.dnsNames.removeFirst() }
      issued = try plan.issue()
    case .notCritical: break
    case .withinItsLimits:
      try issue(
        try source(
          .element(of: [
            CertificatePlan.Said(place: 2, restrictions: [.domain(plan.domain)]),
            CertificatePlan.Said(place: 1, restrictions: [.pathLength(0), .domain(plan.domain)]),
            CertificatePlan.Said(place: 2, restrictions: [.pathLength(1)]),
            CertificatePlan.Said(restrictions: [.purpose("clientAuth,serverAuth")]),
            CertificatePlan.Said(restrictions: [.keyUsage("digitalSignature")]),
          ])))
    case .namedByItsAddress:
      host = address
      try issue(CertificatePlan.Said(addresses: [address]))
    case .namesNotPermitted:
      try issue(
        CertificatePlan.Said(
          place: try source(.int(in: 1...3)),
          restrictions: [.domain(try source(.element(of: ["other-\(plan.domain)", "sub.\(plan.host)", "example.info"])))]))
    case .pathTooLong:
      let place = try source(.int(in: 2...3))
      try issue(CertificatePlan.Said(place: place, restrictions: [.pathLength(place - 2)]))
    case .authorityExpired:
      let past = now - (try source(.element(of: [1, 60, 86_400])))
      try issue(CertificatePlan.Said(place: try source(.int(in: 1...2)), validity: past - 86_400...past))
    case .forClients: try issue(CertificatePlan.Said(restrictions: [.purpose("clientAuth")]))
    case .forLists: try issue(CertificatePlan.Said(restrictions: [.keyUsage("cRLSign")]))
    case .unknownExtension:
      try issue(CertificatePlan.Said(place: try source(.int(in: 0...2)), restrictions: [.unknownCriticalExtension]))
    case .addressByAWildcard:
      host = address
      let rest = address.split(separator: ".").dropFirst().joined(separator: ".")
      try issue(CertificatePlan.Said(dnsNames: ["*.\(rest)", address], addresses: ["10.0.0.9"]))
    case .ambiguousAddress:
      // Some parsers read 010 as 10, others as 8.
      let places = Array(address.split(separator: "."))
      let place = try source(.int(in: 0...3))
      host = places.indices.map { ($0 == place ? "0" : "") + places[$0] }.joined(separator: ".")
      try issue(CertificatePlan.Said(addresses: [address]))
    case .pinOfAnotherHost: break
    case .otherKeySameSubject:
      plan.keys = try plan.strangersKeys()
      issued = try plan.issue()
    case .pinOfTheWholeCertificate:
      pinned = Data(SHA256Digest.of(issued[plan.pinnedPlace])).base64EncodedString()
    case .expired:
      now = plan.validity.upperBound + (try source(.element(of: [1, 60, 86_400])))
    case .notYetValid:
      now = plan.validity.lowerBound - (try source(.element(of: [1, 60, 86_400])))
    case .namedOtherwise:
      plan.dnsNames = try source(plan.nearMissNames)
      issued = try plan.issue()
    case .noPinConfigured:
      pinsOfHost = []
    case .strayPinnedCertificate:
      // The attacker's own chain, and after it a genuine certificate copied from elsewhere.
      plan.keys = try plan.strangersKeys()
      issued = (try plan.issue()) + [issued[plan.pinnedPlace]]
    case .issuedByNoAuthority:
      // A genuine certificate, for an attacker's host and without the right to sign, signs one for this host.
      issued = try plan.issueThroughALeaf()
      pinned = plan.keys[plan.keys.count - 1].pin
    case .unreadable:
      let place = try source(.int(in: 0...issued[0].count - 1))
      issued[0] = Array(issued[0].prefix(place))
    }
    chain = reason == .emptyChain ? [] : issued
    self.now = now
    self.detail = detail
    let isCritical = reason != .notCritical
    platformTrusts = try source(.bool)
    isBroken = try source(.int(in: 0...5)) == 5
    isBelieved = isCritical ? Self.good.contains(reason) : platformTrusts
    // Next to the pin there is one of a key that no certificate has, as is usual for spare pins.
    let spare = try SigningKey.ed25519(seed: Array(repeating: 0xEE, count: 32)).pin
    let other = try source(plan.otherHost)
    let configuredHost = isCritical ? host : other
    let isOfAnother = reason == .pinOfAnotherHost
    pins = [
      try source(.hostSpelling(of: configuredHost)): pinsOfHost ?? [isOfAnother ? spare : pinned, spare],
      "another.example.org": [pinned],
    ]
    self.host = try source(.hostSpelling(of: host))
  }
}

extension SigningKey {
  /// The pin, computed from the key itself and not read from a certificate.
  var pin: String { Data(SHA256Digest.of(subjectPublicKeyInfo)).base64EncodedString() }
}

extension Generator where Value == String {
  /// The same host in another spelling: in capitals, partly in capitals, or with the dot of the root.
  fileprivate static func hostSpelling(of host: String) -> Generator {
    .frequency(
      (3, .constant(host)), (1, .constant(host.uppercased())), (1, .constant(host.capitalized)),
      (1, .constant(host.last?.isNumber == true ? host : host + ".")))
  }
}
