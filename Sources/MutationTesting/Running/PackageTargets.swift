import Foundation

/// The targets of a package, as SwiftPM tells them.
struct PackageTargets: Sendable {
  struct Target: Sendable, Decodable {
    let name: String
    let type: String
    /// Relative to the package.
    let path: String
    /// Relative to ``path``.
    let sources: [String]
    let moduleType: String

    enum CodingKeys: String, CodingKey {
      case name, type, path, sources
      case moduleType = "module_type"
    }

    var files: [String] { sources.map { path == "." || path.isEmpty ? $0 : "\(path)/\($0)" } }
  }

  /// Those that are written in Swift.
  let targets: [Target]

  private struct Description: Decodable {
    let targets: [Target]
  }

  /// - Throws: ``MutationError`` for a folder that is no package.
  init(of root: String, outputFile: String) throws {
    // Whoever runs this may hold the lock of the package, as a plugin does. What is said beside the description goes elsewhere.
    let run = try ShellRun.run("swift package --ignore-lock describe --type json 2>/dev/null", in: root, outputFile: outputFile)
    guard run.ending == .exited(0), let start = run.output.firstIndex(of: "{"),
      let description = try? JSONDecoder().decode(Description.self, from: Data(run.output[start...].utf8))
    else {
      let why = try ShellRun.run("swift package --ignore-lock describe --type json", in: root, outputFile: outputFile).output
      throw MutationError(
        "the package in \(root) cannot be read: \(why.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
    targets = description.targets.filter { $0.moduleType == "SwiftTarget" }
  }

  /// Those whose code is tested, not the tests.
  var tested: [Target] { targets.filter { ["library", "executable"].contains($0.type) } }
}
