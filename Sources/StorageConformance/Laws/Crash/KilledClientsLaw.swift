import HistoryJudging
import PropertyTesting
import StorageContract
import StorageFaults

extension CrashLaws {
  static let clientsSurviveKills = StorageLaw(
    .durability, needs: [.kills], weight: 4, examines: "killed while transactions run",
    Requirement(
      "STO-67", "Transactions of several clients keep their isolation over kill -9",
      says: """
        Several clients append to lists, read them and scan all, over stores in a process that the law kills with `kill -9` in the \
        middle of their transactions, up to six times. Each time they go on over another process. Acknowledged transactions stay. \
        One that was cut off may have been committed or not, if its error was `StoreError.lost`; after any other error, nobody \
        ever sees what it wrote. All of that is one history, over all kills, and no cycle of dependencies in it contradicts the isolation \
        that the backend declares.
        """,
      needs: [.storage],
      mustCatch: [
        .acknowledgesBeforeItWrites, .losesTheLatestTransactionWhenItIsOpened, .commitsTheChangesOfATransactionOneByOne,
        .overLocation("doesWhatWasCutOffAfterTheNextWrite", "commits a transaction that was cut off after the next one") {
          $0.interposed(.lateRetries)
        },
        .overLocation("saysThatWhatIsLostHasFailed", "reports a commit that it may have done as failed") { $0.interposed(.definiteLosses) },
      ]
    ).holds(
      forAll: .killedLists,
      requiring: ["killed while transactions run": 0.3, "killed more than once": 0.1, "an outcome is unknown": 0.2]
    ) { script, subject, trial in
      let (run, kills) = try await script.run(on: subject, trial)
      trial.label("killed while transactions run", if: kills > 0)
      trial.label("killed more than once", if: kills > 1)
      try run.judge(script.workload) { history in
        trial.label("an outcome is unknown", if: history.operations.contains { $0.outcome == .info })
      }
    })
}

extension StoreHooks {
  /// A library that tries a transaction again whose commit failed, once another one got through: with what it had read before.
  fileprivate static var lateRetries: StoreHooks {
    let owed = Remembered<[StoreChange]>([])
    var hooks = StoreHooks()
    hooks.write = { store, body in
      let late = owed.now
      try await store.write { transaction in
        let log = ChangeLog(keepsBefore: false)
        try body(log.over(transaction))
        owed.set(log.changes)
      }
      owed.set([])
      if !late.isEmpty { try await store.commit(late) }
    }
    return hooks
  }

  /// A driver that takes a lost connection for a commit that failed: the commit is done, and the error says that it is not.
  fileprivate static var definiteLosses: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try await store.write(body)
      do {
        try await store.read { _ in }
      } catch let error as StoreError {
        throw StoreError.io(operation: "commit", path: "the store", reason: "\(error)")
      }
    }
    return hooks
  }
}
