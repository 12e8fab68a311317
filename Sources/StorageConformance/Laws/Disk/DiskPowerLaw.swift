import PropertyTesting
import StorageContract
import StorageFaults

extension DiskFaultLaws {
  static let powerLoss = StorageLaw(
    .durability, needs: [.fileLayer],
    Requirement(
      "STO-45", "Loss of power keeps every acknowledged transaction",
      says: """
        Over a file layer that knows which data was flushed, the power fails or the process dies after \
        any call: in transactions, compactions, restores and openings, and in the recovery from an \
        earlier crash. Any part of the unflushed data may be missing: the end of a file, cut at any \
        byte; single sectors; names that were created, renamed or removed. The store then opens. It \
        holds all acknowledged transactions in order, and the one under way completely or not at all. \
        Data that a reader has seen after an opening stays. An acknowledged backup can be restored.
        """,
      needs: [.storage],
      mustCatch: [
        .overFileCalls("doesNotFlushFiles", "does not flush files") { UnflushedFiles(base: $0) },
        .overFileCalls("doesNotFlushDirectories", "does not flush directories") { UnflushedDirectories(base: $0) },
        .overFileCalls("flushesOnlyBeforeTheNextWrite", "flushes only before the next write") { LateFlushes(base: $0) },
        .overFileCalls("replacesAFileInTwoSteps", "replaces a file in two steps") { TwoStepRenames(base: $0) },
        .overFileCalls("rewritesTheFileToCutItsEndOff", "rewrites the file to cut its end off") {
          AlteredTruncations.rewriting($0)
        },
        .overFileCalls("cutsOffATransactionTooMany", "cuts off a transaction too many") {
          AlteredTruncations.greedy($0)
        },
        .overFileCalls("cannotCutAnEndOffASecondTime", "cannot cut an end off a second time") {
          AlteredTruncations.settingAside($0)
        },
        .overOtherFiles("writesALinePerChangeWithNoChecksum", "writes a line per change, with no checksum") {
          UncheckedJournalBackend()
        },
      ]
    ).holds(
      forAll: .crashHistory,
      requiring: [
        "the disk has lost something": 0.1, "what was not acknowledged is there": 0.03,
        "what was not acknowledged is not there": 0.1, "a compaction is cut off": 0.03,
        "a recovery is cut off": 0.1, "the process dies, then the power is lost": 0.03,
      ]
    ) { history, subject, trial in
      let disk = CrashableFiles()
      var session = try await DiskSession(disk, subject, trial)
      var diedBefore = false
      do {
        for round in [CrashHistory.Round(step: .reopen, crash: nil)] + history.rounds {
          if let crash = round.crash { disk.stop(afterCalls: crash.afterCalls) }
          let outcome = try await session.perform(round.step)
          guard let crash = round.crash else {
            try expect("\(round.step) on a disk that keeps its promises", outcome, equals: .done)
            continue
          }
          if case .compact = round.step, outcome == .unknown { trial.label("a compaction is cut off") }
          try expect("\(round.step), cut off after \(crash.afterCalls) calls", outcome != .refused)
          try await session.crash(isPowerLoss: crash.isPowerLoss)
          trial.label("the process dies, then the power is lost", if: diedBefore && crash.isPowerLoss)
          diedBefore = !crash.isPowerLoss
          for recovery in crash.duringRecovery {
            disk.stop(afterCalls: recovery.afterCalls)
            if try await session.perform(.reopen) == .unknown { trial.label("a recovery is cut off") }
            try await session.crash(isPowerLoss: recovery.isPowerLoss)
            diedBefore = !recovery.isPowerLoss
          }
          try await session.expectOpens("after the crash")
          try await session.expectContents("after the crash")
        }
        try await session.expectContents("at the end")
      } catch {
        await session.end()
        throw error
      }
      await session.end()
    })
}
