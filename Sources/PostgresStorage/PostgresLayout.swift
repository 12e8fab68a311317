#if PostgreSQL
  import StorageContract

  /// The tables in a store's schema, made to be read in `psql`:
  ///
  ///     SELECT convert_from(key, 'UTF8'), fields -> 'price' ->> 'decimal' FROM records WHERE collection = 'trades';
  ///     SELECT name, type, value FROM fields WHERE collection = 'trades' AND key = 'AAPL';
  ///
  /// `records` has a row per record. Its key is a `bytea`: PostgreSQL's `text` cannot hold U+0000, and orders by the
  /// rules of a language where `bytea` orders by bytes. Its fields are one JSON object with exact, typed values, in a
  /// `json` column, which keeps the text as it is; a `jsonb` would rewrite it, and refuses U+0000. `fields` is a view
  /// with a row per field, in which U+0000 shows as ␀. `store` has the one row with the counters.
  enum PostgresLayout {
    /// The version of this layout, in `store`.
    static let version: Int64 = 1

    /// Whose data a schema holds.
    enum Purpose: String {
      /// Somebody's: never emptied but by their own transactions.
      case data
      /// Cases of a run: thrown away.
      case scratch
    }

    private static func definition(_ schema: String, _ purpose: Purpose) -> String {
      """
      CREATE TABLE \(schema).store (
        id int PRIMARY KEY CHECK (id = 1),
        layout bigint NOT NULL,
        purpose text NOT NULL,
        put_counter bigint NOT NULL,
        schema_version bigint NOT NULL
      );
      INSERT INTO \(schema).store VALUES (1, \(version), '\(purpose.rawValue)', 0, 0);
      CREATE TABLE \(schema).records (
        collection text COLLATE "C" NOT NULL,
        key bytea NOT NULL,
        version bigint NOT NULL,
        fields json NOT NULL,
        PRIMARY KEY (collection, key)
      );
      CREATE VIEW \(schema).fields AS
        SELECT r.collection,
          CASE WHEN position('\\x00'::bytea IN r.key) = 0 THEN convert_from(r.key, 'UTF8')
            ELSE encode(r.key, 'escape') END AS key,
          r.version, f.key AS name,
          CASE json_typeof(f.value) WHEN 'object' THEN (SELECT json_object_keys(f.value))
            WHEN 'string' THEN 'text' WHEN 'boolean' THEN 'bool' ELSE 'null' END AS type,
          CASE json_typeof(f.value) WHEN 'object' THEN (SELECT v.value FROM json_each_text(f.value) v)
            ELSE f.value #>> '{}' END AS value
        FROM \(schema).records r,
          json_each(regexp_replace(r.fields::text, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1\\\\u2400', 'g')::json) f;
      """
    }

    /// Sees to it that the schema holds a store of this layout; makes what is not there, all or nothing.
    ///
    /// - Throws: ``StoreError/damaged(path:offset:reason:)`` for a schema that holds something else;
    ///   ``StoreError/inUse(path:)`` where a scratch schema is to be made and the name is taken.
    ///
    /// - Parameter purpose: of what is to be made; nil: it must be there.
    static func prepare(_ connection: PostgresConnection, schema: String, purpose: Purpose?) throws {
      guard let purpose else { return try check(connection) }
      try connection.administer {
        // Two that open the same new place at once make it once.
        try connection.runOnce(
          "wait for others that make the schema", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
          texts: ["touchstone " + schema])
        let exists = try connection.runOnce(
          "look for the schema", "SELECT FROM pg_namespace WHERE nspname = $1", texts: [schema]) > 0
        if exists {
          guard purpose == .data else { throw StoreError.inUse(path: connection.path) }
          // A store, or a schema that somebody made for one.
          let isEmpty = try connection.runOnce(
            "look into the schema", "SELECT FROM pg_class WHERE relnamespace = $1::regnamespace",
            texts: [connection.schema]) == 0
          guard isEmpty else { return try check(connection, purpose) }
        } else {
          try connection.execute("make the schema", "CREATE SCHEMA \(connection.schema)")
        }
        try connection.execute("make the store's tables", definition(connection.schema, purpose))
      }
    }

    /// Throws unless the schema is a store of this layout and, if it is to be kept, not one for cases.
    static func check(_ connection: PostgresConnection, _ purpose: Purpose? = nil) throws {
      let tables = try connection.runOnce(
        "look for the store's tables",
        "SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND relname IN ('store', 'records')",
        texts: [connection.schema])
      guard tables == 2 else {
        throw damage(connection, "it holds other tables; choose a schema that does not exist, or a store's")
      }
      var layout: Int64?
      var found: Purpose?
      try connection.runOnce(
        "read the store's layout", "SELECT layout, purpose FROM \(connection.schema).store WHERE id = 1"
      ) { row in
        layout = row.int64(at: 0)
        found = row.text(at: 1).flatMap { Purpose(rawValue: $0) }
      }
      guard let layout, let found else { throw damage(connection, "the table named store is empty") }
      guard layout == version else {
        throw damage(connection, "it has layout \(layout); this release reads layout \(version)")
      }
      guard purpose == nil || purpose == found else {
        throw damage(connection, "it is a place for test cases; choose another schema")
      }
    }

    /// Makes the tables as they were when they were new.
    static func empty(_ connection: PostgresConnection) throws {
      connection.forgetFailure()
      try connection.execute(
        "empty the store's tables",
        """
        DELETE FROM \(connection.schema).records;
        UPDATE \(connection.schema).store SET put_counter = 0, schema_version = 0
          WHERE put_counter <> 0 OR schema_version <> 0
        """)
    }

    /// Drops all schemas whose names begin so.
    static func dropSchemas(
      withPrefix prefix: String, on server: PostgresServer, options: PostgresStoreOptions
    ) throws {
      let connection = try PostgresConnection(server, schema: prefix, options: options)
      var names: [String] = []
      try connection.runOnce(
        "list the schemas", "SELECT quote_ident(nspname) FROM pg_namespace WHERE starts_with(nspname, $1)",
        texts: [prefix]
      ) { row in
        if let name = row.text(at: 0) { names.append(name) }
      }
      // One that cannot be dropped keeps no other.
      for name in names { _ = try? connection.execute("drop a schema", "DROP SCHEMA \(name) CASCADE") }
    }

    private static func damage(_ connection: PostgresConnection, _ reason: String) -> StoreError {
      .damaged(path: connection.path, offset: nil, reason: reason)
    }
  }
#endif
