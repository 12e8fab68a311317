import Foundation

/// Swift files on this machine.
enum SwiftFiles {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Paths of this package's files, in order; hidden folders are left out.
  static func ofThisPackage(under folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      let path = root.appendingPathComponent(folder).path
      return try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
        .map { path + "/" + $0 }
    }.sorted()
  }
}
