#if PostgreSQL
  import StorageContract
  import Synchronization

  /// A connection that a location and its stores hand to each other, one at a time.
  final class PostgresSession: Sendable {
    private let connection: Mutex<PostgresConnection>

    /// Connects, and makes the schema's tables if they are not there.
    /// - Parameter purpose: see ``PostgresLayout/prepare(_:schema:purpose:)``.
    init(
      _ server: PostgresServer, schema: String, purpose: PostgresLayout.Purpose?, options: PostgresStoreOptions
    ) throws {
      let connection = try PostgresConnection(server, schema: schema, options: options)
      try PostgresLayout.prepare(connection, schema: schema, purpose: purpose)
      try connection.awaitCommitsUnderWay(for: options.lockTimeout)
      self.connection = Mutex(connection)
    }

    func read<Result: Sendable>(
      _ options: PostgresStoreOptions, _ body: @Sendable (any ReadTransaction) throws -> Result
    ) throws -> Result {
      try connection.withLock { connection in
        let reader = PostgresReader(connection: connection, rules: options.rules)
        return try connection.transaction(.read, retries: options.retries) {
          let transaction = PostgresReadTransaction(reader)
          defer { transaction.end() }
          return try body(transaction)
        }
      }
    }

    func write<Result: Sendable>(
      _ options: PostgresStoreOptions, _ body: @Sendable (any WriteTransaction) throws -> Result
    ) throws -> Result {
      try connection.withLock { connection in
        let reader = PostgresReader(connection: connection, rules: options.rules)
        return try connection.transaction(.write, retries: options.retries) {
          let transaction = PostgresWriteTransaction(reader)
          defer { transaction.end() }
          let result = try body(transaction)
          if connection.failure == nil { try transaction.finish() }
          return result
        }
      }
    }

    /// Everything, as of one moment.
    func tables(_ options: PostgresStoreOptions) throws -> Tables {
      try connection.withLock { connection in
        let reader = PostgresReader(connection: connection, rules: options.rules)
        return try connection.transaction(.read, retries: options.retries) {
          let counters = try reader.counters()
          var tables = Tables(putCounter: counters.put, schemaVersion: counters.schemaVersion)
          for collection in try reader.collections() {
            for record in try reader.scan(collection, from: nil, to: nil, limit: nil) {
              tables.apply(.put(collection: collection, record: record))
            }
          }
          return tables
        }
      }
    }

    /// Puts `tables` in place of everything, in one transaction.
    func replaceAll(with tables: Tables, _ options: PostgresStoreOptions) throws {
      try connection.withLock { connection in
        try connection.transaction(.write, retries: options.retries) {
          try connection.run(.deleteAll)
          var buffer: [UInt8] = []
          for collection in tables.collectionNames {
            for record in tables.scan(collection, from: nil, to: nil, limit: nil) {
              buffer.removeAll(keepingCapacity: true)
              FieldsText.append(record.fields, to: &buffer)
              try connection.run(.restore) { values in
                values.append(collection)
                values.append(record.key)
                values.append(record.version)
                values.append(buffer)
              }
            }
          }
          try connection.passGate()
          try connection.run(.writeCounters) { values in
            values.append(tables.putCounter)
            values.append(tables.schemaVersion)
          }
        }
      }
    }

    /// Whether its tables are still there, and can be reached.
    var isUsable: Bool {
      connection.withLock { connection in
        guard connection.isUsable else { return false }
        connection.forgetFailure()
        return (try? PostgresLayout.check(connection)) != nil
      }
    }

    /// Makes the tables as they were when they were new.
    func empty() throws {
      try connection.withLock { try PostgresLayout.empty($0) }
    }

    /// What a store on it may declare.
    var isFlushedByServer: Bool {
      connection.withLock { connection in
        var setting = "off"
        _ = try? connection.runOnce("ask for a setting", "SELECT current_setting('fsync')") {
          setting = $0.text(at: 0) ?? "off"
        }
        return setting == "on"
      }
    }
  }
#endif
