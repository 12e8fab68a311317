#if PostgreSQL
  import StorageContract

  /// A store in a schema of a PostgreSQL database. Any number of stores may be open at once, each with its own
  /// connection. In `psql`, after `SET search_path = SCHEMA`:
  ///
  ///     SELECT convert_from(key, 'UTF8'), fields -> 'price' ->> 'decimal' FROM records WHERE collection = 'trades';
  ///     SELECT name, type, value FROM fields WHERE collection = 'trades' AND key = 'AAPL';
  ///
  /// Transactions are PostgreSQL's SERIALIZABLE ones. If a transaction conflicts with another, the server rolls it back
  /// and the store runs it again, up to ``PostgresStoreOptions/retries`` times. **The store then calls the closure
  /// again**, so what the closure does outside the transaction (a counter, a message sent) happens again, too. An attempt
  /// may also read a state that no order of transactions could give, before the server finds out and rolls it back. What
  /// ``read(_:)`` returns or throws, and what ``write(_:)`` returns, never depends on such a state.
  ///
  /// Transactions are strictly serialisable. Suppose that three transactions T1 → T2 → T3 are connected by two
  /// antidependencies, and T3 commits first. PostgreSQL then aborts one of them, without looking for the rest of a cycle
  /// (Ports and Grittner, *Serializable Snapshot Isolation in PostgreSQL*, VLDB 2012). Every cycle of dependencies
  /// contains such a pair. Of the other edges, the proof needs only that one transaction commits before the next takes
  /// its snapshot. "One ended before the other began" is such an edge as well, so no order contradicts real time either.
  ///
  /// A store whose connection is lost throws ``/StorageContract/StoreError/io(operation:path:reason:)`` from then on, or
  /// ``/StorageContract/StoreError/lost(reason:)`` if this happens in the middle of a commit. Open the location again. If a task
  /// is cancelled, the store still does its transaction completely or not at all.
  public actor PostgresStore: Store {
    public nonisolated let capabilities: StoreCapabilities
    private let options: PostgresStoreOptions
    /// Nil once closed.
    private var session: PostgresSession?
    /// What becomes of the connection when the store is closed.
    private let giveBack: @Sendable (PostgresSession) -> Void

    /// Opens the store in `schema`, and creates the schema if it is missing.
    /// - Throws: ``/StorageContract/StoreError/damaged(path:offset:reason:)`` if the schema holds something else, which stays
    ///   as it is; ``/StorageContract/StoreError/readOnly(path:)`` if the user may not create a schema;
    ///   ``/StorageContract/StoreError/io(operation:path:reason:)`` if the server refuses or is not reachable.
    public init(url: String, schema: String, options: PostgresStoreOptions = PostgresStoreOptions()) throws {
      let server = try PostgresServer(url: url)
      try PostgresLocation.check(schema: schema, on: server)
      self.init(
        try PostgresSession(server, schema: schema, purpose: .data, options: options), options: options,
        giveBack: { _ in })
    }

    init(
      _ session: PostgresSession, options: PostgresStoreOptions,
      giveBack: @escaping @Sendable (PostgresSession) -> Void
    ) {
      self.session = session
      self.options = options
      self.giveBack = giveBack
      capabilities = StoreCapabilities(
        // A server that does not flush cannot keep what is asked of it.
        durability: session.isFlushedByServer ? options.durability : .processCrash,
        isolation: .strictSerializable, backup: true,
        maximumFieldSizeBytes: options.rules.maximumFieldSizeBytes, simultaneousStores: true,
        maximumKeySizeBytes: options.rules.maximumKeySizeBytes)
    }

    public func read<Result: Sendable>(
      _ body: @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
      try live().read(options, body)
    }

    public func write<Result: Sendable>(
      _ body: @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
      try live().write(options, body)
    }

    /// Writes the same checksummed text as ``/StorageContract/FileStore``, as of one moment, even if other stores are open.
    public func backup(to path: String) async throws {
      try SnapshotFile(path: path, files: SystemFileLayer()).write(try live().tables(options))
    }

    public func restore(from path: String) async throws {
      let session = try live()
      try session.replaceAll(with: SnapshotFile(path: path, files: SystemFileLayer()).read(), options)
    }

    public func close() async throws {
      guard let session else { return }
      self.session = nil
      giveBack(session)
    }

    private func live() throws -> PostgresSession {
      guard let session else { throw StoreError.closed }
      return session
    }
  }
#endif
