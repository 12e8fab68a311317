import Foundation

/// How often somebody failed to get in, as it is kept: over launches of the app, and over restarts of the device.
public struct AttemptRecord: Sendable, Equatable, Codable {
  /// Passwords in a row.
  public var failures: Int
  /// The device's time since its start at the last of them; see ``VaultTime/uptime``.
  public var lastFailure: Duration
  /// Since a password was right.
  public var biometricFailures: Int

  public init(failures: Int = 0, lastFailure: Duration = .zero, biometricFailures: Int = 0) {
    self.failures = failures
    self.lastFailure = lastFailure
    self.biometricFailures = biometricFailures
  }

  public init(bytes: [UInt8]) throws { self = try JSONDecoder().decode(AttemptRecord.self, from: Data(bytes)) }

  public func bytes() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}
