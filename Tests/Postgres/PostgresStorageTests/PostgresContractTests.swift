import Foundation
import PostgresStorage
import PropertyTesting
import StorageConformance
import StorageContract
import Testing

/// PostgreSQL keeps the contract, as the other backends do.
@Suite("PostgreSQL: the contract")
struct PostgresContractTests {
  /// But for what is demanded of those only that declare what PostgreSQL's do not.
  static let checks = ContractCheck.all.filter { $0.name != LifeCycleChecks.compaction.name }

  @Test(arguments: checks)
  func holds(check: ContractCheck) async throws {
    try await withBackend { backend in
      do {
        try await check.run(backend)
      } catch {
        Issue.record("\(check): \(error)")
      }
    }
  }

  @Test func equalHistoriesGiveEqualDumps() async throws {
    func dump(_ backend: any Backend) async throws -> String {
      let store = try await backend.makeLocation().open()
      try await LifeCycleChecks.fill(store)
      try await store.write { transaction in
        for (index, value) in ValueChecks.samples.enumerated() {
          try transaction.put(["v": value], at: "sample \(index)", in: "samples")
        }
      }
      let dump = try await store.dump()
      try await store.close()
      return dump
    }
    #expect(try await withBackend { try await dump($0) } == dump(MemoryBackend()))
  }

  @Test func aBackupIsReadByEveryStoreOfThatText() async throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withBackend { backend in
      let store = try await backend.makeLocation().open()
      try await LifeCycleChecks.fill(store)
      try await store.backup(to: path)
      let memory = try await MemoryBackend().makeLocation().open()
      try await memory.restore(from: path)
      #expect(try await memory.dump() == store.dump())
    }
  }
}

/// Every law of the conformance kit, those to come too.
@Suite("PostgreSQL: the laws")
struct PostgresLawTests {
  @Test(arguments: StorageLaws.all.map(\.id))
  func holds(id: String) async throws {
    let law = try #require(StorageLaws.all.first { $0.id == id })
    try await withBackend { backend in
      let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1))
      let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
      switch row.outcome {
      case .skipped: break
      case .ran(let result): #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
      }
    }
  }

  @Test func declaresWhatItDoes() async throws {
    let capabilities = try await withBackend { try await ConformanceRun.capabilities(of: $0) }
    #expect(
      capabilities
        == StoreCapabilities(
          durability: .powerLoss, isolation: .strictSerializable, backup: true,
          maximumFieldSizeBytes: RecordRules.defaultMaximumFieldSizeBytes, simultaneousStores: true))
  }
}
