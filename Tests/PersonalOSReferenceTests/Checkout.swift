import Foundation

/// The package's own files.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Of the folder and all below it.
  static func swiftFiles(in folder: String) throws -> [URL] {
    let base = root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".swift") }
      .sorted().map { base.appendingPathComponent($0) }
  }
}
