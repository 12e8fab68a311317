import DeterministicScheduling
import ProcessStorage
import PropertyTesting
import StorageContract

/// STO-50 and 51: opening and closing.
extension LifeCycleLaws {
  static let reopensAsItWas = StorageLaw(
    .lifeCycle,
    Requirement(
      "STO-50", "Close and reopen is identity",
      says: """
        A store that is closed and opened again, however often, is unchanged: every record with its \
        version and its fields to the bit, the schema version, and the put counter, so the next put gets \
        the version that it would have got.
        """,
      mustCatch: [
        .over(.bringsDeletedRecordsBack), .over(.losesUnflushedWrites), .over(.flipsBitsAtRest),
        .forgetsTheSchemaVersionOnceClosed, .reusesVersionsOnceReopened, .countsAnOpeningAsAPut,
        .keepsAHundredRecordsOnceClosed,
      ]
    ).holds(
      forAll: .zip(
        .historyBulk,
        .array(
          of: .zip(.array(of: .historyChange, count: 0...9), .optional(.int64SchemaVersion), .onceIn(4)), count: 1...5)),
      requiring: [
        "deletes a record": 0.05, "deletes the newest record": 0.2, "sets the schema version": 0.4, "many records": 0.2,
      ]
    ) { generated, subject, trial in
      let (bulk, rounds) = generated
      var session = try await HistorySession(at: subject.location, trial)
      trial.label("many records", if: bulk.isLong)
      if bulk.count > 0 { try await session.write(bulk.calls) }
      for (changes, schemaVersion, deletesNewest) in rounds {
        let calls = changes + HistoryCall.setting(schemaVersion)
        for (call, answer) in zip(calls, try await session.write(calls)) {
          if case (.delete, .flag(true)) = (call, answer) { trial.label("deletes a record") }
        }
        trial.label("sets the schema version", if: schemaVersion != nil)
        // Its version must not come again.
        if deletesNewest, let newest = session.model.newest {
          trial.label("deletes the newest record")
          try await session.write([.delete(newest)])
        }
        let dump = try await session.store.dumped()
        try await session.reopen()
        try expect("dump after reopening", try await session.store.dumped(), equals: dump)
      }
      try await session.reopen()
      try await session.write([.put(RecordPlace("next", in: "c"), [:])])
      try await session.close()
    })

  static let saysThatItIsClosed = StorageLaw(
    .lifeCycle,
    Requirement(
      "STO-51", "A closed store says so",
      says: """
        Every call of a closed store throws StoreError.closed and does nothing: it runs no closure and \
        writes no backup. A second close is no error. If the store is closed while others write, each \
        of their transactions is done completely and acknowledged, or refused with this error. If an \
        adapter gets `close` in a transaction, it rolls the transaction back. A store \
        that was released without being closed keeps all acknowledged data, and its place can be opened \
        again.
        """,
      needs: [.storage, .concurrency],
      mustCatch: [
        .over(.losesUnflushedWrites), .over(.losesLastWriteOfABatch), .answersOnceClosed,
        .mayBeClosedOnlyOnce, .backsUpOnceClosed, .holdsThePlaceWhenDropped, .commitsWhatIsOpenWhenClosed,
      ]
    ).holds(
      forAll: Generator<([HistoryCall], StoreEnd)>.zip(.array(of: .historyChange, count: 0...4), .anyCase()),
      scheduled: .mixed,
      requiring: ["is dropped": 0.1, "is closed": 0.1, "is closed amid writes": 0.1, "is closed in a transaction": 0.1]
    ) { generated, subject, trial in
      let (changes, end) = generated
      trial.label(end.rawValue)
      let model = try await endLife(of: subject, after: changes, end, trial)
      var session = try await HistorySession(at: subject.location, trial)
      session.model = model
      try await session.audit("opened again, ")
      guard end == .closedAmidWrites else { return try await session.close() }
      let race = ClosingRace(trial)
      trial.note("close the store while two tasks write")
      try await race.run(on: session.store)
      try await subject.withStore { try await race.expectOutcome(in: $0) }
    })

  /// - Returns: what the store held. It is gone when this returns, so that one that was dropped is.
  private static func endLife(
    of subject: LawSubject, after changes: [HistoryCall], _ end: StoreEnd, _ trial: Trial
  ) async throws -> HistoryModel {
    var session = try await HistorySession(at: subject.location, trial)
    try await session.write(changes)
    if end == .dropped {
      trial.note("drop the store")
    } else {
      if end == .closedInATransaction {
        trial.note("close the store in a transaction that has put a record")
        try await closeInATransaction(session.store)
      } else {
        trial.note("close the store")
        try await session.close()
      }
      try await expectClosed(session.store, subject.capabilities)
    }
    return session.model
  }

  private struct LeftOpen: Error {}

  private static func closeInATransaction(_ store: any Store) async throws {
    try await ProcessStore.$leavesRollbackToClose.withValue(true) {
      do {
        try await store.write { transaction in
          try transaction.put([:], at: "left open", in: "c")
          throw LeftOpen()
        }
      } catch is LeftOpen {}
      try await store.close()
    }
  }

  private static func expectClosed(_ store: any Store, _ capabilities: StoreCapabilities) async throws {
    let runs = Remembered(0)
    let read = await storeErrorKind { try await store.read { _ in runs.withValue { $0 += 1 } } }
    try expect("read", read, equals: "closed")
    let write = await storeErrorKind {
      try await store.write { transaction in
        runs.withValue { $0 += 1 }
        try transaction.put([:], at: "late", in: "c")
      }
    }
    try expect("write", write, equals: "closed")
    try expect("closures that ran", runs.now, equals: 0)
    if capabilities.backup {
      try await LawFolder.with { folder in
        let path = folder.file("backup")
        try expect("backup", await storeErrorKind { try await store.backup(to: path) }, equals: "closed")
        try expect("files that a closed store wrote", try folder.contents, equals: [])
        try expect("restore", await storeErrorKind { try await store.restore(from: path) }, equals: "closed")
      }
    }
    if capabilities.compaction {
      try expect("compact", await storeErrorKind { try await store.compact() }, equals: "closed")
    }
    try expect("close again", await storeErrorKind { try await store.close() }, equals: "nothing thrown")
    let last = await storeErrorKind { try await store.read { _ in } }
    try expect("read after closing twice", last, equals: "closed")
  }
}

extension HistoryCall {
  /// No call where there is no schema version to set.
  static func setting(_ schemaVersion: Int64?) -> [HistoryCall] {
    guard let schemaVersion else { return [] }
    return [.setSchemaVersion(schemaVersion)]
  }
}

extension Generator where Value == Int64 {
  /// Schema versions: small ones, the ends of the range, and those that neither 32 bits nor a double can hold.
  static var int64SchemaVersion: Generator {
    .frequency((3, .integer(in: 0...9)), (2, .element(of: [-1, .max, .min, 1 << 31, (1 << 53) + 1, -(1 << 53) - 1])))
  }
}
