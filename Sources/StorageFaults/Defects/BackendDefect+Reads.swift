import StorageContract

/// Defects of what is read.
extension BackendDefect {
  /// BF-3: Reads serve the record as it was before the last overwrite.
  public static let servesStaleReads = BackendDefect(
    "BF-3", "servesStaleReads", "Reads serve the record as it was before the last overwrite."
  ) { hooks in
    let overwritten = Overwritten()
    hooks.hookCalls { calls in
      calls.get = { transaction, key, collection in
        try transaction.get(key, in: collection).map { overwritten.record($0.key, in: collection) ?? $0 }
      }
      calls.changeScans { records, collection in
        records.map { overwritten.record($0.key, in: collection) ?? $0 }
      }
    }
    hooks.afterCommits(overwritten.note)
  }

  /// BF-10: A scan returns at most 16 records: an undocumented page limit.
  public static let limitsScans = BackendDefect(
    "BF-10", "limitsScans", "A scan returns at most 16 records: an undocumented page limit.",
    calls: { scanning { Array($0.prefix(16)) } })

  /// BF-12: A scan returns records in the order they were written.
  public static let scansInInsertionOrder = BackendDefect(
    "BF-12", "scansInInsertionOrder", "A scan returns records in the order they were written.",
    calls: { scanning { $0.sorted { $0.version < $1.version } } })

  /// BF-20: A scan returns an overwritten record's old state beside the new one.
  public static let scansOldAndNew = BackendDefect(
    "BF-20", "scansOldAndNew", "A scan returns an overwritten record's old state beside the new one."
  ) { hooks in
    let overwritten = Overwritten()
    hooks.hookCalls { calls in
      calls.changeScans { records, collection in
        records.flatMap { [overwritten.record($0.key, in: collection), $0].compactMap { $0 } }
      }
    }
    hooks.afterCommits(overwritten.note)
  }
}

private func scanning(_ change: @escaping ([Record]) -> [Record]) -> TransactionHooks {
  var calls = TransactionHooks()
  calls.changeScans { records, _ in change(records) }
  return calls
}

/// The state of every overwritten record before its latest overwrite.
private struct Overwritten: Sendable {
  private let records = Remembered<[RecordPlace: Record]>([:])

  @Sendable func note(_ changes: [RecordChange]) {
    records.withValue { records in
      for change in changes {
        records[change.place] = change.after == nil ? nil : change.before
      }
    }
  }

  func record(_ key: String, in collection: String) -> Record? {
    records.withValue { $0[RecordPlace(key, in: collection)] }
  }
}
