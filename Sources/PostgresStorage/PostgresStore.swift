#if PostgreSQL
  import StorageContract

  /// A store in a schema of a PostgreSQL database, of which any number may be open at once, each with a connection of
  /// its own. In `psql`, after `SET search_path = SCHEMA`:
  ///
  ///     SELECT convert_from(key, 'UTF8'), fields -> 'price' ->> 'decimal' FROM records WHERE collection = 'trades';
  ///     SELECT name, type, value FROM fields WHERE collection = 'trades' AND key = 'AAPL';
  ///
  /// Transactions are PostgreSQL's SERIALIZABLE ones. One that cannot go together with another is rolled back by the
  /// server and carried out again, up to ``PostgresStoreOptions/retries`` times: **its closure is then called again**,
  /// so that what it does outside of the transaction (a counter, a message sent) happens again, too. An attempt may
  /// also read a state that no order of transactions could give, before the server finds out and rolls it back; what
  /// ``read(_:)`` returns or throws and what ``write(_:)`` returns never come of such a state.
  ///
  /// They are strictly serialisable. Of three transactions T1 → T2 → T3 that are connected by two antidependencies, T3
  /// being the first to commit, PostgreSQL aborts one, without looking for the rest of a cycle (Ports and Grittner,
  /// *Serializable Snapshot Isolation in PostgreSQL*, VLDB 2012). Every cycle of dependencies holds such a pair; the
  /// proof asks of the other edges only that one transaction has committed before the next takes its snapshot. "It had
  /// ended before the other began" is such an edge as well, so that no order against real time is left either.
  ///
  /// A store whose connection is lost throws ``/StorageContract/StoreError/io(operation:path:reason:)`` from then on, and
  /// ``/StorageContract/StoreError/lost(reason:)`` where it was lost in the middle of a commit; open the location again. A cancelled
  /// task changes nothing: its transaction is done whole or not at all.
  public actor PostgresStore: Store {
    public nonisolated let capabilities: StoreCapabilities
    private let options: PostgresStoreOptions
    /// Nil once closed.
    private var session: PostgresSession?
    /// What becomes of the connection when the store is closed.
    private let giveBack: @Sendable (PostgresSession) -> Void

    /// Opens the store in `schema`, made if it is not there.
    /// - Throws: ``/StorageContract/StoreError/damaged(path:offset:reason:)`` for a schema that holds something else, and it is left
    ///   as it is; ``/StorageContract/StoreError/readOnly(path:)`` where the user may not make one;
    ///   ``/StorageContract/StoreError/io(operation:path:reason:)`` where the server does not let it, or is not there.
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
        maximumFieldSizeBytes: options.rules.maximumFieldSizeBytes, simultaneousStores: true)
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

    /// Writes the same checksummed text as ``/StorageContract/FileStore`` does: whatever stores are open, as of one moment.
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
