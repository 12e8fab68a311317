#if PostgreSQL
  /// The statements that transactions are made of, prepared once per connection; `SCHEMA` stands for the schema's name.
  ///
  /// A missing lower bound is the empty key, which is before every key; a missing limit is NULL. A put's version is
  /// the put counter that the transaction sees and the number of its own puts so far ($3): the counter itself is
  /// written once, before the commit, so that transactions do not wait for each other from their first put on.
  enum PostgresQuery: Int, CaseIterable {
    case get, put, insert, compareAndSet, delete
    case scan, scanBelow, count, countBelow, collections
    case readCounters, addToCounters
    case deleteAll, restore, writeCounters

    var sql: String {
      switch self {
      case .get:
        "SELECT key, version, fields FROM SCHEMA.records WHERE collection = $1 AND key = $2"
      case .put:
        """
        INSERT INTO SCHEMA.records AS r (collection, key, version, fields)
        VALUES ($1, $2, (SELECT put_counter FROM SCHEMA.store WHERE id = 1) + $3, $4)
        ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version, fields = excluded.fields
        RETURNING r.version
        """
      case .insert:
        // What only ON CONFLICT finds does not count as read: another transaction could delete it unnoticed (STO-68).
        """
        INSERT INTO SCHEMA.records AS r (collection, key, version, fields)
        SELECT $1, $2, (SELECT put_counter FROM SCHEMA.store WHERE id = 1) + $3, $4
        WHERE NOT EXISTS (SELECT FROM SCHEMA.records WHERE collection = $1 AND key = $2)
        ON CONFLICT (collection, key) DO NOTHING RETURNING r.version
        """
      case .compareAndSet:
        """
        UPDATE SCHEMA.records AS r
        SET version = (SELECT put_counter FROM SCHEMA.store WHERE id = 1) + $3, fields = $4
        WHERE collection = $1 AND key = $2 AND version = $5 RETURNING r.version
        """
      case .delete:
        "DELETE FROM SCHEMA.records WHERE collection = $1 AND key = $2 RETURNING version"
      case .scan:
        """
        SELECT key, version, fields FROM SCHEMA.records WHERE collection = $1 AND key >= $2 ORDER BY key LIMIT $3
        """
      case .scanBelow:
        """
        SELECT key, version, fields FROM SCHEMA.records WHERE collection = $1 AND key >= $2 AND key < $4
        ORDER BY key LIMIT $3
        """
      case .count:
        "SELECT count(*) FROM SCHEMA.records WHERE collection = $1 AND key >= $2"
      case .countBelow:
        "SELECT count(*) FROM SCHEMA.records WHERE collection = $1 AND key >= $2 AND key < $3"
      case .collections:
        // One step in the index per collection, where SELECT DISTINCT would read every record.
        """
        WITH RECURSIVE found (name) AS (
          (SELECT collection FROM SCHEMA.records ORDER BY collection LIMIT 1)
          UNION ALL
          SELECT (SELECT collection FROM SCHEMA.records WHERE collection > name ORDER BY collection LIMIT 1)
          FROM found WHERE name IS NOT NULL
        )
        SELECT name FROM found WHERE name IS NOT NULL
        """
      case .readCounters:
        "SELECT put_counter, schema_version FROM SCHEMA.store WHERE id = 1"
      case .addToCounters:
        """
        UPDATE SCHEMA.store
        SET put_counter = put_counter + $1, schema_version = coalesce($2, schema_version) WHERE id = 1
        """
      case .writeCounters:
        "UPDATE SCHEMA.store SET put_counter = $1, schema_version = $2 WHERE id = 1"
      case .deleteAll:
        "DELETE FROM SCHEMA.records"
      case .restore:
        "INSERT INTO SCHEMA.records (collection, key, version, fields) VALUES ($1, $2, $3, $4)"
      }
    }

    var parameterTypes: [PostgresType] {
      switch self {
      case .get, .delete: [.text, .bytes]
      case .put, .insert, .restore: [.text, .bytes, .int64, .json]
      case .compareAndSet: [.text, .bytes, .int64, .json, .int64]
      case .scan: [.text, .bytes, .int64]
      case .scanBelow: [.text, .bytes, .int64, .bytes]
      case .count: [.text, .bytes]
      case .countBelow: [.text, .bytes, .bytes]
      case .addToCounters, .writeCounters: [.int64, .int64]
      case .collections, .readCounters, .deleteAll: []
      }
    }

    /// For error messages.
    var operation: String {
      switch self {
      case .get, .scan, .scanBelow, .count, .countBelow, .collections: "read records"
      case .put, .insert, .compareAndSet, .restore: "write a record"
      case .delete, .deleteAll: "delete a record"
      case .readCounters, .addToCounters, .writeCounters: "keep the store's counters"
      }
    }
  }

  /// The types of parameters, by PostgreSQL's object identifiers, which are the same in all servers.
  enum PostgresType: UInt32 {
    case bytes = 17
    case int64 = 20
    case text = 25
    case json = 114
  }
#endif
