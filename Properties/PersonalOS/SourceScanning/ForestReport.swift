import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What a scan of a forest must report: the oracle of POS-71.
struct ForestReport {
  private var planted: [(path: String, source: PlantedSource)] = []
  /// The words of the reasons, by path.
  private var unreadable: [String: [String]] = [:]
  private var unreadableFileCount = 0
  private let forest: SourceForest

  init(_ forest: SourceForest) {
    self.forest = forest
    for entry in forest.entries {
      switch entry.reading {
      case .source(let source, let path): planted.append((path, source))
      case .refused(let words, let isFile):
        unreadable[entry.path] = words
        unreadableFileCount += isFile ? 1 : 0
      case .ignored: break
      }
    }
  }

  /// By the bytes of the paths, then by place.
  var findings: [String] {
    let files = planted.map { file in (file.path, file.source.planted.map { $0.finding(in: file.path) }) }
    let refused = unreadable.keys.map { ($0, ["\($0):1:1 unreadable: could not be read"]) }
    return (files + refused).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.flatMap(\.1)
  }

  func expectMatches(_ scan: SourceScan) throws {
    try expect("what the scan reports", scan.findings.map(\.text), equals: findings)
    try expect("files that were read", scan.filesRead, equals: planted.count)
    try expect("files that could not be read", scan.filesUnreadable, equals: unreadableFileCount)
    try expect("at least one token for each that is forbidden", scan.tokensRead >= findings.count - unreadable.count)
    for finding in scan.findings {
      let lacking = unreadable[finding.file, default: []].filter { !(finding.reason ?? "").contains($0) }
      try expect("why \(finding.file) could not be read (\(finding.reason ?? "")), without", lacking, equals: [])
    }
  }

  func label(_ trial: Trial) {
    let first = unreadable.keys.min()
    let uses = planted.filter { !$0.source.planted.isEmpty }
    trial.label("something is planted", if: !uses.isEmpty)
    trial.label("a file cannot be read", if: first != nil)
    trial.label("something is planted after that", if: first.map { first in uses.contains { $0.path > first } } ?? false)
    trial.label("several roots", if: forest.roots.count > 1)
    trial.label("twice the same in one file", if: uses.contains { Set($0.source.planted.map(\.token)).count < $0.source.planted.count })
    trial.label("a hidden file or folder", if: forest.entries.contains { $0.path.contains("/.") })
    for kind in forest.entries.compactMap(\.kind) { trial.label(kind) }
  }
}

extension SourceFinding {
  /// In the words of ``PersonalOSGenerators/PlantedSource/Planted/finding(in:)``.
  var text: String { "\(file):\(line):\(column) \(rule.rawValue): \(token)" }
}

extension SourceForest {
  /// A scan of real files in a temporary folder, whose path is left out of the result.
  func scanned(by sources: SourceScanningSystem) throws -> SourceScan {
    let folder = try TemporaryDirectory.make(prefix: "touchstone-forest")
    defer { TemporaryDirectory.remove(folder) }
    let files = FileManager.default
    // A root is a folder unless an entry says what it is.
    for root in roots where !entries.contains(where: { $0.path == root }) {
      try files.createDirectory(atPath: "\(folder)/\(root)", withIntermediateDirectories: true)
    }
    for entry in entries {
      let path = "\(folder)/\(entry.path)"
      try files.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      switch entry.content {
      case .file(let bytes): try Data(bytes).write(to: URL(fileURLWithPath: path))
      case .pipe: mkfifo(path, 0o600)
      case .link(let target):
        try files.createSymbolicLink(atPath: path, withDestinationPath: target.hasPrefix("/") ? folder + target : target)
      case .nothing: break
      }
    }
    var scan = sources.scan(roots.map { "\(folder)/\($0)" }, .observation)
    scan.findings = scan.findings.map { found in
      let file = String(found.file.dropFirst(folder.count + 1))
      return SourceFinding(
        file: file, line: found.line, column: found.column, token: found.token, rule: found.rule, reason: found.reason)
    }
    return scan
  }
}
