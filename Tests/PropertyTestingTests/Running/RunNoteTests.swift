import Foundation
import Testing

/// Run in a process of its own, which ends.
@Suite("A process that ends says which case ran")
struct RunNoteTests {
  /// How a process ended, and what it wrote on standard error from the note on.
  struct Ending {
    let status: Int32
    let isSignal: Bool
    let note: String
    let errors: String
  }

  static let places = "Tests/RunNoteProbe/main.swift:"

  @Test(arguments: [("trap", SIGILL), ("overflow", SIGSEGV), ("abort", SIGABRT)])
  func aCrashNamesPropertySeedAndCase(_ how: String, _ signal: Int32) throws {
    let ending = try Self.run(how)
    #expect(ending.note.contains("✘ check a case that ends its process\n"))
    #expect(ending.note.contains(Self.places))
    #expect(ending.note.contains(" at case 11, seed 5eed, while running\n"))
    #expect(ending.note.contains("  again    TOUCHSTONE_SEED=5eed TOUCHSTONE_CASES=100 "))
    // The process ends as it would have without the note. What a processor traps with differs.
    #expect(ending.isSignal)
    if how != "trap" { #expect(ending.status == signal) }
  }

  @Test func exitWithinACaseIsNamed() throws {
    let ending = try Self.run("exit")
    #expect(ending.note.contains("\n  ended by exit() at case 11, seed 5eed, while running\n"))
    #expect(!ending.isSignal)
    #expect(ending.status == 0)
  }

  @Test func aGeneratorThatTrapsIsToldFromACase() throws {
    let ending = try Self.run("generator")
    #expect(ending.note.contains("✘ check a generator that traps\n"))
    #expect(ending.note.contains(", seed 5eed, while generating\n"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalToEndIsNamed(_ signal: Int32) throws {
    let ending = try Self.run("wait", signal)
    #expect(ending.note.contains(" at case 11, seed 5eed, while running\n"))
    #expect(ending.isSignal)
    #expect(ending.status == signal)
  }

  @Test(arguments: ["shrinking-trap", "shrinking-wait"])
  func theBestCaseSoFarIsTold(_ how: String) throws {
    let ending = try Self.run(how, how.hasSuffix("wait") ? SIGINT : nil)
    #expect(ending.note.contains("✘ check a failure whose shrinking ends the process\n"))
    #expect(ending.note.contains("\n  claim    all are small\n  given    ["))
    let token = try #require(ending.note.firstMatch(of: /TOUCHSTONE_REPLAY=(check-[0-9a-f]{8}:[\w-]+)\n/)).1
    // And it replays.
    let again = try Self.run("replay", environment: ["TOUCHSTONE_REPLAY": String(token)])
    #expect(again.errors.contains("falsified again in the replayed case"), "\(again.errors)")
  }

  /// Its note comes after ten seconds, or later on a busy machine: the test waits for it.
  @Test func aCaseThatDoesNotEndIsNamed() throws {
    let (process, _, errors) = try Self.start("slow", environment: [:])
    var note = ""
    while !note.contains("with the same\n"), process.isRunning {
      note += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(note.contains("◇ check a case that takes long\n"))
    #expect(note.contains("\n  has not ended for 10 s at case 1, seed 5eed, while running\n"))
  }

  /// Where the task that has the lock goes on, if it could.
  @Test(arguments: [("lock", "hold(_:)"), ("lock-of-actors", "Clerk.hold(_:calling:)")])
  func aBlockedStepNamesTheTasksThatCouldRun(_ how: String, _ function: String) throws {
    let note = try Self.run(how).note
    #expect(note.contains("\n  in       take(_:) (main.swift:"))
    #expect(note.contains("\n  ready    another task could go on at \(function) (main.swift:"))
  }

  /// The tasks that nothing lets go on, too: of a `Task`, of an `async let`, and of the body.
  @Test func aBlockedStepNamesTheTasksThatWait() throws {
    let note = try Self.run("lock-and-waits").note
    #expect(note.contains("\n  in       take(_:) (main.swift:"), "\(note)")
    let waits = note.split(separator: "\n").filter { $0.hasPrefix("  waits    another task waits in ") }
    #expect(waits.count == 3, "\(note)")
    #expect(waits.count { $0.contains("sleepForAnHour() (main.swift:") } == 2, "\(note)")
  }

  @Test(arguments: [("lock", "blocked its thread", "take(_:)"), ("spin", "computed", "closure"), ("process", "blocked its thread", "closure")])
  func aStepThatNeverEndsHasAVerdict(_ how: String, _ what: String, _ function: String) throws {
    let ending = try Self.run(how)
    #expect(ending.note.contains("\n  timed out at case "))
    #expect(ending.note.contains(" of its schedule has \(what) for 2 s, and does not end\n"))
    #expect(ending.note.contains("\n  in       \(function)"))
    #expect(ending.note.contains("(main.swift:"))
    #expect(!ending.isSignal)
    #expect(ending.status == 1)
  }

  /// As a time limit of Swift Testing does.
  @Test func whoCancelsATestSeesTheCase() throws {
    let ending = try Self.run("cancelled")
    #expect(ending.note.contains("\n  its task was cancelled at case "))
    #expect(ending.note.contains(", seed 5eed, while running\n"))
    #expect(ending.status == 0)
  }

  @Test(arguments: ["task", "task-exit"])
  func aTaskThatMovesBetweenThreadsIsTold(_ how: String) throws {
    let ending = try Self.run(how)
    #expect(ending.note.contains("✘ check a task that ends its process\n"))
    #expect(ending.note.contains(", seed 5eed, while running\n"))
  }

  @Test func whoDealsWithCtrlCIsLeftAlone() throws {
    let ending = try Self.run("own-handler", SIGINT)
    #expect(!ending.isSignal)
    #expect(ending.status == 7)
    #expect(ending.note.isEmpty)
  }

  @Test func aCrashBesideAllPropertiesIsNotTheirs() throws {
    let ending = try Self.run("outside")
    #expect(ending.note.isEmpty)
    #expect(ending.status == SIGABRT)
  }

  /// Ends the probe with `signal` once it waits, if there is one.
  static func run(_ how: String, _ signal: Int32? = nil, environment: [String: String] = [:]) throws -> Ending {
    let (process, output, errors) = try start(how, environment: environment)
    if let signal {
      _ = output.fileHandleForReading.availableData
      kill(process.processIdentifier, signal)
    }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let note = text.range(of: "✘ check").map { String(text[$0.lowerBound...]) } ?? ""
    return Ending(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal, note: note, errors: text)
  }

  private static func start(
    _ how: String, environment: [String: String]
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let process = Process()
    let probe: URL = try #require(Self.probe, "the build makes run-note-probe beside the tests")
    process.executableURL = probe
    process.arguments = [how]
    // Its own report of a crash takes seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }

  /// Beside the test bundle, where the build put it.
  private static var probe: URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("run-note-probe")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
