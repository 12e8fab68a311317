import Foundation

/// Commands that serve stores.
enum Adapters {
  /// The probe beside the tests, serving a backend.
  static func probe(_ kind: String) -> String {
    let bundle = Bundle.main.bundleURL
    let folders = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(), bundle,
      bundle.deletingLastPathComponent(),
    ]
    let path = folders.map { $0.appendingPathComponent("storage-probe").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return "exec '\(path ?? "storage-probe, which is not built")' serve \(kind)"
  }

  /// The example backend.
  static let python: String = {
    let script = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("../../docs/examples/python-backend/backend.py").standardized.path
    return "exec python3 '\(script)'"
  }()

  static let hasPython: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
  }()
}
