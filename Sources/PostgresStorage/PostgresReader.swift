#if PostgreSQL
  import StorageContract

  /// What both handles do: reads over a connection that is in a transaction.
  struct PostgresReader: TransactionReader {
    let connection: PostgresConnection
    let rules: RecordRules

    func get(_ key: String, in collection: String) throws -> Record? {
      try rules.check(name: collection)
      try rules.check(key: key)
      var record: Record?
      try connection.run(.get) { values in
        values.append(collection)
        values.append(key)
      } row: { row in
        record = try self.record(row)
      }
      return record
    }

    func scan(
      _ collection: String, from lower: String?, to upper: String?, limit: Int?
    ) throws -> [Record] {
      try rules.check(name: collection)
      try rules.check(limit: limit)
      var records: [Record] = []
      try connection.run(upper == nil ? .scan : .scanBelow) { values in
        values.append(collection)
        values.append(lower ?? "")
        values.append(limit.map(Int64.init))
        if let upper { values.append(upper) }
      } row: { row in
        records.append(try record(row))
      }
      return records
    }

    func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
      try rules.check(name: collection)
      var count = 0
      try connection.run(upper == nil ? .count : .countBelow) { values in
        values.append(collection)
        values.append(lower ?? "")
        if let upper { values.append(upper) }
      } row: { row in
        count = Int(row.int64(at: 0))
      }
      return count
    }

    func collections() throws -> [String] {
      var names: [String] = []
      try connection.run(.collections) { _ in
      } row: { row in
        guard let name = row.text(at: 0) else { throw damage("a collection's name is not UTF-8") }
        names.append(name)
      }
      return names
    }

    func counters() throws -> PostgresCounters {
      var counters: PostgresCounters?
      try connection.run(.readCounters) { _ in
      } row: { row in
        counters = PostgresCounters(put: row.int64(at: 0), schemaVersion: row.int64(at: 1))
      }
      guard let counters else { throw damage("the table named store is empty") }
      return counters
    }

    private func record(_ row: PostgresRow) throws -> Record {
      guard let key = row.text(at: 0) else { throw damage("a record's key is not UTF-8") }
      do {
        let fields = try FieldsText.read([UInt8](row.bytes(at: 2))[...])
        return Record(key: key, version: row.int64(at: 1), fields: fields)
      } catch let error as TextFormatError {
        throw damage(
          """
          the fields of record \(key.debugDescription) cannot be read: \(error.reason), \
          at byte \(error.offset) of their text
          """)
      }
    }

    private func damage(_ reason: String) -> StoreError {
      .damaged(path: connection.path, offset: nil, reason: reason)
    }
  }

  /// The store's one row of numbers. Other stores may be open on it, so that none may keep them.
  struct PostgresCounters: Equatable {
    var put: Int64 = 0
    var schemaVersion: Int64 = 0
  }
#endif
