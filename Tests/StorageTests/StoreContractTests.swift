import Foundation
import ProcessStorage
import StorageContract
import SQLiteStorage
import Testing

/// The backends that keep the contract.
enum GoodBackend: String, CaseIterable, Sendable {
  case memory, file, sqlite, durableFile, durableSQLite
  /// In another process, by the protocol.
  case servedMemory, servedFile, servedSQLite, python

  /// Without Python, one fewer.
  static var allCases: [GoodBackend] {
    let inThisProcess: [GoodBackend] = [.memory, .file, .sqlite, .durableFile, .durableSQLite]
    return inThisProcess + [.servedMemory, .servedFile, .servedSQLite] + (Adapters.hasPython ? [.python] : [])
  }

  /// A limit of its own is kept as the default is, and sooner reached.
  private static let rules = RecordRules(maximumFieldSizeBytes: 100_000)

  func make() -> any Backend {
    switch self {
    case .memory: MemoryBackend()
    case .file: FileBackend(options: FileStoreOptions(durability: .processCrash, rules: Self.rules))
    case .sqlite: SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash, rules: Self.rules))
    case .durableFile: FileBackend(options: FileStoreOptions(durability: .powerLoss, rules: Self.rules))
    case .servedMemory: ProcessBackend(Adapters.probe("memory"))
    case .servedFile: ProcessBackend(Adapters.probe("file"))
    case .servedSQLite: ProcessBackend(Adapters.probe("sqlite"))
    case .python: ProcessBackend(Adapters.python)
    case .durableSQLite: SQLiteBackend(options: SQLiteStoreOptions(durability: .powerLoss))
    }
  }
}

@Suite struct StoreContractTests {
  @Test(arguments: GoodBackend.allCases, ContractCheck.all)
  func holds(backend kind: GoodBackend, check: ContractCheck) async throws {
    let backend = kind.make()
    do {
      try await check.run(backend)
    } catch StoreError.unsupported where kind == .python {
      // The example makes no backups, and does not say that it does.
    } catch {
      Issue.record("\(kind) \(check): \(error)")
    }
    await backend.tearDown()
  }

  @Test func equalHistoriesGiveEqualDumps() async throws {
    var dumps: [String] = []
    for kind in GoodBackend.allCases {
      let backend = kind.make()
      let store = try await backend.makeLocation().open()
      try await LifeCycleChecks.fill(store)
      try await store.write { transaction in
        for (index, value) in ValueChecks.samples.enumerated() {
          try transaction.put(["v": value], at: "sample \(index)", in: "samples")
        }
      }
      dumps.append(try await store.dump())
      try await store.close()
      await backend.tearDown()
    }
    #expect(Set(dumps).count == 1)
    #expect(dumps[0].hasPrefix("schemaVersion 6\ncollection c0\n"))
    #expect(dumps[0].contains("    text text \"e\u{301}\\u0000\"\n"))
  }

  @Test func checksHaveNamesOfTheirOwn() {
    #expect(Set(ContractCheck.all.map(\.name)).count == ContractCheck.all.count)
  }
}
