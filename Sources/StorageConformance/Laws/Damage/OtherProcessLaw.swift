import PropertyTesting
import StorageContract

extension DamageLaws {
  private static let noOtherProcess = "no other process"

  static let refusesOtherProcesses = StorageLaw(
    .durability, needs: [.kills, .exclusiveStores], weight: 8, examines: "another process tried meanwhile",
    cannotSee: (noOtherProcess, "the kit could not start a second process for the place"),
    Requirement(
      "STO-65", "Another process is refused before, during and after maintenance",
      says: """
        While one process has a store open, no other process can open it: this throws StoreError.inUse and harms \
        nothing. This holds before, during and after a compaction, backup, restore or migration, and if the first \
        process tries to open the store once more, which is refused too. Once the store is closed or its process is \
        killed, the other process can open it, finds all acknowledged data, and keeps the first process out.
        """,
      needs: [.storage],
      mustCatch: [
        .overLocks(.ofItsProcessAlone, "keeps a list of open stores in its own process"),
        .overLocks(.removedByARefusedOpener, "removes the lock of the store that is open"),
        .overLocks(.keptByTheDead, "uses a lock file that outlives a killed process"),
        .overLocks(.cutsWhatItIsRefused, "repairs the journal of a store that is in use"),
        .overLocks(.lostWhenAFileIsReplaced, "loses its lock when a file is replaced"),
        .overLocks(.lostWhileAFileIsMade, "has no lock while it writes a new file"),
        .overLocks(.lostWhenAnotherFileIsRead, "loses its lock when it reads a backup"),
        .overLocks(.lostByALongWrite, "loses its lock with a long transaction"),
        .overLocks(.lostByASecondOpening, "loses its lock when its process opens the store once more"),
      ]
    ).holds(
      forAll: .array(of: .handover, count: 1...3), requiring: ["another process tried meanwhile": 0.2]
    ) { rounds, subject, trial in
      let all = HandoverSession.Work.all(subject.capabilities)
      try await LawFolder.with { folder in
        guard var session = try await HandoverSession(subject, trial, folder) else { return trial.label(noOtherProcess) }
        do {
          try await session.open()
          for round in rounds {
            for transaction in round.transactions { try await session.write(transaction) }
            for work in round.work { try await session.perform(all[work % all.count]) }
            try await session.handOver(killing: round.isKilled)
          }
        } catch {
          await session.end()
          throw error
        }
        await session.end()
      }
    })
}

/// What one process does until the other one takes over.
private struct Handover: Sendable {
  let transactions: [CrashTransaction]
  /// By number, of those that the store declares.
  let work: [Int]
  let isKilled: Bool
}

extension Generator where Value == Handover {
  fileprivate static let handover = Generator { source in
    Handover(
      transactions: try source(.array(of: .crashTransaction(sizes: 0...600), count: 0...2)),
      work: try source(.array(of: .int(in: 0...11), count: 1...3)), isKilled: try source(.bool))
  }
}

extension Fault<LawSubject> {
  fileprivate static func overLocks(_ defect: AlteredLocks.Defect, _ fact: String) -> Fault {
    .overRecordedCalls("\(defect)", fact) { AlteredLocks(defect, over: $0) }
  }
}
