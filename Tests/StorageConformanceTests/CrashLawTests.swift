import Foundation
import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// Laws whose stores' processes are killed or run out of space: what the tests of all laws do not run, which is their
/// faults over SQLite, and what they say of backends that cannot be killed.
@Suite(.serialized) struct CrashLawTests {
  static let laws = (CrashLaws.all + DiskFaultLaws.all).filter { $0.needs.contains { $0.isInAnotherProcess } }

  /// Faults of a file layer (STO-64's) are none of SQLite's.
  @Test(arguments: laws.filter { !$0.needs.contains(where: \.isRecorded) }.map(\.id))
  func catchEveryFaultOverSQLite(id: String) async throws {
    try await expectCatches(try #require(Self.laws.first { $0.id == id }), over: SQLiteBackend())
  }

  /// Else the law of the full disk would say nothing of these stores.
  @Test func theirDisksAreFull() async throws {
    for backend in [FileBackend(), SQLiteBackend()] as [any Backend] {
      let capabilities = try await ConformanceRun.capabilities(of: backend)
      let run = ConformanceRun(settings: RunSettings(cases: 40, seed: 1))
      let row = await run.row(of: DiskFaultLaws.fullDisk, over: backend, capabilities)
      let result = try #require(row.result)
      #expect(result.classes["the disk is full"] == result.cases)
      await backend.tearDown()
    }
  }

  /// A rollback journal locks less than a write-ahead log, and its header comes back only when the database is opened.
  @Test(arguments: [SQLiteStoreOptions.Journal.delete, .truncate])
  func rollbackJournalsKeepTheLockAndOpenAfterACrash(_ journal: SQLiteStoreOptions.Journal) async throws {
    let backend = SQLiteBackend(options: SQLiteStoreOptions(durability: .powerLoss, journal: journal, busyTimeoutMilliseconds: 1))
    for law in [DamageLaws.refusesOtherProcesses, DiskFaultLaws.recordedPowerLoss] where law.reasonNotToExamine(backend) == nil {
      try await expectHolds(law, over: backend, cases: 60, seed: 2)
    }
  }

  @Test func memoryIsNotHeldToThem() async throws {
    let backend = MemoryBackend()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    for law in Self.laws {
      #expect(law.reasonToSkip(capabilities) == "it does not declare durability over the death of the process")
    }
  }
}
