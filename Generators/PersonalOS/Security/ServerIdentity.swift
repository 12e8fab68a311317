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
    case followedByTheUnreadable = "an unreadable certificate after the pinned one"
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
    case unreadableInBetween = "an unreadable certificate before the pinned one"
    case emptyChain = "no certificate"
  }

  /// The reasons for which a client must trust a critical host.
  static let good: [Reason] = [
    .asPinned, .reissuedWithItsKey, .namedByAWildcard, .withinItsLimits, .namedByItsAddress, .followedByTheUnreadable,
  ]

  /// Why the client must trust the server, or must not.
  public let reason: Reason
  /// The host in the spelling that the client uses.
  public internal(set) var host: String
  /// The instant at which the client checks the chain.
  public internal(set) var now: Date
  /// The certificates in DER, the server's own first.
  public internal(set) var chain: [[UInt8]] = []
  /// The pins by host, in base64.
  public internal(set) var pins: [String: Set<String>] = [:]
  /// Whether the platform trusts the server. This counts only for hosts that are not critical.
  public let platformTrusts: Bool
  /// Whether the server accepts requests and answers none.
  public let isBroken: Bool
  /// What the certificates say before they are issued. The last authority signs itself.
  var requests: [CertificateRequest]
  var keys: [SigningKey]
  var pinnedPlace: Int
  let salt: UInt8

  /// Whether the client must trust the server.
  public var isBelieved: Bool { reason == .notCritical ? platformTrusts : Self.good.contains(reason) }
}

extension ServerIdentity: CounterexampleDescribable {
  /// Without the bytes of certificates and keys.
  public var counterexampleDescription: String {
    let says = requests.map { request in
      "\(request.commonName) \(request.dnsNames + request.addresses) \(request.restrictions)"
        + " until \(request.validity.upperBound.timeIntervalSince1970)"
    }
    return "\(host) (\(reason.rawValue)) at \(now.timeIntervalSince1970), certificates \(says), pins \(pins)"
  }
}

extension Generator where Value == [ServerIdentity] {
  /// Five ways in which a server may present itself: two without a reason against it, and three with one defect each.
  public static var serverIdentities: Generator {
    let sound = ServerIdentity.good + [.notCritical]
    let defects = ServerIdentity.Reason.allCases.filter { !sound.contains($0) }
    return Generator { source in
      let reasons = try source(.permutation(of: sound)).prefix(2) + (try source(.permutation(of: defects))).prefix(3)
      return try reasons.map { try ServerIdentity($0, &source) }
    }
  }
}
