import DeterministicScheduling
import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// One plan under every schedule of two switches, where the law tries some schedules of many plans.
@Suite("Histories under every schedule")
struct ExhaustiveHistoryTests {
  /// Three clients that read, write, abandon and compare-and-set one key.
  private static let plan: [[StoreHistoryTransaction]] = {
    let place = StoreHistoryPlace(key: "a")
    return [
      [StoreHistoryTransaction(steps: [.add(place, 1), .get(place)]), StoreHistoryTransaction(steps: [.scan(ScanRange("c"))])],
      [
        StoreHistoryTransaction(steps: [.put(place, 7), .setSchemaVersion(9)], isAbandoned: true),
        StoreHistoryTransaction(steps: [.get(place)]),
      ],
      [
        StoreHistoryTransaction(steps: [.add(place, 2)]),
        StoreHistoryTransaction(steps: [.compareAndSet(place, 5, version: 1)]),
      ],
    ]
  }()

  private static func checkPlan(over backend: any Backend, switches: Int) throws -> PropertyResult {
    try check(
      "histories are linearizable", forAll: .constant(plan), scheduled: .exhaustive(switches: switches),
      settings: RunSettings(cases: 1, seed: 1)
    ) { plan, trial in
      let store = try await backend.makeLocation().open()
      let history = await ConcurrentClients.run(plan, on: store)
      try await store.close()
      try history.expectStrictlySerializable(notingIn: trial)
    }
  }

  @Test func holdsUnderEveryScheduleOfTwoSwitches() throws {
    let result = try Self.checkPlan(over: MemoryBackend(), switches: 2)
    #expect(result.classes == ["every schedule with at most 2 switches": 1])
  }

  /// Without a switch nobody comes in between, and nobody sees the defect.
  @Test func interleavedTransactionsShowWithOneSwitch() throws {
    let backend = MemoryBackend().with(.interleavesTransactions)
    let failure = #expect(throws: PropertyFailure.self) { try Self.checkPlan(over: backend, switches: 2) }
    #expect(failure?.result.verdict.counterexample?.switches == 1)
  }
}
