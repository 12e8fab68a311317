import Foundation
import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// Thousands of `kill -9`: `make soak`, which sets TOUCHSTONE_SOAK to how many cases each law gets.
@Suite(.serialized) struct SoakTests {
  private static let cases = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"].flatMap(Int.init)

  /// Loses no acknowledged write; counts the kills.
  @Test(
    .enabled(if: cases != nil, "long: `make soak` runs it, with TOUCHSTONE_SOAK set to a number of cases"),
    arguments: ["STO-39", "STO-40", "STO-41", "STO-42", "STO-56"], ["file", "sqlite"])
  func survivesThousandsOfKills(id: String, backend: String) async throws {
    let law = try #require(CrashLawTests.laws.first { $0.id == id })
    let cases = (Self.cases ?? 0) * law.weight
    // As an application uses them: flushed at every commit.
    let subject: any Backend =
      backend == "file"
      ? FileBackend(options: FileStoreOptions(durability: .powerLoss, compactionFloorBytes: 2_000))
      : SQLiteBackend(options: SQLiteStoreOptions(durability: .powerLoss))
    try await expectHolds(law, over: subject, cases: cases, seed: UInt64.random(in: 1...1_000_000))
  }
}
