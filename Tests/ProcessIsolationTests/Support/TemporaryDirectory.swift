import Foundation
import PropertyTesting

/// A folder of its own, removed with its contents when the last reference goes.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/process-isolation-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }
}

extension Fixture where System == Void {
  /// No system at all.
  static var none: Fixture { Fixture(system: {}) }
}
