import Foundation

/// The stored counts of failed attempts. They outlive launches of the app and restarts of the device.
public struct AttemptRecord: Sendable, Equatable, Codable {
  /// Wrong passwords since the last right one.
  public var failures: Int
  /// The device's uptime at the last wrong password: see ``VaultTime/uptime``.
  public var lastFailure: Duration
  /// Biometric failures since the last right password.
  public var biometricFailures: Int

  /// Creates a record. The default has no failures.
  public init(failures: Int = 0, lastFailure: Duration = .zero, biometricFailures: Int = 0) {
    self.failures = failures
    self.lastFailure = lastFailure
    self.biometricFailures = biometricFailures
  }

  /// Reads a record that ``bytes()`` wrote.
  /// - Throws: `DecodingError` for any other bytes.
  public init(bytes: [UInt8]) throws { self = try JSONDecoder().decode(AttemptRecord.self, from: Data(bytes)) }

  /// The record as JSON.
  public func bytes() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}
