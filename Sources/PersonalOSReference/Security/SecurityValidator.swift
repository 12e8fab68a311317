import Foundation
import PlatformStandIns

/// Decides whether a server is the one that its host name stands for.
public protocol CertificateValidating: Sendable {
  /// Whether the certificates are accepted for `host`.
  /// - Parameter chain: the certificates that the server presented, in DER, its own first.
  func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool
}

/// Validates the certificates of servers.
///
/// The validator accepts a critical host if the platform's library verifies a path from the server's own certificate to
/// a certificate with a pinned key. The path must be valid now, for this host, and for use by a server. The pinned
/// certificate takes the place of the platform's trust anchors, and certificates after it do not matter. The validator
/// accepts any other host if the platform does.
public struct SecurityValidator: CertificateValidating {
  /// The parts of a validator.
  public struct Setup: Sendable {
    /// The critical hosts and their pins.
    public var policy: PinPolicy
    /// Returns the time at which the certificates must be valid.
    public var now: @Sendable () -> Date
    /// The platform's own verdict on a chain, for hosts that are not critical.
    public var platformTrusts: @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool

    /// What the device says about its own protection.
    public var device: any DeviceProbe

    /// Creates a setup from its parts. The default device is the one that this process runs on.
    public init(
      policy: PinPolicy, now: @escaping @Sendable () -> Date,
      platformTrusts: @escaping @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool,
      device: any DeviceProbe = SystemDeviceProbe()
    ) {
      self.policy = policy
      self.now = now
      self.platformTrusts = platformTrusts
      self.device = device
    }
  }

  let setup: Setup

  /// Creates a validator. It keeps no state between calls.
  public init(_ setup: Setup) {
    self.setup = setup
  }

  public func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool {
    let hostName = HostName(host)
    guard let pins = setup.policy.pins(for: hostName) else { return setup.platformTrusts(chain, host) }
    var certificates: [Certificate] = []
    for der in chain {
      // A certificate that cannot be read ends the path: nothing vouches for the ones after it.
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
