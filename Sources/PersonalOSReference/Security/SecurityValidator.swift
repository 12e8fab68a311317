import Foundation
import PlatformStandIns

/// Says whether a server is who it should be.
public protocol CertificateValidating: Sendable {
  /// - Parameter chain: what the server presented, in DER, its own certificate first.
  func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool
}

/// Looks at servers' certificates and at the device.
///
/// A critical host is believed where some certificate of the chain has a pinned key, every one from the
/// server's own up to it is issued by the next, and the server's own is valid now and names the host. It
/// need not please the platform: the pin stands in for its anchors. Any other host is believed where the
/// platform does.
public struct SecurityValidator: CertificateValidating {
  public struct Setup: Sendable {
    public var policy: PinPolicy
    public var now: @Sendable () -> Date
    /// The platform's ordinary verdict on a chain.
    public var platformTrusts: @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool
    public var jailbreakSigns: @Sendable () -> Bool
    public var debuggerSigns: @Sendable () -> Bool

    public init(
      policy: PinPolicy, now: @escaping @Sendable () -> Date,
      platformTrusts: @escaping @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool,
      jailbreakSigns: @escaping @Sendable () -> Bool = { false },
      debuggerSigns: @escaping @Sendable () -> Bool = { false }
    ) {
      self.policy = policy
      self.now = now
      self.platformTrusts = platformTrusts
      self.jailbreakSigns = jailbreakSigns
      self.debuggerSigns = debuggerSigns
    }
  }

  private let setup: Setup

  public init(_ setup: Setup) {
    self.setup = setup
  }

  public func isJailbroken() -> Bool { setup.jailbreakSigns() }

  public func isDebuggerAttached() -> Bool { setup.debuggerSigns() }

  public func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool {
    let hostName = HostName(host)
    guard let pins = setup.policy.pins(for: hostName) else { return setup.platformTrusts(chain, host) }
    let path = Self.signedPath(chain)
    guard let leaf = path.first else { return false }
    return leaf.validity.contains(setup.now())
      && leaf.dnsNames.contains { hostName.isNamed(by: $0) }
      && path.contains { pins.contains($0.pin) }
  }

  /// The server's certificate and what follows it, as long as each is issued by the next: beyond that a
  /// server can add whatever certificates it found elsewhere.
  private static func signedPath(_ chain: [[UInt8]]) -> [Certificate] {
    var path: [Certificate] = []
    for der in chain {
      guard let certificate = try? Certificate(der: der), path.last?.isIssued(by: certificate) ?? true else {
        break
      }
      path.append(certificate)
    }
    return path
  }
}
