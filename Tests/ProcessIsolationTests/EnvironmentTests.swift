import Foundation
@testable import ProcessIsolation
import PropertyTesting
import Synchronization
import Testing

/// What surrounds a case: the system, the record, the task that runs it.
@Suite("Surroundings of isolated cases")
struct EnvironmentTests {
  struct NoServer: Error {}

  @Test func aSystemThatCannotBeMadeIsAnErrorOfTheEnvironment() async {
    let fixture = Fixture<Int>(system: { throw NoServer() })
    let properties = [
      Requirement<Int>("T-1", "a claim").holds(forAll: .int()) { (_: Int, _: Int) in },
      Requirement<Int>("T-1", "a claim").holds(forAll: .int()) { (_: Int, _: Int) in await Task.yield() },
    ]
    for property in properties {
      let result = await Runner(isolation: .forked()).run(property, on: fixture)
      guard case .errored(let reason, nil) = result.verdict else {
        Issue.record("\(result.verdict.name)")
        continue
      }
      #expect(reason.contains("the system could not be made"))
      #expect(reason.contains("NoServer"))
      #expect(result.cases == 0)
    }
  }

  @Test func aWorkersFixtureIsMadeAndTornDownByTheSupervisor() async throws {
    let folder = try TemporaryDirectory()
    let tornDown = Mutex(0)
    // Each case leaves a file, and the cleaning up is lost with the process.
    let fixture = Fixture<String>(
      place: { folder.path + "/shared" }, system: { $0 }, cleanUp: { _ in }
    ).inWorkers {
      let own = folder.path + "/" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
      let fixture = Fixture<String>(
        place: { own + "/case" }, system: { $0 }, cleanUp: { try? FileManager.default.removeItem(atPath: $0) })
      return (
        fixture,
        {
          try? FileManager.default.removeItem(atPath: own)
          tornDown.withLock { $0 += 1 }
        }
      )
    }
    let property = Requirement<String>("T-1", "a claim").holds(forAll: .int(in: 0...1_000)) { number, path in
      await Task.yield()
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      Death.fatalError.strike(number)
    }
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: .forked()).run(property, on: fixture)
    #expect(result.verdict.name == "crashed")
    #expect(result.verdict.counterexample?.value == "\(Death.least)")
    #expect(tornDown.withLock { $0 } > 0)
    #expect(try folder.names() == [])
  }

  @Test func aCaseThatIsTooLargeToBeRecordedIsSaidToBe() async throws {
    var limits = IsolationLimits()
    limits.recordBytes = 4096
    let generator = Generator<[Int]>.array(of: .int(), count: 500...500)
    for dies in [false, true] {
      let property = Requirement<Void>("T-1", "a claim").holds(forAll: generator) { list, _ in
        if dies { fatalError("it dies") }
        try expect("it holds", false)
      }
      let result = await Runner(isolation: .forked(limits)).run(property, on: .none)
      guard case .errored(let reason, nil) = result.verdict else {
        Issue.record("\(FailureReport(result).text)")
        continue
      }
      #expect(reason.contains("too large to be recorded in a worker"))
      #expect(reason.contains("4032 bytes"))
      #expect(reason.contains("it dies") == dies)
    }
  }

  @Test func aDeathThatDoesNotComeAgainIsFlaky() async throws {
    // It dies in the run's worker alone: the second look at it is in another process.
    let folder = try TemporaryDirectory()
    let mark = folder.path + "/died"
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...9)) { number, _ in
      guard number == 7, !FileManager.default.fileExists(atPath: mark) else { return }
      try Data().write(to: URL(fileURLWithPath: mark))
      fatalError("only once")
    }
    let store = RegressionStore(directory: folder.path + "/saved")
    let runner = Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), regressions: store, isolation: .forked())
    let result = await runner.run(property, on: .none)
    guard case .flaky(let found) = result.verdict else {
      Issue.record("\(FailureReport(result).text)")
      return
    }
    #expect(found.value == "7")
    #expect(found.message.contains("only once"))
    #expect(found.message.contains("and passed when it was run again"))
    #expect(try store.entries(of: "T-1").isEmpty)

    // The same for a replay.
    try FileManager.default.removeItem(atPath: mark)
    let replayed = await runner.replay(found.token, of: property, on: .none)
    #expect(replayed.verdict.name == "flaky")
    #expect(await runner.replay(found.token, of: property, on: .none).verdict.isHeld)
  }

  @Test func aCancelledTaskLeavesNoWorker() async {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int()) { _, _ in
      while true { usleep(1_000) }
    }
    let before = Processes.children()
    let task = Task {
      await Runner(isolation: .forked(timeout: .seconds(3_600))).run(property, on: .none)
    }
    while Processes.children().subtracting(before).isEmpty { await Task.yield() }
    task.cancel()
    guard case .errored(let reason, nil) = await task.value.verdict else {
      Issue.record("a cancelled run proves nothing")
      return
    }
    #expect(reason.contains("cancelled"))
  }

  @Test func whatACasePrintsStaysOutOfTheReport() async throws {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...1)) { _, _ in
      print("on standard output")
      FileHandle.standardError.write(Data("these were the last words\n".utf8))
      exit(3)
    }
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: .forked()).run(property, on: .none)
    #expect(
      result.verdict.counterexample?.message
        == "the process called exit(3); it last wrote “these were the last words”")
  }

  @Test func timesAndSizesReadWell() {
    #expect(IsolationLimits(timeout: .seconds(2)).timeoutText == "2 s")
    #expect(IsolationLimits(timeout: .milliseconds(500)).timeoutText == "0.5 s")
    #expect(IsolationLimits(memoryBytes: 1 << 30).memoryText == "1 GiB")
    #expect(IsolationLimits(memoryBytes: 300 << 20).memoryText == "300 MiB")
    #expect(IsolationLimits(memoryBytes: 1_000_001).memoryText == "1000001 bytes")
  }
}
