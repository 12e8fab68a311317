import PropertyTesting
import StorageContract

extension CrashLaws {
  static let maintenanceSurvivesKills = StorageLaw(
    .durability, needs: [.kills, .maintenance], weight: 4, examines: "killed in the middle",
    Requirement(
      "STO-63", "A crash during maintenance leaves the old or the new contents",
      says: """
        The law kills the store's process with `kill -9` while the store is compacted, backed up or restored. \
        When it is opened again, the store holds all acknowledged data. After an interrupted restore, it holds \
        that data or all data of the backup. It takes transactions, and if stores are exclusive, it still \
        refuses a second opener.
        """,
      needs: [.storage],
      mustCatch: [
        .isEmptyAfterACompactionThatWasCutOff, .keepsHalfOfARestoreThatWasCutOff, .staysLockedAfterACrashAmidMaintenance,
        .forgetsItsLockAfterACompaction,
      ]
    ).holds(
      forAll: Generator<([KillRound], [(Int, Int)])>.zip(
        .killRounds(), .array(of: .zip(.int(in: 0...5), .int(in: 0...3_000)), count: 1...4))
    ) { input, subject, trial in
      let (rounds, kills) = input
      let declared = MaintenanceStep.declared(by: subject.capabilities)
      var session = try KillSession(subject, trial)
      try await session.expectOpens("at first")
      try await LawFolder.with { folder in
        var backup: (path: String, contents: CrashContents)?
        for (number, (choice, delay)) in kills.enumerated() {
          for transaction in rounds[number % rounds.count].transactions {
            try expect("a write before that", try await session.write(transaction))
          }
          let path = folder.file("\(number)")
          switch declared[choice % declared.count] {
          case .compact:
            try await session.expectSurvives("compact", delayMicroseconds: delay) { store, _ in try await store.compact() }
          case .backUp:
            try await session.expectSurvives("back up", delayMicroseconds: delay) { store, attempt in
              try await store.backup(to: "\(path)-\(attempt)")
            }
          case .restore:
            // The backup to restore is made here, and something is written after it.
            backup = backup ?? (path, session.contents)
            guard let backup else { continue }
            if backup.path == path { try await session.store?.backup(to: path) }
            try await session.expectSurvives(
              "restore", delayMicroseconds: delay, after: rounds[0].transactions[0], leading: backup.contents
            ) { store, _ in try await store.restore(from: backup.path) }
          }
          if !subject.capabilities.simultaneousStores {
            let found = await storeErrorKind { [location = subject.location] in _ = try await location.open() }
            try expect("the second opener's error", found, equals: "inUse")
          }
          try expect("a write after that", try await session.write(rounds[0].transactions[0]))
          try await session.expectContents("after that")
        }
      }
      try await session.close()
    })
}
