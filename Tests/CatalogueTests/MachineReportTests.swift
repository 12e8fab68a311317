import PropertyTesting
import StorageContract
import Testing
import TouchstoneCatalogue

/// What the report of a machine says: the least commands, and where model and system first differ, in words of the domain.
/// (docs/tour.md pins the whole report of a fourth one, CM-13.)
@Suite("Reports of machines")
struct MachineReportTests {
  @Test("POS-39: the summary still holds what was deleted")
  func portfolio() async throws {
    let found = try await counterexample(of: "POS-39", "keepsPositionsAfterADeletion")
    #expect(
      found.value
        == #"[delete(buy 1 "AAPL" at 0 on 1970-01-01T00:00:00Z as #0)] from "#
        + #"[buy 1 "AAPL" at 0 on 1970-01-01T00:00:00Z as #0] and prices []"#)
    #expect(
      found.trace == [
        "(at first)   ‖ 1 AAPL without a price",
        #"delete(buy 1 "AAPL" at 0 on 1970-01-01T00:00:00Z as #0)"# + "\n"
          + #"   the summary is that of the trades: what is held  → model [] ‖ system ["AAPL"]"#
          + "  ← model and system first differ here\n   the model after it: [] and prices []",
      ])
  }

  @Test("POS-21: the notice comes as if nothing had been paused")
  func focus() async throws {
    let found = try await counterexample(of: "POS-21", "noticeForgetsPauses", seed: 3)
    #expect(found.value == "[start(1.0), pause(), wait(1.0), resume(), enterBackground()]")
    #expect(
      found.trace == [
        "(at first)   ‖ at 0.0 s: no session", "start(1.0)   ‖ at 0.0 s: running, 1.0 s left",
        "pause()   ‖ at 0.0 s: paused, 1.0 s left", "wait(1.0)   ‖ at 1.0 s: paused, 1.0 s left",
        "resume()   ‖ at 1.0 s: running, 1.0 s left",
        "enterBackground()   ‖ at 1.0 s: running, 1.0 s left, in the background",
        "relaunch(1.0)\n   delivered notices  → model [notice at 2.0 s of session …0001] ‖ "
          + "system [notice at 1.0 s of session …0001]  ← model and system first differ here\n"
          + "   the model after it: at 2.0 s: no session; 1 session over",
      ])
  }

  @Test("CM-14: a pass stops at the first failure")
  func sync() async throws {
    let found = try await counterexample(of: "CM-14", "stopsAtTheFirstFailure", seed: 1)
    let pass = "send(answers: [ServerAnswer(failures: 4, refusal: nil)], meanwhile: [:], cancellation: nil, refusedRemoval: nil)"
    #expect(found.value == "[queue([create foodItem 0 @ 0.0 s, create dailyLog 0 @ 0.0 s]), \(pass)]")
    // What follows is the schedule.
    #expect(
      Array(found.trace.prefix(3)) == [
        "(at first)   ‖ 0 queued", "queue([create foodItem 0 @ 0.0 s, create dailyLog 0 @ 0.0 s])   ‖ 2 queued",
        "\(pass)  ← model and system first differ here\n"
          + "   model   sent upload foodItem 0 ×4, upload dailyLog 0 ×1; "
          + "logged create foodItem 0 @ 0.0 s (Every attempt failed.)\n"
          + "   system  sent upload foodItem 0 ×4; logged create foodItem 0 @ 0.0 s (Every attempt failed.); "
          + "left create dailyLog 0 @ 0.0 s\n"
          + "   differ  in attempts[4]: model upload dailyLog 0, attempt 1, system nothing\n"
          + "   the model before it: a queue of 2 with a cap of 1000",
      ])
  }

  private func counterexample(
    of id: String, _ fault: String, seed: UInt64 = 0x5eed
  ) async throws -> Counterexample {
    let entry = try #require(Catalogue.entries.first { $0.id == id })
    // A busy machine must not end the shrinking early.
    let settings = RunSettings(seed: seed, shrinkTime: .seconds(3_600), failures: 1, explanationCalls: 0)
    let result = try await entry.run(with: Runner(settings: settings), on: MemoryBackend(), fault: fault)
    return try #require(result.verdict.counterexample)
  }
}
