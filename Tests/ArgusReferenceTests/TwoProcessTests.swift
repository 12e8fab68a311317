import Foundation
import Testing

/// Two devices in two processes over one directory as their cloud. `make soak` runs a thousand times.
@Suite("Two processes", .serialized)
struct TwoProcessTests {
  private static let runs = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"].flatMap(Int.init) ?? 4

  @Test("Two devices that act at once, one of them killed now and then, show the same in the end and lose nothing")
  func converge() throws {
    var kills = 0
    var writes = 0
    for run in 0..<Self.runs {
      let place = try TwoDevices()
      defer { place.remove() }
      let seed = UInt64.random(in: 1...1_000_000)
      let devices = try ["A", "B"].map { try place.start("act", $0, ["\(seed)", "20"]) }
      // Every second run somebody ends the first device at any moment.
      if run.isMultiple(of: 2) {
        usleep(UInt32.random(in: 10_000...120_000))
        if devices[0].isRunning { kills += 1 }
        devices[0].kill()
      }
      var acknowledged: [String: String] = [:]
      for device in devices {
        for line in device.linesAtItsEnd() {
          let parts = line.split(separator: "\t").map(String.init)
          if parts.count == 2 { acknowledged[parts[0]] = parts[1] }
        }
      }
      writes += acknowledged.count
      // Each has sent before the other one fetches for the last time.
      _ = try place.start("settle", "A").linesAtItsEnd()
      let shown = try ["B", "A"].map { try place.start("settle", $0).linesAtItsEnd() }
      #expect(shown[0] == shown[1], "run \(run), seed \(seed): the devices differ")
      for (id, title) in acknowledged {
        // A write that was killed before its acknowledgement may be there, and is a later one.
        let number = shown[0].first { $0.hasPrefix(id + "\t") }.flatMap { Self.step($0) } ?? -1
        #expect(number >= Self.step("\(id)\t\(title)") ?? 0, "run \(run), seed \(seed): \(id) has lost “\(title)”")
      }
    }
    print("\(Self.runs) runs of two processes, \(kills) kills, \(writes) articles of one device alone")
    #expect(writes > 0)
  }

  /// The step in which an article of one device alone was written.
  private static func step(_ line: String) -> Int? {
    line.split(separator: "\t").dropFirst().first.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
  }
}

/// The places of two devices and their cloud: one has a file store, the other one SQLite.
private struct TwoDevices {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("argus-\(UUID().uuidString)")
    for folder in ["cloud", "A"] {
      try FileManager.default.createDirectory(at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  func start(_ command: String, _ device: String, _ more: [String] = []) throws -> RunningDevice {
    let kind = device == "A" ? "file" : "sqlite"
    let store = root.appendingPathComponent(device == "A" ? "A" : "B.sqlite").path
    return try RunningDevice([command, kind, store, root.appendingPathComponent("cloud").path, device] + more)
  }
}

/// A process of `argus-probe`.
private final class RunningDevice {
  private let process = Process()
  private let output = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = Self.probe
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  func linesAtItsEnd() -> [String] {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Beside the tests' own binary.
  private static let probe: URL = {
    let folders = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let candidates = folders.flatMap { [$0, $0.deletingLastPathComponent()] }.map { $0.appendingPathComponent("argus-probe") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? URL(fileURLWithPath: "argus-probe-is-not-built")
  }()
}
