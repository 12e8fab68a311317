import StorageContract

/// One thing that a transaction changed.
package enum StoreChange: Sendable {
  case record(RecordChange)
  case schemaVersion(Int64)

  package var record: RecordChange? { if case .record(let change) = self { change } else { nil } }

  package var isSchemaVersion: Bool { if case .schemaVersion = self { true } else { false } }

  /// Makes the change in another transaction.
  package func apply(to transaction: any WriteTransaction) throws {
    switch self {
    case .record(let change): try change.apply(to: transaction)
    case .schemaVersion(let version): try transaction.setSchemaVersion(version)
    }
  }
}

/// One put or delete that a transaction made.
package struct RecordChange: Sendable {
  package let collection: String
  package let key: String
  /// What was there before, where the log was to find out.
  package let before: Record?
  /// Nil where the record was deleted.
  package let after: [String: FieldValue]?
  package let isInsert: Bool

  package var place: RecordPlace { RecordPlace(key, in: collection) }

  package func apply(to transaction: any WriteTransaction) throws { try set(after, in: transaction) }

  /// Brings the record's earlier fields back, under a new version.
  package func revert(in transaction: any WriteTransaction) throws { try set(before?.fields, in: transaction) }

  private func set(_ fields: [String: FieldValue]?, in transaction: any WriteTransaction) throws {
    if let fields {
      try transaction.put(fields, at: key, in: collection)
    } else {
      try transaction.delete(key, in: collection)
    }
  }
}
