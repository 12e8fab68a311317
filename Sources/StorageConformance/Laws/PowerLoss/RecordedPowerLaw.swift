import PropertyTesting
import StorageContract
import StorageFaults

extension DiskFaultLaws {
  static let recordedPowerLoss = StorageLaw(
    .durability, needs: [.kills, .flushes], weight: 2, examines: "the power is lost after a write was acknowledged",
    Requirement(
      "STO-64", "What was acknowledged survives loss of power, by the calls that the process made",
      says: """
        The calls by which the store's process, and all that it starts, change files are recorded, and the \
        power is lost after any of them. Of what was not flushed any part may be missing: single sectors \
        of 512 bytes, the end of a file, names that were made, renamed or removed and whose folder was \
        not flushed. The store then opens; it holds every transaction that was acknowledged, and the one \
        under way whole or not at all. What a reader has seen stays, a backup that was acknowledged can be \
        restored, and the store takes transactions.
        """,
      needs: [.storage],
      mustCatch: [
        .overRecordedCalls("doesNotFlushFiles", "does not flush files") { UnflushedFiles(base: $0) },
        .overRecordedCalls("doesNotFlushDirectories", "does not flush directories") { UnflushedDirectories(base: $0) },
        .overRecordedCalls("acknowledgesBeforeItFlushes", "acknowledges before it flushes") { LateFlushes(base: $0) },
        .overRecordedCalls("flushesAnotherFile", "flushes another file") { MisdirectedFlushes(base: $0) },
        .overRecordedCalls("renamesAFileBeforeItIsFlushed", "renames a file before it is flushed") {
          FlushesAfterRenames(base: $0)
        },
      ]
    ).holds(
      forAll: .array(of: .array(of: .diskStep(), count: 1...6), count: 1...3),
      requiring: [
        "the disk has lost something": 0.05, "the power is lost after a write was acknowledged": 0.1,
        "what was not acknowledged is not there": 0.05,
      ]
    ) { rounds, subject, trial in
      var session = try await RecordedSession(subject, trial)
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
