import DeterministicScheduling
import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

@Suite("Laws of transactions")
struct TransactionLawTests {
  static let backends = ["memory", "file", "sqlite"]

  private static func backend(_ name: String) -> any Backend {
    switch name {
    case "file": FileBackend(options: FileStoreOptions(durability: .processCrash))
    case "sqlite": SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash))
    default: MemoryBackend()
    }
  }

  private static func verdict(
    _ law: StorageLaw, over backend: any Backend, seed: UInt64, fault: Fault<LawSubject>? = nil, shrinks: Bool = true
  ) async throws -> PropertyResult? {
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: shrinks))
    guard case .ran(let result) = await run.row(of: law, over: backend, capabilities, fault: fault).outcome else {
      Issue.record("skipped: \(law.id)")
      return nil
    }
    return result
  }

  @Test(arguments: TransactionLaws.all.indices, backends)
  func holds(_ index: Int, over name: String) async throws {
    let law = TransactionLaws.all[index]
    let backend = Self.backend(name)
    for seed in [1, 2, 3] as [UInt64] {
      guard let result = try await Self.verdict(law, over: backend, seed: seed) else { continue }
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
    await backend.tearDown()
  }

  @Test(arguments: TransactionLaws.all.indices, backends)
  func everyFaultIsCaught(_ index: Int, over name: String) async throws {
    let law = TransactionLaws.all[index]
    let backend = Self.backend(name)
    #expect(!law.property.faults.isEmpty)
    for fault in law.property.faults {
      for seed in [1, 2, 3] as [UInt64] {
        let result = try await Self.verdict(law, over: backend, seed: seed, fault: fault, shrinks: false)
        guard case .falsified? = result?.verdict else {
          Issue.record("\(law.id) does not catch \(fault.name), seed \(seed): \(result?.verdict.name ?? "")")
          continue
        }
      }
    }
    await backend.tearDown()
  }

  /// Three clients that read, write, abandon and compare-and-set one key.
  private static let plan: [[StoreHistoryTransaction]] = {
    let place = StoreHistoryPlace(key: "a")
    return [
      [StoreHistoryTransaction(steps: [.add(place, 1), .get(place)]), StoreHistoryTransaction(steps: [.scan("c")])],
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

  @Test func theNumbersAreAllThere() {
    #expect(TransactionLaws.all.map(\.id) == (23...32).map { "STO-\($0)" })
  }
}
