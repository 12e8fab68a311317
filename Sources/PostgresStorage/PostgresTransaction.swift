#if PostgreSQL
  import StorageContract

  /// A read.
  final class PostgresReadTransaction: TransactionHandle {
    private var reader: PostgresReader?

    init(_ reader: PostgresReader) {
      self.reader = reader
    }

    func end() {
      reader = nil
    }

    func schemaVersion() throws -> Int64 {
      try live().counters().schemaVersion
    }

    func live() throws -> PostgresReader {
      guard let reader else { throw StoreError.transactionEnded }
      if let failure = reader.connection.failure { throw failure.error }
      return reader
    }
  }

  /// A write. PostgreSQL takes no more statements in a transaction of which one has failed: so the first failure ends
  /// it, later calls throw the same error, and nothing is committed though the closure may have caught it.
  final class PostgresWriteTransaction: WriteTransaction, TransactionHandle {
    private var reader: PostgresReader?
    /// How often the put counter was counted up.
    private var puts: Int64 = 0
    private var newSchemaVersion: Int64?
    private var hasDeleted = false
    /// Reused for every record's text.
    private var buffer: [UInt8] = []

    init(_ reader: PostgresReader) {
      self.reader = reader
    }

    func end() {
      reader = nil
    }

    /// Writes the counters, as the last statement before the commit. Two transactions that both put meet here, if
    /// nowhere else: the one that commits second is a conflict.
    func finish() throws {
      let countersChange = puts > 0 || newSchemaVersion != nil
      guard countersChange || hasDeleted else { return }
      let connection = try live().connection
      try connection.passGate()
      guard countersChange else { return }
      try connection.run(.addToCounters) { values in
        values.append(puts)
        values.append(newSchemaVersion)
      }
    }

    @discardableResult
    func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
      guard let version = try write(.put, fields, at: key, in: collection) else {
        throw StoreError.io(operation: "write a record", path: try live().connection.path, reason: "no row was written")
      }
      return version
    }

    func insert(
      _ fields: [String: FieldValue], at key: String, in collection: String
    ) throws -> Int64? {
      try write(.insert, fields, at: key, in: collection)
    }

    func compareAndSet(
      _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
    ) throws -> Int64? {
      try write(.compareAndSet, fields, at: key, in: collection, ifAt: version)
    }

    @discardableResult
    func delete(_ key: String, in collection: String) throws -> Bool {
      let reader = try live()
      try reader.rules.check(name: collection)
      try reader.rules.check(key: key)
      let isDeleted = try reader.connection.run(.delete) { values in
        values.append(collection)
        values.append(key)
      } > 0
      if isDeleted { hasDeleted = true }
      return isDeleted
    }

    func setSchemaVersion(_ version: Int64) throws {
      _ = try live()
      newSchemaVersion = version
    }

    func schemaVersion() throws -> Int64 {
      let reader = try live()
      return try newSchemaVersion ?? reader.counters().schemaVersion
    }

    /// Returns the new version; nil where the statement's condition did not hold.
    private func write(
      _ query: PostgresQuery, _ fields: [String: FieldValue], at key: String, in collection: String,
      ifAt version: Int64? = nil
    ) throws -> Int64? {
      let reader = try live()
      try reader.rules.check(name: collection)
      try reader.rules.check(key: key)
      try reader.rules.check(fields: fields)
      buffer.removeAll(keepingCapacity: true)
      FieldsText.append(fields, to: &buffer)
      var newVersion: Int64?
      try reader.connection.run(query) { values in
        values.append(collection)
        values.append(key)
        values.append(puts + 1)
        values.append(buffer)
        if let version { values.append(version) }
      } row: { row in
        newVersion = row.int64(at: 0)
      }
      if newVersion != nil { puts += 1 }
      return newVersion
    }

    func live() throws -> PostgresReader {
      guard let reader else { throw StoreError.transactionEnded }
      if let failure = reader.connection.failure { throw failure.error }
      return reader
    }
  }
#endif
