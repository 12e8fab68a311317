import Foundation

/// Stands in for the one of Touchstone's own, which the shared laws use and other packages do not see.
enum TemporaryDirectory {
  static func make(prefix: String) throws -> String {
    var bytes = Array("\(FileManager.default.temporaryDirectory.path)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&bytes) != nil else { throw CheckFailure(description: "no temporary directory: \(errno)") }
    return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }
}
