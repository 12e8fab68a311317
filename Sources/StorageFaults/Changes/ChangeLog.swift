import StorageContract

/// What one transaction has changed so far, in order. Calls that change nothing are not in it.
package final class ChangeLog {
  package private(set) var changes: [StoreChange] = []
  private let keepsBefore: Bool

  /// - Parameter keepsBefore: whether to read each record before it is changed.
  package init(keepsBefore: Bool = true) {
    self.keepsBefore = keepsBefore
  }

  package var records: [RecordChange] { changes.compactMap(\.record) }

  /// A handle whose changes are written down here.
  package func over(_ transaction: any WriteTransaction) -> any WriteTransaction {
    var hooks = TransactionHooks()
    hooks.put = { [self] transaction, fields, key, collection in
      let before = try before(key, in: collection, transaction)
      let version = try transaction.put(fields, at: key, in: collection)
      note(key, in: collection, before, fields)
      return version
    }
    hooks.insert = { [self] transaction, fields, key, collection in
      let version = try transaction.insert(fields, at: key, in: collection)
      if version != nil { note(key, in: collection, nil, fields, isInsert: true) }
      return version
    }
    hooks.compareAndSet = { [self] transaction, fields, key, collection, version in
      let before = try before(key, in: collection, transaction)
      let new = try transaction.compareAndSet(fields, at: key, in: collection, version: version)
      if new != nil { note(key, in: collection, before, fields) }
      return new
    }
    hooks.delete = { [self] transaction, key, collection in
      let before = try before(key, in: collection, transaction)
      let isDeleted = try transaction.delete(key, in: collection)
      if isDeleted { note(key, in: collection, before, nil) }
      return isDeleted
    }
    hooks.setSchemaVersion = { [self] transaction, version in
      try transaction.setSchemaVersion(version)
      changes.append(.schemaVersion(version))
    }
    return hooks.over(transaction)
  }

  private func before(_ key: String, in collection: String, _ transaction: any WriteTransaction) throws -> Record? {
    keepsBefore ? try transaction.get(key, in: collection) : nil
  }

  private func note(
    _ key: String, in collection: String, _ before: Record?, _ after: [String: FieldValue]?, isInsert: Bool = false
  ) {
    changes.append(
      .record(RecordChange(collection: collection, key: key, before: before, after: after, isInsert: isInsert)))
  }
}
