import Foundation
import PersonalOSReference
import SourceLayering
import TouchstoneCatalogue

/// `touchstone scan --layers`: who imports or names what they may not.
enum LayerScan {
  static func run(_ options: Options, rules path: String) throws -> ExitStatus {
    for option in ["--rules", "--money-folder"] where options.has(option) {
      throw UsageError(message: "\(option) and --layers are different scans: run touchstone scan twice")
    }
    guard options.positional.count == 1, let root = options.positional.first else {
      throw UsageError(message: "touchstone scan --layers FILE takes one folder: the one that contains the folders named in FILE")
    }
    try ScanCommand.expectReadable(root)
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw EnvironmentError(message: "the file \(path) cannot be read")
    }
    do {
      let rules = try LayerRules(String(decoding: bytes, as: UTF8.self))
      let (files, unreadable) = sources(below: root, rules)
      let report = try LayerCheck(rules).report(on: files)
      print(report, unreadable, isJSON: options.has("--json"), root: root, layers: rules.layers.count)
      return report.findings.isEmpty && unreadable.isEmpty ? .held : .notHeld
    } catch {
      throw UsageError(message: "\(path):\(error.line): \(error.description)\(hint(error))")
    }
  }

  private static func hint(_ error: LayerRulesError) -> String {
    guard case .unknownName(let name, let known) = error.problem else { return "" }
    return UnknownName(what: "name", name: name, known: known).nearest.map { "; did you mean “\($0)”?" } ?? ""
  }

  /// Free files are read too: what they re-export counts.
  private static func sources(below root: String, _ rules: LayerRules) -> (files: [SourceText], unreadable: [SourceFinding]) {
    let tree = SourceTree(roots: [root])
    var files: [SourceText] = []
    var unreadable = tree.unreadable
    for path in tree.files.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let name = relative(path, to: root)
      if let bytes = FileManager.default.contents(atPath: path), let text = String(validating: bytes, as: UTF8.self) {
        files.append(SourceText(path: name, text))
      } else {
        unreadable.append(.unreadable(path, "not UTF-8"))
      }
    }
    return (files, unreadable)
  }

  private static func relative(_ path: String, to root: String) -> String {
    var root = root[...]
    while root.utf8.count > 1, root.last == "/" { root.removeLast() }
    if root == "." { return path }
    let prefix = root == "/" ? "/" : root + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func print(
    _ report: LayerReport, _ unreadable: [SourceFinding], isJSON: Bool, root: String, layers: Int
  ) {
    let rows =
      report.findings.map { finding in
        Row(
          file: root == "." ? finding.file : "\(root.hasSuffix("/") ? String(root.dropLast()) : root)/\(finding.file)",
          line: finding.line, column: finding.column, token: finding.token, rule: finding.kind.rawValue, reason: finding.reason)
      }
      + unreadable.map {
        Row(
          file: $0.file, line: $0.line, column: $0.column, token: $0.token, rule: $0.rule.rawValue, reason: $0.reason ?? "")
      }
    if isJSON, let text = try? JSONText.encode(Report(findings: rows, filesRead: report.filesRead, usesRead: report.usesRead)) {
      Terminal.print(text)
      return
    }
    for row in rows { Terminal.print("\(row.file):\(row.line):\(row.column): \(row.token): \(row.reason)  (\(row.rule))") }
    let text =
      "\(counted(rows.count, "finding", "findings")) in \(counted(report.filesRead, "file", "files")), "
      + "\(counted(layers, "layer", "layers")), \(counted(report.usesRead, "use", "uses"))"
    Terminal.print(rows.isEmpty ? Terminal.green(text) : Terminal.red(text))
  }

  private struct Row: Encodable {
    let file: String
    let line: Int
    let column: Int
    let token: String
    let rule: String
    let reason: String
  }

  private struct Report: Encodable {
    let findings: [Row]
    let filesRead: Int
    let usesRead: Int
  }
}
