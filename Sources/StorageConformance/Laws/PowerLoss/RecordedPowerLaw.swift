import PropertyTesting
import StorageContract
import StorageFaults

extension DiskFaultLaws {
  /// The class of the cases whose store keeps its data where no call of its process shows it.
  static let unseenChange = "a write was acknowledged, and no file was written"

  static let recordedPowerLoss = StorageLaw(
    .durability, needs: [.kills, .flushes], weight: 2, examines: "the power is lost after a write was acknowledged",
    cannotSee: (
      unseenChange,
      """
      the store's process, and what it started, wrote to no file in the store's folder between an opening and an \
      acknowledgement: the data may lie with a server, whose calls the kit does not record
      """
    ),
    Requirement(
      "STO-64", "Acknowledged transactions survive loss of power, judged by recorded calls",
      says: """
        The law records the calls by which the store's process, and every process that it starts, change \
        files, and lets the power fail after any of them. Any part of the unflushed data may be missing: \
        single sectors of 512 bytes, the end of a file, and names that were created, renamed or removed in \
        a folder that was not flushed. The store then opens. It holds every acknowledged transaction, and \
        the one under way completely or not at all. Data that a reader has seen stays, an acknowledged \
        backup can be restored, and the store takes transactions.
        """,
      needs: [.storage],
      mustCatch: [
        .overRecordedCalls("doesNotFlushFiles", "does not flush files") { UnflushedFiles(base: $0) },
        .overRecordedCalls("doesNotFlushDirectories", "does not flush directories") { UnflushedDirectories(base: $0) },
        .overRecordedCalls("acknowledgesBeforeItFlushes", "acknowledges before it flushes") { LateFlushes(base: $0) },
        .overRecordedCalls("flushesAnotherFile", "flushes another file") { MisdirectedFlushes(base: $0) },
        .overRecordedCalls("doesNotFlushLargeTransactions", "does not flush what is larger than 64 KiB") {
          UnflushedLargeWrites(base: $0)
        },
        .overRecordedCalls("doesNotFlushBackups", "does not flush backups") { UnflushedBackups(base: $0) },
        .overRecordedCalls("replacesAFileInTwoSteps", "replaces a file in two steps") { TwoStepRenames(base: $0) },
        .overRecordedCalls("renamesAFileBeforeItIsFlushed", "renames a file before it is flushed") {
          FlushesAfterRenames(base: $0)
        },
      ]
    ).holds(
      forAll: .array(of: .recordedRound, count: 1...3),
      requiring: [
        "the disk has lost something": 0.05, "the power is lost after a write was acknowledged": 0.4,
        "what was not acknowledged is not there": 0.05,
      ]
    ) { rounds, subject, trial in
      guard var session = try await RecordedSession(subject, trial) else { return trial.label(unseenChange) }
      do {
        for steps in rounds {
          try await session.open()
          for step in steps { try await session.perform(step) }
          try await session.losePower()
        }
        try await session.expectWorksOn()
      } catch {
        await session.end()
        throw error
      }
      await session.end()
    })
}

extension Generator where Value == [DiskStep] {
  /// What a process does before the power is lost. Most begin with a write, so that something is acknowledged.
  fileprivate static let recordedRound: Generator = .frequency(
    (3, Generator { source in [try source(.diskWrite)] + (try source(.array(of: step, count: 0...5))) }),
    (1, .array(of: step, count: 1...6)),
    // The power fails soon after a restore, before other work can flush what it has left.
    (1, Generator { source in
      [try source(.diskWrite), .backUp] + (try source(.array(of: .diskWrite, count: 0...2))) + [.restore]
        + (try source(.array(of: .diskWrite, count: 0...1)))
    }),
    // So it does after a backup, which is then restored.
    (1, Generator { source in [try source(.diskWrite), .backUp] + (try source(.array(of: .diskWrite, count: 0...1))) }),
    // A store may write what is large in another way.
    (1, Generator { source in
      let large = Generator<CrashTransaction>.crashTransaction(changes: 1...2, sizes: 70_000...90_000)
      return [try source(.diskWrite), .write(try source(large))] + (try source(.array(of: step, count: 0...1)))
    }),
    // So it may what only deletes; nothing that follows flushes that.
    (1, Generator { source in
      let place = CrashTransaction.Place(collection: "c", key: "k1")
      let first = try source(.crashTransaction()).changes + [.put(place, sizeBytes: 10)]
      return [.write(CrashTransaction(changes: first)), .write(CrashTransaction(changes: [.delete(place)], setsSchemaVersion: false))]
    }))

  /// Most names change in compactions.
  private static let step = Generator<DiskStep>.diskStep(compactions: 7)
}
