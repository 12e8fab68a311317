import Foundation

/// The files of this package.
enum Package {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The products that have a catalogue.
  static let catalogues: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs/reference").path)) ?? [])
    .filter { $0.hasSuffix(".docc") }.map { String($0.dropLast(5)) }.sorted()

  /// The modules of a library product, as the manifest lists them.
  static func modules(of product: String) throws -> [String] {
    let list = try text("Package.swift").matches(of: #/\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/#).first { $0.1 == product }
    return list?.2.matches(of: #/\w+/#).map { String($0.0) } ?? []
  }

  /// Where the sources of a module are.
  static func folder(of module: String) -> String {
    for folder in ["Generators", "Properties"] where module.hasSuffix(folder) { return "\(folder)/\(module.dropLast(folder.count))" }
    return "Sources/\(module)"
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// Paths below `folder`, from the root, of files that end in `ending`.
  static func files(in folder: String, ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }
}
