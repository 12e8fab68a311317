import HistoryJudging
import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// STO-66: many overlapping transactions over lists.
@Suite struct ListAppendLawTests {
  private let law = OverlapLaws.listsShowOneOrder

  @Test(arguments: OverlapLaws.listsShowOneOrder.property.faults.map(\.id))
  func catchesEachOfItsFaults(id: String) async throws {
    let backend = OverlappingMemoryBackend()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let fault = try #require(law.property.faults.first { $0.id == id })
    for seed in [UInt64(1), 2, 3] {
      let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: false))
      let row = await run.row(of: law, over: backend, capabilities, fault: fault)
      #expect(row.result?.verdict.counterexample != nil, "seed \(seed): \(row.word)")
    }
  }

  @Test(arguments: [OverlapScheme.validating, .locking, .snapshots])
  func clearsWhoKeepsIt(_ scheme: OverlapScheme) async throws {
    let backend = OverlappingMemoryBackend(scheme)
    let run = ConformanceRun(settings: RunSettings(cases: 30, seed: 3))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    #expect(row.isHeld, "\(ConformanceText().line(row))")
  }

  /// The same scheme declares less, and is cleared; it declares more, and the report says what remains.
  @Test func saysTheStrongestModelThatRemains() async throws {
    let backend = OverlappingMemoryBackend(.writeSkew)
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1, shrinkCalls: 60))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    let text = ConformanceText().line(row)
    #expect(text.contains("which strict-serializable excludes"), "\(text)")
    #expect(text.contains("strongest that the history allows: strong-snapshot-isolation"), "\(text)")
    #expect(text.contains("before T1"), "\(text)")
  }

  @Test func aHangIsTold() async throws {
    func append(_ keys: Int...) -> [Workload.Call] {
      [Workload.Call("txn", HistoryValue(keys.map { .append(key: .int($0), .int(keys[0] + 1)) }))]
    }
    let workload = Workload(model: "list-append", clients: [append(0, 1), append(1, 0)])
    let script = ListAppendScript(workload: workload, order: 0, reopensAfter: 0)
    let run = try await script.run(at: OverlappingMemoryLocation(.deadlocking))
    #expect(run.problem == "for 0.3 seconds nothing has happened: the transactions of the clients [0, 1] wait for ever")
    #expect(try await script.run(at: OverlappingMemoryLocation(.locking)).problem == nil)
  }
}
