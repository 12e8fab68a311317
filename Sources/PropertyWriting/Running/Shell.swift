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
  ///   - folder: where it runs; nil: where this process does.
  ///   - tell: takes what `show` says of the command's new lines, every so many seconds.
  static func run(
    _ words: [String], environment: [String: String] = [:], in folder: String? = nil, telling tell: ((String) -> Void)? = nil,
    everySeconds: Double = 20, showing show: (ArraySlice<Substring>) -> [String] = progress
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files and not pipes: a pipe that nobody reads stops a command that prints much.
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-write-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let files = try ["out", "errors"].map { name in
      let url = place.appendingPathComponent(name)
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      return (url, try FileHandle(forWritingTo: url))
    }
    process.standardOutput = files[0].1
    process.standardError = files[1].1
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { throw WriteError("\(words.joined(separator: " ")) cannot be run: \(error.localizedDescription)") }
    var told = 0
    while let tell, process.isRunning {
      if ended.wait(timeout: .now() + everySeconds) == .success { break }
      let text = String(decoding: (try? Data(contentsOf: files[0].0)) ?? Data(), as: UTF8.self)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
      for line in show(lines.dropFirst(told)) { tell("  \(line)") }
      told = lines.count
    }
    process.waitUntilExit()
    let texts = files.map { String(decoding: (try? Data(contentsOf: $0.0)) ?? Data(), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// "[12/340] Compiling …", the latest, and not what the compiler says of the sources.
  static func progress(_ lines: ArraySlice<Substring>) -> [String] {
    lines.last { $0.hasPrefix("[") && $0.contains("/") }.map { [String($0)] } ?? []
  }
}
