import Foundation
import PlatformStandIns
import PropertyTesting

/// A server as it shows itself to a client, what the client was told beforehand, and whether it is to be
/// believed: known from the way in which it was made.
public struct ServerIdentity: Sendable {
  /// Why a server is believed, or is not.
  public enum Reason: String, Sendable, CaseIterable {
    // Good.
    case asPinned = "as it was pinned"
    case reissuedWithItsKey = "reissued with the same key"
    case namedByAWildcard = "named by a wildcard"
    case notCritical = "not critical"
    // Bad.
    case otherKeySameSubject = "another key under the same subject"
    case pinOfTheWholeCertificate = "the pin is the digest of a whole certificate"
    case expired = "expired"
    case notYetValid = "not yet valid"
    case namedOtherwise = "names another host"
    case noPinConfigured = "critical without a pin"
    case strayPinnedCertificate = "a pinned certificate that has signed nothing here"
    case issuedByNoAuthority = "issued by a certificate that may not"
    case unreadable = "unreadable"
    case emptyChain = "no certificate"
  }

  public let reason: Reason
  public let isBelieved: Bool
  /// As the client asks for it.
  public let host: String
  /// By host, base64.
  public let pins: [String: Set<String>]
  /// DER, the server's own first.
  public let chain: [[UInt8]]
  public let now: Date
  /// What the platform thinks of it, which counts only for hosts that are not critical.
  public let platformTrusts: Bool
  /// Whether it takes requests and answers none.
  public let isBroken: Bool
}

extension ServerIdentity: CounterexampleDescribable {
  public var counterexampleDescription: String {
    let names = chain.map { der in
      (try? Certificate(der: der)).map { "\($0.subject) \($0.dnsNames)" } ?? "unreadable"
    }
    return "\(host) (\(reason.rawValue)) at \(now.timeIntervalSince1970), presents \(names), pins \(pins)"
  }
}

extension Generator where Value == [ServerIdentity] {
  /// Ways in which one server may show itself: two that decide nothing against it, and two of which each is
  /// bad in one way.
  public static var serverIdentities: Generator {
    let reasons = ServerIdentity.Reason.allCases
    return Generator { source in
      let plan = try CertificatePlan(&source)
      let good = try source(.permutation(of: Array(reasons.prefix(4)))).prefix(2)
      let bad = try source(.permutation(of: Array(reasons.dropFirst(4)))).prefix(2)
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
    case .notCritical:
      pinned = plan.keys[plan.pinnedPlace].pin
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
      // The stranger's own chain, and after it a genuine certificate copied from elsewhere.
      plan.keys = try plan.strangersKeys()
      issued = (try plan.issue()) + [issued[plan.pinnedPlace]]
    case .issuedByNoAuthority:
      // A genuine server's certificate, of a stranger's host and without the right to sign, signs one for
      // this host.
      issued = try plan.issueThroughALeaf()
      pinned = plan.keys[plan.keys.count - 1].pin
    case .unreadable:
      let place = try source(.int(in: 0...issued[0].count - 1))
      issued[0] = Array(issued[0].prefix(place))
    }
    chain = reason == .emptyChain ? [] : issued
    self.now = now
    let isCritical = reason != .notCritical
    platformTrusts = try source(.bool)
    isBroken = try source(.int(in: 0...5)) == 5
    isBelieved = isCritical ? Reason.allCases.prefix(3).contains(reason) : platformTrusts
    // Beside the pin, one of a key that is not presented, as spare pins are.
    let spare = try SigningKey.ed25519(seed: Array(repeating: 0xEE, count: 32)).pin
    let configuredHost = isCritical ? plan.host : try source(plan.otherHost)
    pins = [try source(.hostSpelling(of: configuredHost)): pinsOfHost ?? [pinned, spare]]
    host = try source(.hostSpelling(of: plan.host))
  }
}

extension SigningKey {
  /// Made from the key itself, not read from a certificate.
  var pin: String { Data(SHA256Digest.of(subjectPublicKeyInfo)).base64EncodedString() }
}

extension Generator where Value == String {
  /// The same host, written otherwise: in capitals, in part, with the dot of the root.
  fileprivate static func hostSpelling(of host: String) -> Generator {
    .frequency(
      (3, .constant(host)), (1, .constant(host.uppercased())), (1, .constant(host.capitalized)),
      (1, .constant(host + ".")))
  }
}
