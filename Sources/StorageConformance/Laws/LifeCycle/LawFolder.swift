import Foundation
import PropertyTesting
import StorageContract

/// A folder of the law's own, for backups.
struct LawFolder {
  let path: String

  /// Runs `body` with a new folder, which is removed afterwards.
  static func with<Result>(_ body: (LawFolder) async throws -> Result) async throws -> Result {
    let folder = LawFolder(path: try TemporaryDirectory.make(prefix: "touchstone-law"))
    defer { TemporaryDirectory.remove(folder.path) }
    return try await body(folder)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what lies in it, sorted.
  var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Puts a file there, in place of one that is there already.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func remove(_ name: String) throws {
    try SystemFileLayer().remove(file(name))
  }

  func read(_ name: String) throws -> [UInt8] {
    try SystemFileLayer().read(file(name))
  }
}
