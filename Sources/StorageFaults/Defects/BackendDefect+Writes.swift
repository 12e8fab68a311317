import StorageContract

/// Defects of transactions, conditions and durability.
extension BackendDefect {
  /// BF-1: Of a transaction with several writes, the last one is lost on commit.
  public static let losesLastWriteOfABatch = BackendDefect(
    "BF-1", "losesLastWriteOfABatch",
    "Of a transaction with several writes, the last one is lost on commit."
  ) { hooks in
    hooks.write = { store, body in
      try await store.write(body) { changes, transaction in
        if changes.count > 1 { try changes.last?.revert(in: transaction) }
      }
    }
  }

  /// BF-2: A rollback keeps the transaction's first write.
  public static let keepsFirstWriteOnRollback = BackendDefect(
    "BF-2", "keepsFirstWriteOnRollback", "A rollback keeps the transaction's first write."
  ) { hooks in
    hooks.write = { store, body in
      let first = Remembered<RecordChange?>(nil)
      do {
        try await store.write { transaction in
          let log = ChangeLog(keepsBefore: false)
          defer { first.set(log.records.first) }
          try body(log.over(transaction))
        }
      } catch {
        // A defect that cannot be committed on top of the failure is not seen this time.
        if let first = first.now { try? await store.write { try first.apply(to: $0) } }
        throw error
      }
    }
  }

  /// BF-7: Deleted records are there again after a reopen.
  public static let bringsDeletedRecordsBack = BackendDefect(
    "BF-7", "bringsDeletedRecordsBack", "Deleted records are there again after a reopen."
  ) { hooks in
    let deleted = Remembered<[RecordPlace: RecordChange]>([:])
    hooks.afterCommits { changes in
      deleted.withValue { deleted in
        for change in changes { deleted[change.place] = change.after == nil ? change : nil }
      }
    }
    hooks.close = { store in
      let changes = deleted.exchange([:]).values.sorted {
        ($0.collection, KeyBytes($0.key)) < ($1.collection, KeyBytes($1.key))
      }
      try await store.revert(changes)
      try await store.close()
    }
  }

  /// BF-9: The last four acknowledged transactions were only ever in a cache. The earlier records come back with
  /// new versions, because a store never uses a version twice.
  public static let losesUnflushedWrites = BackendDefect(
    "BF-9", "losesUnflushedWrites",
    "The latest acknowledged transactions are visible until a close and reopen, then gone."
  ) { hooks in
    let flushInterval = 4
    // By transaction, oldest first.
    let unflushed = Remembered<[[RecordChange]]>([])
    hooks.afterCommits { changes in
      guard !changes.isEmpty else { return }
      unflushed.withValue { unflushed in
        unflushed.append(changes)
        if unflushed.count > flushInterval { unflushed = [] }
      }
    }
    hooks.close = { store in
      try await store.revert(unflushed.exchange([]).joined().reversed())
      try await store.close()
    }
  }

  /// BF-11: A transaction computes on the state that it finds, and writes after other transactions have run in between.
  public static let interleavesTransactions = BackendDefect(
    "BF-11", "interleavesTransactions",
    "A transaction computes on the state it finds, and writes after others have come in between."
  ) { hooks in
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      try draft.outcome.get()
      await Task.yield()
      try await store.commit(draft.changes)
    }
  }

  /// BF-14: A write or commit that fails is reported as done.
  public static let swallowsWriteErrors = BackendDefect(
    "BF-14", "swallowsWriteErrors", "A write or commit that fails is reported as done."
  ) { hooks in
    hooks.hookCalls { calls in
      calls.put = { transaction, fields, key, collection in
        (try? transaction.put(fields, at: key, in: collection)) ?? 1
      }
      calls.insert = { transaction, fields, key, collection in
        do { return try transaction.insert(fields, at: key, in: collection) } catch { return 1 }
      }
      calls.compareAndSet = { transaction, fields, key, collection, version in
        do {
          return try transaction.compareAndSet(fields, at: key, in: collection, version: version)
        } catch {
          return 1
        }
      }
      calls.delete = { transaction, key, collection in (try? transaction.delete(key, in: collection)) ?? true }
      calls.setSchemaVersion = { transaction, version in try? transaction.setSchemaVersion(version) }
    }
    hooks.write = { store, body in
      let isThrough = Remembered(false)
      do {
        try await store.write { transaction in
          try body(transaction)
          isThrough.set(true)
        }
      } catch {
        // Where the closure was through, it was the commit that failed.
        if !isThrough.now { throw error }
      }
    }
  }

  /// BF-15: Compare-and-set replaces the record whatever its version.
  public static let ignoresTheVersion = BackendDefect(
    "BF-15", "ignoresTheVersion", "Compare-and-set replaces the record whatever its version."
  ) { hooks in
    hooks.hookCalls { calls in
      calls.compareAndSet = { transaction, fields, key, collection, version in
        let actual = try transaction.get(key, in: collection)?.version
        return try transaction.compareAndSet(fields, at: key, in: collection, version: actual ?? version)
      }
    }
  }
}

extension Store {
  /// Undoes the changes in a transaction of their own, one after the other.
  func revert(_ changes: [RecordChange]) async throws {
    guard !changes.isEmpty else { return }
    try await write { transaction in
      for change in changes { try change.revert(in: transaction) }
    }
  }
}
