import Foundation
import PlatformStandIns

/// Says whether a server is who it should be.
public protocol CertificateValidating: Sendable {
  /// - Parameter chain: what the server presented, in DER, its own certificate first.
  func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool
}

/// Looks at servers' certificates.
///
/// A critical host is believed if the platform's library verifies a path from the server's own certificate to one with a
/// pinned key: for a server's purpose, of this host, now. The pin stands in for the platform's anchors, and what the
/// server sends beyond it counts for nothing. Any other host is believed if the platform believes it.
public struct SecurityValidator: CertificateValidating {
  public struct Setup: Sendable {
    public var policy: PinPolicy
    public var now: @Sendable () -> Date
    /// The platform's ordinary verdict on a chain.
    public var platformTrusts: @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool

    public init(
      policy: PinPolicy, now: @escaping @Sendable () -> Date,
      platformTrusts: @escaping @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool
    ) {
      self.policy = policy
      self.now = now
      self.platformTrusts = platformTrusts
    }
  }

  private let setup: Setup

  public init(_ setup: Setup) {
    self.setup = setup
  }

  public func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool {
    let hostName = HostName(host)
    guard let pins = setup.policy.pins(for: hostName) else { return setup.platformTrusts(chain, host) }
    var certificates: [Certificate] = []
    for der in chain {
      // What follows is nobody's who is known.
      guard let certificate = try? Certificate(der: der) else { break }
      certificates.append(certificate)
    }
    guard let leaf = certificates.first, !hostName.isAmbiguousAddress else { return false }
    let now = setup.now()
    return certificates.indices.contains { place in
      pins.contains(certificates[place].pin)
        && leaf.trustFailure(
          as: hostName.text, at: now, through: Array(certificates[..<place].dropFirst()), under: certificates[place]) == nil
    }
  }
}
