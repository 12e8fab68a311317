import Foundation
import PropertyTesting
import SQLiteStorage
import StorageContract
import Synchronization
import Testing

@testable import StorageConformance

/// Thousands of `kill -9`: `make soak`, which sets TOUCHSTONE_SOAK to how many cases each law gets.
@Suite(.serialized) struct SoakTests {
  private static let cases = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"].flatMap(Int.init)

  /// Loses no acknowledged write.
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
    let capabilities = try await ConformanceRun.capabilities(of: subject)
    let counted = CountedKills(base: ForkedBackend(subject, capabilities: capabilities))
    let seed = UInt64.random(in: 1...1_000_000)
    try await expectHolds(law, over: counted, cases: cases, seed: seed)
    let kills = counted.count.withLock { $0 }
    print("\(id) over \(backend), seed \(seed): \(kills) kills")
    // The law of the full disk kills nobody.
    if id != "STO-42" { #expect(kills >= Self.cases ?? 0) }
  }
}

/// A backend in another process that counts how often that is killed.
private final class CountedKills: Backend {
  let base: ForkedBackend
  let count = Mutex(0)
  var name: String { base.name }

  init(base: ForkedBackend) {
    self.base = base
  }

  func makeLocation() async throws -> any StoreLocation {
    let location = try await base.makeLocation()
    let killable = try #require(location as? any KillableLocation)
    return Location(base: killable, backend: self)
  }

  func recycle(_ location: any StoreLocation) async {
    guard let location = location as? Location else { return }
    await base.recycle(location.base)
  }

  func tearDown() async { await base.tearDown() }

  private struct Location: KillableLocation {
    let base: any KillableLocation
    let backend: CountedKills

    func open() async throws -> any Store { try await base.open() }
    func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
    func files() async throws -> [String] { try await base.files() }
    var processIdentifier: Int32? { get async { await base.processIdentifier } }
    func kill() async {
      backend.count.withLock { $0 += 1 }
      await base.kill()
    }
  }
}
