import StorageContract
import SQLiteStorage
import Testing

/// The contract checks can fail: every defect is caught, by the check meant for it.
@Suite struct BackendDefectTests {
  static let catchers: [(BackendDefect, ContractCheck)] = [
    (.losesLastWriteOfABatch, TransactionChecks.wholeBatches),
    (.keepsFirstWriteOnRollback, TransactionChecks.rollback),
    (.servesStaleReads, OperationChecks.putAndGet),
    (.passesNumbersThroughDouble, ValueChecks.comeBackExactly),
    (.normalizesText, ValueChecks.comeBackExactly),
    (.normalizesText, KeyChecks.canonicalEquivalentsDiffer),
    (.truncatesDates, ValueChecks.comeBackExactly),
    (.bringsDeletedRecordsBack, LifeCycleChecks.reopening),
    (.sharesNamespaces, OperationChecks.collections),
    (.losesUnflushedWrites, LifeCycleChecks.reopening),
    (.limitsScans, KeyChecks.longScans),
    (.scansInInsertionOrder, KeyChecks.orderIsByBytes),
    (.ignoresTheCaseOfKeys, KeyChecks.canonicalEquivalentsDiffer),
    (.swallowsWriteErrors, TransactionChecks.refusalsChangeNothing),
    (.ignoresTheVersion, OperationChecks.compareAndSet),
    (.dropsEmptyValues, ValueChecks.emptyNullAndMissingDiffer),
    (.endsValuesAtNUL, ValueChecks.comeBackExactly),
    (.scansOldAndNew, OperationChecks.putAndGet),
    (.interleavesTransactions, TransactionChecks.noLostUpdates),
    (.flipsBitsAtRest, LifeCycleChecks.reopening),
    (.keepsDeletedPlaintext, LifeCycleChecks.compaction),
  ]

  @Test(arguments: [GoodBackend.memory, .file, .sqlite])
  func everyDefectIsCaught(over kind: GoodBackend) async {
    let base = kind.make()
    for (defect, check) in Self.catchers {
      let backend = base.with(defect)
      await #expect(throws: CheckFailure.self, "\(defect) by \"\(check)\"") {
        try await check.run(backend)
      }
    }
    await base.tearDown()
  }

  @Test func everyDefectHasACatcher() {
    let caught = Set(Self.catchers.map(\.0.id))
    #expect(caught == Set(BackendDefect.all.map(\.id)))
    #expect(BackendDefect.all.count == 20)
    #expect(Set(BackendDefect.all.map(\.name)).count == BackendDefect.all.count)
  }

  /// The wrapper alone changes nothing: a defect that this check does not touch passes it.
  @Test func theWrapperIsTransparent() async throws {
    let base = MemoryBackend()
    for check in ContractCheck.all where check.name != ValueChecks.comeBackExactly.name {
      try await check.run(base.with(.truncatesDates))
    }
  }

  @Test func aSwallowedCommitFailureIsReportedAsDone() async throws {
    let files = FaultyFileLayer()
    let backend = FileBackend(options: FileStoreOptions(durability: .powerLoss, files: files))
    let store = try await backend.with(.swallowsWriteErrors).makeLocation().open()
    files.inject(.init(.append, code: 28))
    let version = try await store.write { try $0.put([:], at: "k", in: "c") }
    #expect(version == 1)
    #expect(try await store.read { try $0.get("k", in: "c") } == nil)
    try await store.close()
    await backend.tearDown()
  }
}
