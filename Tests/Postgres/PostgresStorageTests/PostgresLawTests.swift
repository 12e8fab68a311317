import Foundation
import PostgresStorage
import PropertyTesting
import StorageConformance
import StorageContract
import Testing

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
      case .notTried(let reason): Issue.record("not tried: \(reason)")
      // The server makes the file calls, and the score says that nobody looked. Nor does its disk fill, or lose the power,
      // when that of its client does.
      case .notExamined(let reason):
        #expect(reason == "the kit cannot reach its file calls" || ["STO-42", "STO-64"].contains(id))
      // The client's process may have a file open that is none of the store's, which no write of it can fill.
      case .ran(let result): #expect(row.isHeld || id == "STO-42" && row.word == "not examined", "\(FailureReport(result).text)")
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

  /// The text of a backup is the contract's, not PostgreSQL's.
  @Test func aBackupIsReadByEveryStoreOfThatText() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withBackend { backend in
      let store = try await backend.makeLocation().open()
      try await store.write { transaction in
        for number in 0..<20 {
          try transaction.put(
            ["n": .int64(Int64(number)), "t": .text("é \(number)"), "d": .decimal(1 / 3), "b": .bytes([0, 255])],
            at: "key \(number)", in: "c\(number % 3)")
        }
        try transaction.delete("key 7", in: "c1")
        try transaction.setSchemaVersion(4)
      }
      try await store.backup(to: path)
      let memory = try await MemoryBackend().makeLocation().open()
      try await memory.restore(from: path)
      #expect(try await memory.dump() == store.dump())
    }
  }
}
