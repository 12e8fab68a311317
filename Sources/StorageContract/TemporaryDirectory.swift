import Foundation

/// A directory of its own under the system's temporary one.
package enum TemporaryDirectory {
  private static let made = ForkSafe<Set<String>>([])

  /// Makes it, with a name that nothing else has: the system finds one and makes it in one go. A random name
  /// of our own could repeat, since Swift's random numbers do under a scheduler.
  /// - Throws: ``StoreError/io(operation:path:reason:)``.
  package static func make(prefix: String) throws -> String {
    let template = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(prefix)-XXXXXX").path
    var bytes = Array(template.utf8CString)
    guard mkdtemp(&bytes) != nil else {
      throw StoreError.io(
        operation: "create a temporary directory", path: template, reason: String(cString: strerror(errno)))
    }
    let path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    made.withLock { _ = $0.insert(path) }
    return path
  }

  /// Removes it with all that is in it. What cannot be removed is left to the system.
  package static func remove(_ path: String) {
    made.withLock { _ = $0.remove(path) }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Those of this process that are still there.
  package static var all: [String] { made.withLock { $0.sorted() } }
}
