import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A generated forest as real files in a temporary folder, and what a scan of it must come to.
struct ForestOnDisk {
  /// What the generator knows of the files: the oracle of POS-71.
  struct Expected {
    /// "path:line:token", once for each that was planted.
    var planted: [String] = []
    var unreadable: [String] = []
    var sourceCount = 0
  }

  private(set) var expected = Expected()
  private let forest: SourceForest
  private let folder: String

  /// - Throws: where the folder cannot be written.
  init(_ forest: SourceForest) throws {
    self.forest = forest
    folder = try TemporaryDirectory.make(prefix: "touchstone-forest")
    do {
      for root in forest.roots { try makeFolder(root) }
      for entry in forest.entries { try write(entry) }
    } catch {
      remove()
      throw error
    }
  }

  var rootPaths: [String] { forest.roots.map(path) }

  func remove() {
    TemporaryDirectory.remove(folder)
  }

  /// What was found, as ``Expected/planted`` puts it.
  func places(of scan: SourceScan) -> [String] {
    scan.findings.filter { $0.rule != .unreadable }
      .map { "\(relative($0.file)):\($0.line):\($0.token)" }.sorted()
  }

  func unreadable(in scan: SourceScan) -> [String] {
    scan.findings.filter { $0.rule == .unreadable }.map { relative($0.file) }.sorted()
  }

  private mutating func write(_ entry: SourceForest.Entry) throws {
    let parent = (entry.path as NSString).deletingLastPathComponent
    try makeFolder(parent)
    switch entry.content {
    case .source(let source):
      try put(source.text.utf8, at: entry.path)
      expect(source, at: entry.path)
    case .notText:
      // Latin-1.
      try put(
        [UInt8]("// Gr".utf8) + [0xF6, 0xDF] + [UInt8]("e\n@Published var a = 1\n".utf8), at: entry.path)
      expected.unreadable.append(entry.path)
    case .noSource:
      try put("final class Feed: ObservableObject {}\n".utf8, at: entry.path)
    case .danglingLink:
      try link(entry.path, to: "nowhere")
      expected.unreadable.append(entry.path)
    case .link(let number):
      switch forest.entries[number % forest.entries.count].content {
      case .source, .notText:
        try link(entry.path, to: path(forest.entries[number % forest.entries.count].path))
      default:
        try link(entry.path, to: "nowhere")
        expected.unreadable.append(entry.path)
      }
    case .linkToFolder(let isToParent):
      // The parent of a root is none of the forest's folders.
      try link(entry.path, to: isToParent && parent.contains("/") ? ".." : ".")
    case .linkOutside(let source):
      try makeFolder("outside/deeper")
      try put(source.text.utf8, at: "outside/deeper/Outside.swift")
      try link(entry.path, to: path("outside"))
      expect(source, at: entry.path + "/deeper/Outside.swift")
    }
  }

  private mutating func expect(_ source: PlantedSource, at path: String) {
    expected.sourceCount += 1
    expected.planted += source.planted.map { "\(path):\($0.line):\($0.token)" }
  }

  private func path(_ relative: String) -> String { folder + "/" + relative }
  private func relative(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  private func put(_ bytes: some Sequence<UInt8>, at name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  // MARK: Classes

  func label(_ trial: Trial) {
    trial.label("something is planted", if: !expected.planted.isEmpty)
    trial.label("a file cannot be read", if: !expected.unreadable.isEmpty)
    let first = expected.unreadable.min()
    trial.label("something is planted after that", if: expected.planted.contains { $0 > (first ?? $0) })
    trial.label("several roots", if: forest.roots.count > 1)
    trial.label("twice the same in one file", if: Set(withoutLines).count < expected.planted.count)
    for entry in forest.entries {
      trial.label("a hidden file or folder", if: entry.path.contains("/."))
      switch entry.content {
      case .source(let source):
        trial.label("thousands of lines", if: source.kinds.contains("thousands of lines"))
      case .notText, .danglingLink: break
      case .noSource: trial.label("no source by its name")
      case .link: trial.label("a link to a file", if: !expected.unreadable.contains(entry.path))
      case .linkToFolder: trial.label("a link to a folder")
      case .linkOutside: trial.label("a link out of the roots")
      }
    }
  }

  private var withoutLines: [String] {
    expected.planted.map { place in
      let parts = place.split(separator: ":")
      return "\(parts[0]):\(parts[parts.count - 1])"
    }
  }
}
