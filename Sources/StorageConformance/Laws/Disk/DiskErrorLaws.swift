import PropertyTesting
import StorageContract
import StorageFaults

extension DiskFaultLaws {
  static let ioErrors = StorageLaw(
    .durability, needs: [.fileLayer],
    Requirement(
      "STO-43", "An I/O error gives a definite error, and never a wrong value",
      says: """
        Random file calls fail, once or for ever, for lack of space or with an I/O error, or write only \
        a part of their data. Every call of the store then succeeds or throws a StoreError, and a read \
        returns the right contents or an error. A refused transaction or restore has changed nothing, \
        also after a reopening. If the store cannot know this, the error is `StoreError.lost`, and the \
        change is there completely or not at all. Once the disk works again and the store is reopened, \
        all acknowledged data is there and the store takes new writes.
        """,
      needs: [.storage],
      mustCatch: [
        .overFileCalls("takesHalfAWriteForAWholeOne", "treats a partial write as complete") {
          UncheckedAppends(base: $0)
        },
        .overFileCalls("leavesWhatWasWrittenOfAFailedAppend", "leaves the partial write of a failed append") {
          UncutAppends(base: $0)
        },
        .overFileCalls("takesFilesThatItCannotSeeForAbsent", "treats files that it cannot see as absent") {
          OverlookedFiles(base: $0)
        },
        .overFileStores(.swallowsWriteErrors), .overFileStores(.keepsFirstWriteOnRollback),
        .overFileStores(.losesLastWriteOfABatch),
      ]
    ).holds(
      forAll: .diskFaultHistory,
      requiring: ["a call is refused": 0.1, "goes on after an error": 0.05, "an opening fails": 0.03]
    ) { rounds, subject, trial in
      let disk = CrashableFiles()
      let faulty = FaultInjectingFileLayer(over: disk)
      var session = try await DiskSession(disk, subject, trial, through: faulty)
      do {
        _ = try await session.perform(.reopen)
        var hasFailed = false
        for round in rounds {
          switch round {
          case .inject(let fault):
            trial.note("from now on: \(fault.operation) fails (\(FileLayerError(code: fault.code)))")
            faulty.inject(fault)
          case .heal:
            trial.note("the disk is well again")
            faulty.heal()
          case .step(let step):
            // Where an opening has failed it is tried again; the next step then has a store.
            let step = session.store == nil ? .reopen : step
            let outcome = try await session.perform(step)
            trial.label("goes on after an error", if: hasFailed && outcome == .done && step.changesContents)
            if outcome != .done { hasFailed = true }
            trial.label("a call is refused", if: outcome != .done)
            trial.label("an opening fails", if: outcome != .done && session.store == nil)
            if outcome == .unknown {
              // What is read before the next opening is not promised.
              await session.close()
            } else {
              try await session.expectContentsOrError("after: \(step)")
            }
          }
        }
        faulty.heal()
        try await session.expectOpens("when the disk is well again")
        try await session.expectContents("when the disk is well again")
        let more = CrashTransaction(changes: [.put(.init(collection: "c", key: "last"), sizeBytes: 10)])
        try expect("a write when the disk is well again", try await session.perform(.write(more)), equals: .done)
        try await session.expectOpens("at the end")
        try await session.expectContents("at the end")
      } catch {
        await session.end()
        throw error
      }
      await session.end()
    })

  static let failedFlushes = StorageLaw(
    .durability, needs: [.fileLayer],
    Requirement(
      "STO-44", "A flush that failed is never reported as success",
      says: """
        Flushes of files and of directories fail. As on real systems, the data of a failed flush may \
        then be missing for good, whatever later flushes report. The store acknowledges no transaction \
        that could be lost by this: neither the one whose flush failed nor a later one that builds on \
        it. After loss of power, the store opens and holds exactly the acknowledged transactions, and \
        those reported as lost completely or not at all.
        """,
      needs: [.storage],
      mustCatch: [
        .overFileCalls("ignoresFailedFlushes", "ignores failed flushes") { SwallowedFlushErrors(base: $0) },
        .overFileCalls("believesASecondFlush", "trusts a second flush after a failed one") { RepeatedFlushes(base: $0) },
        .overFileCalls("ignoresFailedFlushesOfDirectories", "ignores failed flushes of directories") {
          SwallowedDirectoryErrors(base: $0)
        },
        .overFileStores(.swallowsWriteErrors),
      ]
    ).holds(
      forAll: .flushFaultHistory, requiring: ["a flush fails": 0.3, "the disk has lost something": 0.1]
    ) { rounds, subject, trial in
      let disk = CrashableFiles()
      var session = try await DiskSession(disk, subject, trial)
      do {
        try await session.expectOpens("at first")
        for round in rounds {
          if let fault = round.fault {
            trial.note("after \(fault.skipping) flushes, \(fault.times.map { "\($0)" } ?? "all") fail")
            disk.failSyncs(skipping: fault.skipping, times: fault.times)
          }
          let step = session.store == nil ? .reopen : round.step
          let outcome = try await session.perform(step)
          trial.label("a flush fails", if: outcome != .done)
          if outcome == .unknown { await session.close() }
          guard round.losesPower else { continue }
          try await session.crash(isPowerLoss: true)
          try await session.expectOpens("after the power was lost")
          try await session.expectContents("after the power was lost")
        }
        try await session.crash(isPowerLoss: true)
        try await session.expectOpens("after the power was lost")
        try await session.expectContents("after the power was lost")
      } catch {
        await session.end()
        throw error
      }
      await session.end()
    })
}
