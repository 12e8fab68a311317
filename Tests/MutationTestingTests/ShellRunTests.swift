import Foundation
import Testing

@testable import MutationTesting

@Suite struct ShellRunTests {
  private func run(_ command: String, limit: Duration? = nil, memory: Int? = nil) throws -> ShellRun {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try ShellRun.run(command, in: "/", limit: limit, memory: memory, outputFile: file)
  }

  @Test(arguments: [
    ("exit 0", ShellRun.Ending.exited(0)), ("exit 3", .exited(3)), ("kill -SEGV $$", .signaled(11)),
    ("sh -c 'kill -SEGV $$'; exit $?", .signaled(11)),
  ])
  func endings(_ command: String, _ ending: ShellRun.Ending) throws {
    #expect(try run(command).ending == ending)
  }

  @Test func bothOutputsAreKept() throws {
    #expect(try run("echo one; echo two >&2; pwd").output == "one\ntwo\n/\n")
  }

  #if os(Linux)
    /// A test runner begins its tests in a session of their own, out of reach of the command's group.
    @Test func nothingIsLeftRunning() throws {
      let name = "left-\(UUID().uuidString)"
      let hung = try run("setsid sh -c 'while true; do sleep 1; done' \(name)", limit: .milliseconds(300))
      #expect(hung.ending == .timedOut)
      let ended = try run("setsid sh -c 'sleep 60; true' \(name) & exit 0")
      #expect(ended.ending == .exited(0))
      #expect(
        try run("cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'l[e]ft-\(name.dropFirst(5))'").output
          == "0\n")
    }

    @Test func memoryIsLimited() throws {
      #expect(
        try run("head -c 600000000 /dev/zero | tail -c 500000000 > /dev/null", memory: 1 << 18).ending != .exited(0))
    }
  #endif
}
