import PropertyTesting
import StorageContract
import StorageFaults

extension CrashLaws {
  static let acknowledgedSurvives = StorageLaw(
    .durability, needs: [.kills], weight: 4, examines: "killed while transactions run",
    Requirement(
      "STO-39", "Acknowledged transactions survive kill -9 at any moment",
      says: """
        The law kills the store's process with `kill -9` at a random moment while transactions run \
        one after the other. Another process opens the store again. The store then holds every \
        transaction whose `write` had returned, and beyond them at most the one that was under way. If \
        stores are simultaneous, yet another process opens it too, and each of the two sees what the other writes.
        """,
      needs: [.storage],
      mustCatch: [
        .acknowledgesBeforeItWrites, .losesTheLatestTransactionWhenItIsOpened, .over(.losesLastWriteOfABatch),
        .refusesAnotherProcess,
      ]
    ).holds(forAll: .killRounds(), requiring: ["killed while transactions run": 0.1]) { rounds, subject, trial in
      var session = try KillSession(subject, trial)
      try await session.expectOpens("at first")
      for round in rounds {
        try await session.expectSurvives(round)
      }
      if subject.capabilities.simultaneousStores { try await session.expectSharedWithAnotherProcess(rounds[0].transactions[0]) }
      try await session.close()
    })

  static let wholeOrNotAtAll = StorageLaw(
    .durability, needs: [.kills], weight: 4, examines: "killed while transactions run",
    Requirement(
      "STO-40", "An unacknowledged transaction is there completely or not at all",
      says: """
        The law kills the store's process with `kill -9` inside a transaction: between two of its \
        changes, before its commit, or during the commit. When it is opened again, the store holds all \
        acknowledged transactions, and on top all of this one or none of it. If its error was a \
        definite one, the store holds none of it.
        """,
      needs: [.storage],
      mustCatch: [
        .commitsTheChangesOfATransactionOneByOne, .publishesACommitInTwoParts, .over(.losesLastWriteOfABatch),
      ]
    ).holds(
      forAll: .killRounds(changes: 2...12), requiring: ["killed while transactions run": 0.1]
    ) { rounds, subject, trial in
      var session = try KillSession(subject, trial)
      try await session.expectOpens("at first")
      for round in rounds {
        try await session.expectSurvives(round)
      }
      try expect("a write after that", try await session.write(rounds[0].transactions[0]))
      try await session.expectContents("at the end")
      try await session.close()
    })

  static let recoveryIsIdempotent = StorageLaw(
    .durability, needs: [.kills], weight: 5,
    Requirement(
      "STO-41", "Recovery can be repeated, and survives a crash of its own",
      says: """
        After a `kill -9`, the law opens the store and kills it again several times, while it opens or \
        just after, and also while it is made. The first opening that may finish finds the same contents as if no other opening \
        had come before. A further opening finds the same again, and the store takes new writes.
        """,
      needs: [.storage],
      mustCatch: [
        .overLocation(
          "doesTheLatestTransactionAgainWhenItRecoversAgain", "repeats the latest transaction at a second recovery"
        ) {
          $0.interposed(.repeatingRecovery)
        },
        .overLocation("takesARecoveryThatWasCutOffForDamage", "treats an interrupted recovery as damage") {
          $0.interposed(.markedRecovery)
        },
        .isUselessIfCutOffWhileItIsMade,
      ]
    ).holds(
      forAll: Generator<(KillRound, [Int?], Int?)>.zip(
        .killRound(), .array(of: .recoveryKill, count: 1...4),
        .frequency((1, .constant(nil)), (3, Generator<Int>.int(in: 0...9).map { $0 })))
    ) { input, subject, trial in
      let (round, delays, percent) = input
      var session = try KillSession(subject, trial)
      if let percent { try await session.killWhileItIsMade(in: try await subject.makeLocation(), percent: percent) }
      try await session.expectOpens("at first")
      try await session.expectContents("at first")
      try await session.writeUntilKilled(round)
      for delay in delays {
        if let delay {
          let isOpen = try await session.openAndKill(delayMicroseconds: delay)
          trial.label(isOpen ? "killed when it was open" : "killed while it opened")
        } else {
          try await session.expectOpens("after a kill")
          try await session.kill()
        }
      }
      try await session.expectOpens("after several kills")
      try await session.expectContents("after several kills")
      try await session.kill()
      try await session.expectOpens("after another one")
      try await session.expectContents("after another one")
      try expect("a write after that", try await session.write(round.transactions[0]))
      try await session.close()
      try await session.expectOpens("at the end")
      try await session.expectContents("at the end")
      try await session.close()
    })
}

extension Fault<LawSubject> {
  static let acknowledgesBeforeItWrites = overEachStore("acknowledgesBeforeItWrites", "acknowledges before it writes") { $0.writeBehind() }

  static let losesTheLatestTransactionWhenItIsOpened = overLocation(
    "losesTheLatestTransactionWhenItIsOpened", "loses the latest transaction when it is opened"
  ) { base in
    base.with(StoreFaults([StoreFault(.open, .losesLatest(transactions: 1), times: nil)]))
  }

  /// The store of the kit that keeps its place for itself.
  fileprivate static let refusesAnotherProcess = Fault(
    "refusesAnotherProcess", "declares simultaneous stores, and refuses another process"
  ) { $0.capabilities.simultaneousStores = true }

  fileprivate static let isUselessIfCutOffWhileItIsMade = overLocation(
    "isUselessIfCutOffWhileItIsMade", "cannot be opened once it was killed while it was made"
  ) { location in
    var hooks = StoreHooks()
    let isBegun = Remembered(false)
    let isMade = Remembered(false)
    hooks.open = { location in
      if isBegun.exchange(true), !isMade.now { throw StoreError.damaged(path: "", offset: nil, reason: "a table is missing") }
      let store = try await location.open()
      isMade.set(true)
      return store
    }
    return location.interposed(hooks)
  }

  static let commitsTheChangesOfATransactionOneByOne = overEachStore(
    "commitsTheChangesOfATransactionOneByOne", "commits the changes of a transaction one by one"
  ) {
    $0.commitOneByOne()
  }

  /// Within what the kit counts as one commit: only a kill in its middle shows it.
  fileprivate static let publishesACommitInTwoParts = Fault(
    "publishesACommitInTwoParts", "publishes a commit in two parts, one some milliseconds after the other"
  ) { subject in
    guard let process = subject.process else { return }
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try await StoreHooks.commitInTwoHalves(store, body) { try? await Task.sleep(for: .milliseconds(4)) }
    }
    subject.location = process.interposed(hooks).interposed(subject.killPoints.hooks)
  }
}
