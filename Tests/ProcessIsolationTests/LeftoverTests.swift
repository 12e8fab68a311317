import Foundation
import Testing

/// Run by a process of its own: in this one other tests have children and descriptors too.
@Suite("Nothing is left")
struct LeftoverTests {
  struct Leaks: Decodable {
    let deaths: Int
    let children: Int
    let descriptorsBefore: [String]
    let descriptorsAfter: [String]
    let verdict: String
  }

  /// A thousand deaths; with TOUCHSTONE_SOAK (`make soak`) ten thousand.
  @Test func deathsLeaveNoProcessNoDescriptorAndNoFile() throws {
    let deaths = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 1_000 : 10_000
    let folder = try TemporaryDirectory()
    let output = Pipe()
    let probe = try Self.start(["leaks", "\(deaths)"], in: folder, output)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    probe.waitUntilExit()
    let leaks = try JSONDecoder().decode(Leaks.self, from: text)
    #expect(leaks.deaths == deaths)
    #expect(leaks.verdict == "crashed")
    #expect(leaks.children == 0)
    #expect(leaks.descriptorsBefore == leaks.descriptorsAfter)
    #expect(!leaks.descriptorsBefore.isEmpty)
    #expect(try folder.names() == [])
  }

  @Test func theWorkersOfAKilledProcessEndWithIt() throws {
    let folder = try TemporaryDirectory()
    let probe = try Self.start(["hang"], in: folder, nil)
    var workers: Set<pid_t> = []
    while workers.count < 3, probe.isRunning {
      workers = Processes.children(of: probe.processIdentifier)
      usleep(10_000)
    }
    #expect(workers.count == 3)
    #expect(workers.allSatisfy(Processes.isAlive))
    kill(probe.processIdentifier, SIGKILL)
    probe.waitUntilExit()
    // The system ends them; how soon is its own affair.
    while workers.contains(where: Processes.isAlive) { usleep(10_000) }
    #expect(!workers.contains(where: Processes.isAlive))
    #expect(try folder.names() == [])
  }

  @Test func aSignalThatEndsTheProcessEndsItsWorkers() throws {
    let folder = try TemporaryDirectory()
    for signal in [SIGINT, SIGTERM] {
      let probe = try Self.start(["hang"], in: folder, nil)
      var workers: Set<pid_t> = []
      while workers.count < 3, probe.isRunning {
        workers = Processes.children(of: probe.processIdentifier)
        usleep(10_000)
      }
      kill(probe.processIdentifier, signal)
      probe.waitUntilExit()
      #expect(probe.terminationReason == .uncaughtSignal)
      while workers.contains(where: Processes.isAlive) { usleep(10_000) }
      #expect(workers.count == 3)
    }
  }

  private static func start(
    _ arguments: [String], in folder: TemporaryDirectory, _ output: Pipe?
  ) throws -> Process {
    let process = Process()
    process.executableURL = probe
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    if let output { process.standardOutput = output }
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Beside the test bundle, where the build put it.
  private static var probe: URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("isolation-probe")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
