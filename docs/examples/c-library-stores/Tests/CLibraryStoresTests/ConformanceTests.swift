import CLibraryStores
import Foundation
import ProcessStorage
import PropertyTesting
import StorageConformance
import Testing

@Suite(.serialized) struct ConformanceTests {
  /// STO-64: LMDB flushes its new file, but not the folder with the file's name, so that a loss of power may take all of it.
  @Test func lmdbKeepsTheStorageLaws() async throws {
    try await StorageConformance.check("lmdb", expecting: ExpectedFailures(ids: ["STO-64"])) { try LMDBStore(directory: $0.directory) }
  }

  /// In a process of its own: RocksDB's threads are not in the copies of this one, which the kit makes to kill them. Each call is a message
  /// to that process, so there are fewer cases.
  ///
  /// Without STO-60, which takes minutes in such a process, and STO-42: on a full disk, an assertion in Debian's RocksDB may fail.
  @Test func rocksDBKeepsTheStorageLaws() async throws {
    let products = Bundle.main.executableURL?.deletingLastPathComponent().path ?? ""
    let most = "STO-0,STO-1,STO-2,STO-3,STO-40,STO-41,STO-46,STO-47,STO-48,STO-49,STO-5,STO-61,STO-64,STO-65,STO-67"
    try await StorageConformance.check(
      ProcessBackend("exec '\(products)/c-library-stores' rocksdb"), laws: most, settings: RunSettings(cases: 20))
  }
}
