import Foundation
import Synchronization

/// A directory of its own under the system's temporary one.
package enum TemporaryDirectory {
  private static let made = Mutex<Set<String>>([])

  /// Makes it, with a name that nothing else has.
  /// - Throws: ``StoreError/io(operation:path:reason:)``.
  package static func make(prefix: String) throws -> String {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw StoreError.io(
        operation: "create a temporary directory", path: url.path, reason: "\(error)")
    }
    made.withLock { _ = $0.insert(url.path) }
    return url.path
  }

  /// Removes it with all that is in it. What cannot be removed is left to the system.
  package static func remove(_ path: String) {
    made.withLock { _ = $0.remove(path) }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Those of this process that are still there.
  package static var all: [String] { made.withLock { $0.sorted() } }
}
