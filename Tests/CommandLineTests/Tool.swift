import Foundation
import Testing

/// The built `touchstone`, run as a person would run it.
struct Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let diagnostics: String
  }

  /// A folder of its own for one test, with what the tool leaves there.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("touchstone-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func removeFolder() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs in ``folder``, with standard output to a pipe.
  func callAsFunction(_ arguments: String...) throws -> Outcome {
    try run(arguments)
  }

  /// - Parameters:
  ///   - current: the current folder, if not ``folder``.
  ///   - variables: of the environment, beside those that are there.
  func run(_ arguments: [String], in current: URL? = nil, with variables: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = try Self.path()
    process.arguments = arguments
    process.currentDirectoryURL = current ?? folder
    if !variables.isEmpty { process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 } }
    // To files: two pipes could fill up while the other is read.
    let files = try ["output", "diagnostics"].map { name in
      let url = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
      try Data().write(to: url)
      return (url, try FileHandle(forWritingTo: url))
    }
    process.standardOutput = files[0].1
    process.standardError = files[1].1
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { url, handle in
      try handle.close()
      defer { try? FileManager.default.removeItem(at: url) }
      return try String(contentsOf: url, encoding: .utf8)
    }
    return Outcome(status: process.terminationStatus, output: texts[0], diagnostics: texts[1])
  }

  /// A command that is wrong ends with 2, says `message`, and prints no result.
  static func expectUsageError(
    _ command: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool.run(command.split(separator: " ").map(String.init))
    #expect(run.status == 2, "\(run.output)", sourceLocation: sourceLocation)
    #expect(
      run.diagnostics.contains(message), "\(run.diagnostics)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Beside the test bundle, where the build put it.
  static func path() throws -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = bundle.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("touchstone")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw ToolMissing(searchedFrom: bundle.path)
  }

  struct ToolMissing: Error {
    let searchedFrom: String
  }
}
