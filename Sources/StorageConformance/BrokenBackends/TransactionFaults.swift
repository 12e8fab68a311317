import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that commit a part of a transaction, or roll one back wrongly.
extension Fault<LawSubject> {
  static let commitsInTwoHalves = overEachStore("commitsInTwoHalves", "commits in two halves") { hooks in
    let writers = WriterLock()
    hooks.write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      try await StoreHooks.commitInTwoHalves(store, body) { await Task.yield() }
    }
  }

  /// As a store does whose log has pages.
  static let losesWritesBeyondAPage = overEachStore(
    "losesWritesBeyondAPage", "commits the first 64 writes of a transaction") { hooks in
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      try draft.outcome.get()
      try await store.commit(draft.changes.prefix(64))
    }
  }

  /// All other transactions are right.
  static let insertsLate = overEachStore("insertsLate", "checks whether the key is free, and inserts later") { hooks in
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      try draft.outcome.get()
      // What inserts nothing is committed at once.
      guard draft.changes.contains(where: { $0.record?.isInsert ?? false }) else { return try await store.write(body) }
      await Task.yield()
      try await store.commit(draft.changes)
    }
  }

  // Rollbacks.

  static let usesUpVersionsOnRollback = rollingBack(
    "usesUpVersionsOnRollback", "uses up the versions of rolled back transactions") { store, draft, _ in
    let count = draft.changes.count { $0.record?.after != nil }
    // In a collection that was empty and is so again.
    try await store.write { transaction in
      for _ in 0..<count { try transaction.put([:], at: "k", in: "of_a_rollback") }
      if count > 0 { try transaction.delete("k", in: "of_a_rollback") }
    }
  }

  static let changesErrors = rollingBack(
    "changesErrors", "throws its own error instead of the closure's") { _, _, error in
    throw StoreError.io(operation: "commit", path: "", reason: "\(error)")
  }

  /// As a store does that sets it outside of the transaction.
  static let keepsTheSchemaVersionOnRollback = rollingBack(
    "keepsTheSchemaVersionOnRollback", "keeps the schema version of a rolled back transaction"
  ) { store, draft, _ in
    try await store.commit(draft.changes.filter(\.isSchemaVersion))
  }

  /// - Parameter leave: what a rollback leaves behind, or throws in place of the error.
  static func rollingBack(
    _ id: String, _ fact: String,
    _ leave: @escaping @Sendable (any Store, TransactionDraft, any Error) async throws -> Void
  ) -> Fault {
    overEachStore(id, fact) { hooks in
      hooks.write = { store, body in
        let draft = try await store.draft(body)
        do {
          try draft.outcome.get()
          try await store.commit(draft.changes)
        } catch {
          try await leave(store, draft, error)
          throw error
        }
      }
    }
  }

  // Cancellation.

  static let commitsHalfWhenCancelled = overEachStore(
    "commitsHalfWhenCancelled", "commits half of a transaction whose task is cancelled") { hooks in
    let writers = WriterLock()
    hooks.write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      let draft = try await store.draft(body)
      try draft.outcome.get()
      let half = draft.changes.count / 2
      try await store.commit(draft.changes[..<half])
      await Task.yield()
      // The second half has no chance any more.
      if !draft.changes.isEmpty { try Task.checkCancellation() }
      try await store.commit(draft.changes[half...])
    }
  }

  static let commitsAndThrowsWhenCancelled = overEachStore(
    "commitsAndThrowsWhenCancelled", "reports a transaction as cancelled and commits it") { hooks in
    let writers = WriterLock()
    hooks.write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      let draft = try await store.draft(body)
      try draft.outcome.get()
      try await store.commit(draft.changes)
      if !draft.changes.isEmpty { try Task.checkCancellation() }
    }
  }

  static let refusesAllAfterACancellation = overEachStore(
    "refusesAllAfterACancellation", "refuses everything after a cancellation") { hooks in
    let writers = WriterLock()
    let wasCancelled = Remembered(false)
    hooks.write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      if wasCancelled.now { throw StoreError.closed }
      let draft = try await store.draft(body)
      try draft.outcome.get()
      if Task.isCancelled, !draft.changes.isEmpty {
        wasCancelled.set(true)
        throw CancellationError()
      }
      try await store.commit(draft.changes)
    }
  }
}
