import PropertyTesting
import StorageContract
import StorageFaults

/// Stores whose transactions see another state than they should.
extension Fault<LawSubject> {
  static let getsBlindly = seeing("getsBlindly", "gets the state before the transaction") { calls, before in
    calls.get = { transaction, key, collection in
      _ = try transaction.get(key, in: collection)
      return before[collection]?.first { KeyBytes.equal($0.key, key) }
    }
  }

  static let countsBlindly = seeing(
    "countsBlindly", "counts and lists the state before the transaction") { calls, before in
    calls.count = { transaction, range in
      let now = try transaction.count(range)
      return range.lower != nil || range.upper != nil ? now : before[range.collection]?.count ?? 0
    }
    calls.collections = { transaction in
      _ = try transaction.collections()
      return before.keys.sorted()
    }
  }

  static let scansOldRecordsUpToABound = seeing(
    "scansOldRecordsUpToABound", "a scan with an upper bound returns what the transaction has overwritten") { calls, before in
    calls.scan = { transaction, range in
      let records = try transaction.scan(range)
      guard range.upper != nil else { return records }
      return records.map { record in before[range.collection]?.first { KeyBytes.equal($0.key, record.key) } ?? record }
    }
  }

  static let scansBlindlyFromABound = seeing(
    "scansBlindlyFromABound", "a scan with a lower bound returns the state before the transaction") { calls, before in
    calls.scan = { transaction, range in
      range.lower == nil ? try transaction.scan(range) : range.records(of: before)
    }
  }

  static let scansBlindlyWithALimit = seeing(
    "scansBlindlyWithALimit", "a scan with a limit returns the state before the transaction") { calls, before in
    calls.scan = { transaction, range in
      range.limit ?? -1 < 0 ? try transaction.scan(range) : range.records(of: before)
    }
  }

  static let countsBlindlyBetweenBounds = seeing(
    "countsBlindlyBetweenBounds", "a count with bounds counts the state before the transaction") { calls, before in
    calls.count = { transaction, range in
      range.lower == nil && range.upper == nil ? try transaction.count(range) : range.records(of: before).count
    }
  }

  static let setsWhatItDeleted = overEachStore(
    "setsWhatItDeleted", "a compare-and-set goes by the version that the transaction read, also after a delete"
  ) { hooks in
    hooks.writeCalls = {
      let seen = Remembered<[RecordPlace: Int64]>([:])
      var calls = TransactionHooks()
      calls.get = { transaction, key, collection in
        let record = try transaction.get(key, in: collection)
        if let record { seen.withValue { $0[RecordPlace(key, in: collection)] = record.version } }
        return record
      }
      calls.compareAndSet = { transaction, fields, key, collection, version in
        if try transaction.get(key, in: collection) == nil, seen.now[RecordPlace(key, in: collection)] == version {
          return try transaction.put(fields, at: key, in: collection)
        }
        return try transaction.compareAndSet(fields, at: key, in: collection, version: version)
      }
      return calls
    }
  }

  /// - Parameter hook: receives all records as they were before the transaction, by collection.
  private static func seeing(
    _ id: String, _ fact: String,
    _ hook: @escaping @Sendable (inout TransactionHooks, _ before: [String: [Record]]) -> Void
  ) -> Fault {
    overEachStore(id, fact) { hooks in
      hooks.write = { store, body in
        try await store.write { transaction in
          let before = Dictionary(try transaction.collections().map { ($0, try transaction.scan($0)) }) { $1 }
          var calls = TransactionHooks()
          hook(&calls, before)
          try body(calls.over(transaction))
        }
      }
    }
  }

  /// Readers see what a transaction has written before it is committed, and when it is never committed. Writers come
  /// one after the other.
  static let showsUncommittedWrites = overEachStore(
    "showsUncommittedWrites", "shows writes before they are committed") { hooks in
    let writers = WriterLock()
    let uncommitted = Remembered<[StoreChange]>([])
    hooks.read = { store, body in
      let uncommitted = uncommitted.now
      if uncommitted.isEmpty { return try await store.read(body) }
      try await store.draft { transaction in
        for change in uncommitted { try change.apply(to: transaction) }
        try body(transaction)
      }.outcome.get()
    }
    hooks.write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      let draft = try await store.draft(body)
      uncommitted.set(draft.changes)
      await Task.yield()
      uncommitted.set([])
      try draft.outcome.get()
      try await store.commit(draft.changes)
    }
  }

  static let readsLagBehind = overEachStore("readsLagBehind", "reads a copy that is one transaction behind") { hooks in
    hooks.readACopy { true }
  }

  static let readsGoBackInTime = overEachStore(
    "readsGoBackInTime", "reads every other time from a copy that is one transaction behind") { hooks in
    let isCopysTurn = Remembered(false)
    hooks.readACopy {
      isCopysTurn.withValue { isCopysTurn in
        isCopysTurn.toggle()
        return isCopysTurn
      }
    }
  }
}

extension ScanRange {
  /// Those of the given records, in their order, that it would find.
  fileprivate func records(of contents: [String: [Record]]) -> [Record] {
    let found = (contents[collection] ?? []).filter { record in
      !(lower.map { KeyBytes.precedes(record.key, $0) } ?? false) && (upper.map { KeyBytes.precedes(record.key, $0) } ?? true)
    }
    return Array(found.prefix(limit ?? .max))
  }
}

extension StoreHooks {
  /// Reads are answered by a copy that gets each transaction when the next one is committed. For a store that is opened
  /// empty: the copy is.
  fileprivate mutating func readACopy(when isCopysTurn: @escaping @Sendable () -> Bool) {
    let writers = WriterLock()
    let copy = Remembered<(any Store)?>(nil)
    let latest = Remembered<[StoreChange]>([])
    let openCopy: @Sendable () async throws -> any Store = {
      if let store = copy.now { return store }
      let new = try await MemoryLocation().open()
      return copy.withValue { copy in
        // Another call may have made one meanwhile.
        let store = copy ?? new
        copy = store
        return store
      }
    }
    read = { store, body in
      guard isCopysTurn() else { return try await store.read(body) }
      try await openCopy().read(body)
    }
    write = { store, body in
      await writers.lock()
      defer { writers.unlock() }
      let changes = Remembered<[StoreChange]>([])
      try await store.write { transaction in
        let log = ChangeLog(keepsBefore: false)
        try body(log.over(transaction))
        changes.set(log.changes)
      }
      try await openCopy().commit(latest.exchange(changes.now))
    }
  }
}
