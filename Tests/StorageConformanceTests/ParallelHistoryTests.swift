import PropertyTesting
import SQLiteStorage
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// What STO-30 claims, without a schedule: clients on the threads that there are. Which histories come of it differs
/// from run to run, so that it can find something new, and repeats nothing.
@Suite("Histories of parallel clients")
struct ParallelHistoryTests {
  private static func run(
    over backend: any Backend, wrapped wrap: @escaping @Sendable (any StoreLocation) -> any StoreLocation = { $0 }
  ) async throws -> PropertyResult {
    try await check(
      "parallel histories are linearizable",
      forAll: .storeHistoryPlan(clients: 4...8, transactions: 15...30, keys: ["a", "b", "d"]),
      settings: RunSettings(cases: 5, shrinks: false)
    ) { plans, trial in
      let location = try await backend.makeLocation()
      let store = try await wrap(location).open()
      let history = await ConcurrentClients.run(plans, on: store)
      try await store.close()
      await backend.recycle(location)
      try history.expectNoFailures(notingIn: trial)
      try history.expectStrictlySerializable(notingIn: trial)
    }
  }

  @Test func holdsOverMemory() async throws { _ = try await Self.run(over: MemoryBackend()) }

  @Test func holdsOverFiles() async throws {
    let backend = FileBackend(options: FileStoreOptions(durability: .processCrash))
    _ = try await Self.run(over: backend)
    await backend.tearDown()
  }

  @Test func holdsOverSQLite() async throws {
    let backend = SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash))
    _ = try await Self.run(over: backend)
    await backend.tearDown()
  }

  /// These are wrong in every order of things.
  @Test(arguments: [BackendDefect.servesStaleReads, .ignoresTheVersion, .losesLastWriteOfABatch])
  func catches(_ defect: BackendDefect) async throws {
    let failure = try await #require(throws: PropertyFailure.self) {
      try await Self.run(over: MemoryBackend()) { $0.with(defect) }
    }
    // The clients run in real time: a case may pass when it runs again, and is called flaky then.
    let found: Counterexample
    switch failure.result.verdict {
    case .falsified(let it), .flaky(let it): found = it
    default:
      Issue.record("\(failure)")
      return
    }
    #expect(found.trace.contains { $0.contains("✗") })
  }
}
