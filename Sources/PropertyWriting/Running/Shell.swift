import Foundation

/// A command, run to its end.
enum Shell {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// - Parameters:
  ///   - environment: what is added to that of this process.
  ///   - tell: takes the command's latest line of progress, every twenty seconds.
  static func run(
    _ words: [String], environment: [String: String] = [:], telling tell: ((String) -> Void)? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files and not pipes: a pipe that nobody reads stops a command that prints much.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-write-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try ["out", "errors"].map { name in
      let url = folder.appendingPathComponent(name)
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      return (url, try FileHandle(forWritingTo: url))
    }
    process.standardOutput = files[0].1
    process.standardError = files[1].1
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { throw WriteError("\(words.joined(separator: " ")) cannot be run: \(error.localizedDescription)") }
    while let tell, process.isRunning {
      if ended.wait(timeout: .now() + 20) == .success { break }
      let text = (try? String(contentsOf: files[0].0, encoding: .utf8)) ?? ""
      // "[12/340] Compiling …", and not what the compiler says of the sources.
      if let line = text.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix("[") && $0.contains("/") }) { tell("  \(line)") }
    }
    process.waitUntilExit()
    let texts = files.map { String(decoding: (try? Data(contentsOf: $0.0)) ?? Data(), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
