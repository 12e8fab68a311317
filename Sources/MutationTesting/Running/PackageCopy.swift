import Foundation

/// The package in a folder of its own, where its sources are planted and built. The original is read, and never
/// written.
struct PackageCopy: Sendable {
  /// The package.
  let original: String
  let root: String
  /// The folder of the run: it may lie in the package, and is no part of it.
  let scratch: String

  /// Folders that are built, not written.
  private static let leftOut: Set<String> = [".git", ".build", ".swiftpm", "DerivedData", ".DS_Store"]
  /// What a build needs that was fetched from elsewhere.
  private static let fetched = ["checkouts", "repositories", "artifacts", "workspace-state.json"]

  /// The paths of all files that are copied, relative to the package, in order.
  func files() throws -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(original)/\(folder)")
      where !isLeftOut(name, in: folder) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(original)/\(path)")) != nil
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: "\(original)/\(path)", isDirectory: &isFolder)
        if exists, isFolder.boolValue, !isLink { folders.append(path) } else { found.append(path) }
      }
    }
    return found.sorted()
  }

  /// Copies what is not there yet or differs; takes away what the original no longer has. What was built there is kept.
  /// - Throws: the file system's error.
  func refresh() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: root, withIntermediateDirectories: true)
    let wanted = Set(try files.contentsOfDirectory(atPath: original).filter { !isLeftOut($0, in: "") })
    for name in try files.contentsOfDirectory(atPath: root) where !wanted.contains(name) && !isLeftOut(name, in: "") {
      try files.removeItem(atPath: "\(root)/\(name)")
    }
    for name in wanted { try copy(name) }
    for name in Self.fetched where files.fileExists(atPath: "\(original)/.build/\(name)") {
      let target = "\(root)/.build/\(name)"
      guard !files.fileExists(atPath: target) else { continue }
      try files.createDirectory(atPath: "\(root)/.build", withIntermediateDirectories: true)
      try files.copyItem(atPath: "\(original)/.build/\(name)", toPath: target)
    }
    try mendManifests()
  }

  private func isLeftOut(_ name: String, in folder: String) -> Bool {
    Self.leftOut.contains(name) || name.hasPrefix(".build")
      || scratch == (folder.isEmpty ? "\(original)/\(name)" : "\(original)/\(folder)/\(name)")
  }

  /// A file that is the same is left, so that it is not built again.
  private func copy(_ path: String) throws {
    let files = FileManager.default
    let (source, target) = ("\(original)/\(path)", "\(root)/\(path)")
    if let link = try? files.destinationOfSymbolicLink(atPath: source) {
      if (try? files.destinationOfSymbolicLink(atPath: target)) != link {
        try? files.removeItem(atPath: target)
        try files.createSymbolicLink(atPath: target, withDestinationPath: link)
      }
      return
    }
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: source, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      if !files.contentsEqual(atPath: source, andPath: target) {
        try? files.removeItem(atPath: target)
        try files.copyItem(atPath: source, toPath: target)
      }
      return
    }
    try files.createDirectory(atPath: target, withIntermediateDirectories: true)
    let names = try files.contentsOfDirectory(atPath: source).filter { !isLeftOut($0, in: path) }
    for name in try files.contentsOfDirectory(atPath: target) where !names.contains(name) {
      try files.removeItem(atPath: "\(target)/\(name)")
    }
    for name in names { try copy("\(path)/\(name)") }
  }

  /// A change may leave a variable unused: a warning, which must not be an error here. And what the package takes
  /// from beside itself is not beside the copy.
  private func mendManifests() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: root)
    where name.hasPrefix("Package") && name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
      var mended = text.replacing(/treatAllWarnings\(\s*as:\s*\.error\s*\)/, with: "treatAllWarnings(as: .warning)")
        .replacing(/treatWarning\(\s*("[^"]*")\s*,\s*as:\s*\.error\s*\)/) { "treatWarning(\($0.1), as: .warning)" }
        .replacing("\"-warnings-as-errors\"", with: "\"-no-warnings-as-errors\"")
      mended = mended.replacing(/\.package\(([^()]*?)path:\s*"(\.[^"]*)"/) { match in
        let beside = URL(fileURLWithPath: original).appendingPathComponent(String(match.2)).standardizedFileURL.path
        return ".package(\(match.1)path: \"\(beside)\""
      }
      if mended != text { try mended.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8) }
    }
  }
}
