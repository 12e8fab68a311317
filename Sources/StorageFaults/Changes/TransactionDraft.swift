import StorageContract

/// A transaction that was carried out and taken back: what it would have changed, and how its closure ended.
package struct TransactionDraft: Sendable {
  package let changes: [StoreChange]
  package let outcome: Result<Void, any Error>
}

private struct Drafted: Error {
  let draft: TransactionDraft
}

extension Store {
  /// Carries `body` out and takes it back.
  package func draft(_ body: StoreHooks.WriteBody) async throws -> TransactionDraft {
    do {
      try await write { transaction in
        let log = ChangeLog(keepsBefore: false)
        let outcome = Result { try body(log.over(transaction)) }
        throw Drafted(draft: TransactionDraft(changes: log.changes, outcome: outcome))
      }
    } catch let drafted as Drafted {
      return drafted.draft
    }
    throw StoreError.transactionEnded
  }

  /// Makes the changes in a transaction of their own.
  package func commit(_ changes: some Collection<StoreChange> & Sendable) async throws {
    try await write { transaction in
      for change in changes { try change.apply(to: transaction) }
    }
  }

  /// Runs `body` as one transaction. `then` learns what it changed, inside it and before the commit.
  package func write(
    _ body: StoreHooks.WriteBody,
    thenBeforeCommit then: @Sendable ([RecordChange], any WriteTransaction) throws -> Void
  ) async throws {
    try await write { transaction in
      let log = ChangeLog()
      try body(log.over(transaction))
      try then(log.records, transaction)
    }
  }
}

extension StoreHooks {
  /// Calls `note` with the changes of each write that is committed.
  package mutating func afterCommits(_ note: @escaping @Sendable ([RecordChange]) -> Void) {
    write = { store, body in
      let committed = Remembered<[RecordChange]>([])
      try await store.write(body) { changes, _ in committed.set(changes) }
      note(committed.now)
    }
  }
}
