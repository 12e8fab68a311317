import HistoryJudging
import PropertyTesting
import RandomShare
import StorageContract
import Testing

@testable import StorageConformance

/// STO-67: clients of a process that is killed.
@Suite struct KilledClientsLawTests {
  private let law = CrashLaws.clientsSurviveKills
  private let backend = FileBackend(options: FileStoreOptions(durability: .processCrash))

  @Test(arguments: CrashLaws.clientsSurviveKills.property.faults.map(\.id))
  func catchesEachOfItsFaults(id: String) async throws {
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let fault = try #require(law.property.faults.first { $0.id == id })
    for seed in RandomShare.isWhole ? Array(UInt64(1)...15) : [1] {
      let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: false))
      let row = await run.row(of: law, over: backend, capabilities, fault: fault)
      #expect(row.result?.verdict.counterexample != nil, "seed \(seed): \(row.word)")
    }
  }

  @Test func clearsFiles() async throws {
    let run = ConformanceRun(settings: RunSettings(cases: 50, seed: 3))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    #expect(row.isHeld, "\(ConformanceText().line(row))")
  }

  /// What the report tells: the kill, who was cut off, and what remains.
  @Test func tellsWhatWasLost() async throws {
    let fault = try #require(law.property.faults.first { $0.id == "acknowledgesBeforeItWrites" })
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1, shrinkCalls: 40))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend), fault: fault)
    let text = ConformanceText().line(row)
    for part in ["which strict-serializable excludes", "kill -9 ", "strongest that the history allows"] {
      #expect(text.contains(part), "\(text)")
    }
  }
}
