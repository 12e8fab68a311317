import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import ProcessStorage
@testable import StorageConformance

/// An answer that does not come in time is the fault of one request in one law, and of the adapter alone.
@Suite(.serialized) struct LateAnswerTests {
  /// What one law met is nothing to the next: only the law that asks for what hangs fails, and says which request that was.
  @Test func lateAnswersBelongToTheirLaw() async throws {
    let backend = probeBackend("hangAt compact", options: ProcessOptions(replyDeadline: .seconds(2)))
    let run = ConformanceRun(
      laws: StorageLaws.all.filter { ["STO-16", "STO-18", "STO-57"].contains($0.id) },
      settings: RunSettings(cases: 4, seed: 1, shrinkTime: .seconds(5)))
    let report = try await run.report(over: backend)
    #expect(report.rows.map(\.isHeld) == [true, true, false])
    let found = report.rows.last?.result?.verdict.counterexample
    #expect(found?.message.contains("no answer to “compact” came within") == true, "\(String(describing: found?.message))")
    #expect(found?.message.contains("waited for something and used no processor") == true, "\(String(describing: found?.message))")
    let next = await run.row(of: run.laws[0], over: backend, report.capabilities)
    #expect(next.isHeld)
    await backend.tearDown()
  }

  /// A law that takes any error of a store for an answer does not hold over one that never answers.
  @Test func aLawThatBearsErrorsDoesNotBearSilence() async throws {
    let backend = probeBackend("hangAt commit", options: ProcessOptions(replyDeadline: .seconds(4)))
    let law = StorageLaw(
      .operations,
      Requirement("STO-99", "Anything goes", says: "A write may fail.", mustCatch: []).holds(
        forAll: .int(in: 0...9)
      ) { number, subject, _ in
        let store = try await subject.location.open()
        try? await store.write { _ = try $0.put(["n": .int64(Int64(number))], at: "a", in: "c") }
        try expect("the number", number >= 0)
      })
    let row = try await ConformanceRun(settings: RunSettings(cases: 100, seed: 1)).row(
      of: law, over: backend, ConformanceRun.capabilities(of: backend))
    #expect(!row.isHeld)
    let reason = if case .errored(let reason, _)? = row.result?.verdict { reason } else { "" }
    #expect(reason.contains("“commit” (") && reason.contains(" within 4.0 seconds, and no claim"), "\(reason)")
    // The run ends long before its hundred cases.
    let times = reason.firstMatch(of: #/“commit” \(([0-9]+) times/#).flatMap { Int($0.1) }
    #expect((2...50).contains(times ?? 0), "\(reason)")
    await backend.tearDown()
  }

  /// After ten seconds, of which the adapter could not run for six, it has six more; then it has had its ten.
  @Test func timeWithoutAProcessorDoesNotCount() throws {
    let start = ContinuousClock.now
    func use(_ used: Double, _ waited: Double) -> ProcessorUse {
      ProcessorUse(threads: ["1": (.seconds(used), .seconds(waited)), "2": (.zero, .zero)])
    }
    var busy = AnswerDeadline(.seconds(10), now: start)
    #expect(!busy.isOver(at: start + .seconds(2)) { use(9, 9) })
    #expect(!busy.isOver(at: start + .seconds(3)) { use(1, 1) })
    #expect(!busy.isOver(at: start + .seconds(10)) { use(1, 7) })
    #expect(busy.nextLook == start + .seconds(16))
    #expect(busy.isOver(at: start + .seconds(16)) { use(1, 7) })
    #expect(busy.circumstances == ", in which it waited for a processor for 6.0 s")

    // However long it waits, the wait ends.
    var starved = AnswerDeadline(.seconds(10), now: start)
    var seconds = 2.5
    while !starved.isOver(at: start + .seconds(seconds), { use(0, seconds) }), seconds < 1_000 { seconds += 2.5 }
    #expect(seconds == 100)

    var computing = AnswerDeadline(.seconds(10), now: start)
    #expect(!computing.isOver(at: start + .seconds(3)) { use(1, 0) })
    #expect(computing.isOver(at: start + .seconds(10)) { use(8, 0) })
    #expect(computing.circumstances == ", in which it computed for 7.0 s")

    // No processor is idle for six of the seconds, in which the adapter computes for one: whom it waits for may have had none either.
    var crowded = AnswerDeadline(.seconds(10), now: start)
    func crowd(_ used: Double, _ idle: Double) -> ProcessorUse {
      ProcessorUse(threads: ["1": (.seconds(used), .zero)], idle: .seconds(idle))
    }
    #expect(!crowded.isOver(at: start + .seconds(3)) { crowd(0, 0) })
    #expect(!crowded.isOver(at: start + .seconds(10)) { crowd(1, 0) })
    #expect(crowded.nextLook == start + .seconds(16))
    #expect(crowded.isOver(at: start + .seconds(16)) { crowd(1, 6) })

    // The machine slept until the first look.
    var asleep = AnswerDeadline(.seconds(10), now: start)
    #expect(!asleep.isOver(at: start + .seconds(60)) { crowd(0, 0) })
    #expect(asleep.isOver(at: start + .seconds(65)) { crowd(0, 5) })

    var unknown = AnswerDeadline(.seconds(10), now: start)
    #expect(!unknown.isOver(at: start + .seconds(3)) { nil })
    #expect(unknown.isOver(at: start + .seconds(10)) { nil })
    #expect(unknown.circumstances.isEmpty)
  }

  #if os(Linux)
    /// Two processes that share one processor: each computes, and waits meanwhile.
    @Test func theSystemTellsWhoComputesAndWhoWaits() throws {
      let processes = (0..<2).map { _ in Process() }
      for process in processes {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
        process.arguments = ["-c", "0", "sh", "-c", "while :; do :; done"]
        try process.run()
      }
      // Children have the signal mask of the thread that starts them, so another signal might not reach them.
      defer { for process in processes { kill(process.processIdentifier, SIGKILL) } }
      let first = try #require(ProcessorUse(of: processes[0].processIdentifier))
      var (used, waited) = (Duration.zero, Duration.zero)
      while used < .milliseconds(50) || waited < .milliseconds(50) {
        usleep(10_000)
        let use = try #require(ProcessorUse(of: processes[0].processIdentifier))
        (used, waited) = (use.used(since: first), use.waited(since: first))
      }
    }

    @Test func oneThatComputesForEverIsSaidToCompute() async throws {
      let backend = probeBackend("computeAt put 1000", options: ProcessOptions(replyDeadline: .seconds(1)))
      await #expect {
        try await withStore(backend) { store in try await store.write { _ = try $0.put(["n": .int64(1)], at: "a", in: "c") } }
      } throws: {
        "\($0)".contains("no answer to “put” came within 1.0 seconds, in which it ")
      }
    }
  #endif
}
