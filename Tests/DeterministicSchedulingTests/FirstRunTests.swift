import DeterministicScheduling
import Foundation
import PropertyTesting
import Testing

/// What the scheduler has to learn of the runtime it learns from the first task of a process, and the report of that run must not
/// show it.
@Suite("The first run of a process")
struct FirstRunTests {
  private static let variable = "TOUCHSTONE_TOKEN_OF_THE_FIRST_RUN"

  /// A replay is looked at from its first run on.
  @Test func namesTheBodyThatWaits() throws {
    let found = try deadlock(replaying: ProcessInfo.processInfo.environment[Self.variable])
    #expect(found.message.contains("the body waits in ") && found.message.contains(" at FirstRunTests.swift:"), "\(found.message)")
  }

  /// The test above, first and alone in a process of its own.
  @Test func namesItInAReplayToo() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "FirstRunTests/namesTheBodyThatWaits"]
    process.environment = ProcessInfo.processInfo.environment
    process.environment?[Self.variable] = "\(try deadlock(replaying: nil).token)"
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.contains("with 1 test in 1 suite passed"), "\(text)")
  }

  private func deadlock(replaying token: String?) throws -> Counterexample {
    let failure = try #require(throws: PropertyFailure.self) {
      try check("somebody resumes it", scheduled: .mixed, settings: RunSettings(cases: 1, seed: 1), replaying: token) {
        await nobodyResumes()
        try expect("not reached", false)
      }
    }
    return try #require(failure.result.verdict.counterexample)
  }

  private func nobodyResumes() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}
