import Foundation
import PropertyTesting
import RunReports

/// A file that `--report` names. Whether it can be written is found out before anything runs.
struct ReportFile {
  static let formats = ["json", "xml", "md", "html", "sarif"]

  private let path: String
  let format: String

  /// - Throws: ``UsageError`` for an ending that is no format, ``EnvironmentError`` for a folder that is
  ///   not there or cannot be written.
  init(path: String, option: String = "--report", allowed: [String] = ReportFile.formats) throws {
    let format = (path as NSString).pathExtension.lowercased()
    guard allowed.contains(format) else {
      let forms = allowed.map { "FILE.\($0)" }.joined(separator: ", ")
      throw UsageError(message: "\(option) takes \(forms), not “\(path)”")
    }
    let parent = (path as NSString).deletingLastPathComponent
    let folder = parent.isEmpty ? "." : parent
    let name = ["--report": "report", "--save": "least history", "--page": "page"][option] ?? "file of cases"
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw EnvironmentError(message: "the folder of the \(name), \(folder), does not exist") }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
      throw EnvironmentError(message: "the \(name) \(path) is a folder; name a file")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw EnvironmentError(message: "the folder of the \(name), \(folder), is not writable")
    }
    self.path = path
    self.format = format
  }

  func write(_ document: RunDocument) throws {
    switch format {
    case "xml": try write(text: document.junit)
    case "md": try write(text: document.markdown)
    case "html": try write(text: document.html)
    case "sarif": try write(text: document.sarif())
    default: try write(text: document.json())
    }
  }

  /// Atomically.
  func write(text: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw EnvironmentError(message: "the report \(path) cannot be written: \(error)")
    }
  }
}

extension Options {
  /// The files that `--report` names, of any number.
  func reports(_ allowed: [String] = ReportFile.formats) throws -> [ReportFile] {
    let paths = values("--report")
    for (position, path) in paths.enumerated() where paths[..<position].contains(path) {
      throw UsageError(message: "--report \(path) is given twice")
    }
    return try paths.map { try ReportFile(path: $0, allowed: allowed) }
  }
}
