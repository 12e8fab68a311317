#if PostgreSQL
  import CPostgres
  import Foundation
  import StorageContract

  /// One connection to a server, in which the tables of one schema are used.
  ///
  /// Not Sendable: libpq's handles may move between threads but not be used by two at once. ``PostgresSession`` has it
  /// behind a mutex. Every wait for the server ends: a silent server is given up, and the connection with it.
  final class PostgresConnection {
    /// The server and the schema, for messages.
    let path: String
    /// As it stands in SQL, quoted.
    let schema: String
    /// The first failure in the transaction under way: it ends the transaction, whoever catches the error.
    private(set) var failure: PostgresFailure?
    /// Whether the transaction under way holds the lock that others look for: see ``passGate()``.
    var hasRightOfWay = false
    /// Why there is no connection any more.
    private(set) var loss: String?
    private let handle: OpaquePointer
    private let patienceMilliseconds: Int32
    private var prepared = [Bool](repeating: false, count: PostgresQuery.allCases.count)
    /// A copy of the process (`fork`) shares the socket with the original, which alone may speak through it.
    private let owner = getpid()

    init(_ server: PostgresServer, schema: String, options: PostgresStoreOptions) throws {
      path = "\(server), schema \(schema)"
      patienceMilliseconds = (options.statementTimeout + .seconds(5)).wholeMilliseconds
      handle = try server.connect(options)
      guard let quoted = PQescapeIdentifier(handle, schema, schema.utf8.count) else {
        let reason = String(cString: PQerrorMessage(handle)).onOneLine
        PQfinish(handle)
        throw StoreError.io(operation: "name a schema", path: path, reason: reason)
      }
      self.schema = String(cString: quoted)
      PQfreemem(quoted)
      // So that sending to a server that does not read is a wait with an end, too.
      PQsetnonblocking(handle, 1)
      try execute("set the connection up", options.settings)
    }

    deinit {
      if owner == getpid() { PQfinish(handle) }
    }

    /// Whether a transaction could begin here.
    var isUsable: Bool {
      loss == nil && owner == getpid() && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Forgets the failure of the transaction before.
    func forgetFailure() {
      failure = nil
    }

    /// The transaction's failure is one that may not come again.
    func allowRetry() {
      failure?.mayRetry = true
    }

    /// Runs one of the prepared statements; `row` is called for every row.
    /// - Returns: the number of rows.
    @discardableResult
    func run(
      _ query: PostgresQuery, bind: (inout PostgresValues) -> Void = { _ in },
      row: (PostgresRow) throws -> Void = { _ in }
    ) throws -> Int {
      if !prepared[query.rawValue] {
        try prepare(query)
        prepared[query.rawValue] = true
      }
      var values = PostgresValues()
      bind(&values)
      return try send(query.operation, row: row) {
        values.withPointers { count, pointers, lengths, formats in
          PQsendQueryPrepared(handle, "q\(query.rawValue)", count, pointers, lengths, formats, 1)
        }
      }
    }

    private func prepare(_ query: PostgresQuery) throws {
      let sql = query.sql.replacingOccurrences(of: "SCHEMA", with: schema)
      let types = query.parameterTypes.map { Oid($0.rawValue) }
      try send(query.operation) {
        PQsendPrepare(handle, "q\(query.rawValue)", sql, Int32(clamping: types.count), types)
      }
    }

    /// Runs statements without parameters, whose rows do not matter.
    /// - Returns: the command that the server says it has carried out last.
    @discardableResult
    func execute(_ operation: String, _ sql: String) throws -> String {
      var tag = ""
      try send(operation, tag: { tag = $0 }) { PQsendQuery(handle, sql) }
      return tag
    }

    /// Runs a statement that is used once, with `texts` as its parameters.
    @discardableResult
    func runOnce(
      _ operation: String, _ sql: String, texts: [String] = [], row: (PostgresRow) throws -> Void = { _ in }
    ) throws -> Int {
      var values = PostgresValues()
      for text in texts { values.append(text) }
      let types = texts.map { _ in Oid(PostgresType.text.rawValue) }
      return try send(operation, row: row) {
        values.withPointers { count, pointers, lengths, formats in
          PQsendQueryParams(handle, sql, count, types, pointers, lengths, formats, 1)
        }
      }
    }

    /// Sends, waits for all of the answer, and hands it on.
    @discardableResult
    private func send(
      _ operation: String, tag: (String) -> Void = { _ in }, row: (PostgresRow) throws -> Void = { _ in },
      _ call: () -> Int32
    ) throws -> Int {
      if owner != getpid() { loss = "it belongs to another process" }
      if let loss {
        throw fail(
          PostgresFailure(lost: "the connection is gone: \(loss). Open the location again", operation, path: path))
      }
      guard call() == 1 else { throw fail(lost(operation)) }
      let result = try receive(operation)
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      default: throw fail(PostgresFailure(result, operation, path: path))
      }
      let count = PQntuples(result)
      if let result {
        for number in 0..<count { try row(PostgresRow(result: result, row: number)) }
        PQcmdStatus(result).map { tag(String(cString: $0)) }
      }
      return Int(count)
    }

    /// The last result, or the first that failed, once the server has said that there is no more.
    private func receive(_ operation: String) throws -> OpaquePointer? {
      var kept: OpaquePointer?
      while true {
        do {
          try waitForAnswer(operation)
        } catch {
          PQclear(kept)
          throw error
        }
        guard let next = PQgetResult(handle) else { return kept }
        if let kept, PQresultStatus(kept) == PGRES_FATAL_ERROR {
          PQclear(next)
        } else {
          PQclear(kept)
          kept = next
        }
      }
    }

    private func waitForAnswer(_ operation: String) throws {
      while true {
        let unsent = PQflush(handle)
        guard unsent >= 0 else { throw fail(lost(operation)) }
        if unsent == 0, PQisBusy(handle) == 0 { return }
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        if unsent == 1 { socket.events |= Int16(POLLOUT) }
        let ready = poll(&socket, 1, patienceMilliseconds)
        if ready < 0, errno == EINTR { continue }
        guard ready > 0 else {
          throw fail(
            PostgresFailure(
              lost: "the server has not answered for \(patienceMilliseconds / 1_000) s", operation, path: path))
        }
        if socket.revents & Int16(POLLOUT) != 0, socket.revents & Int16(POLLIN) == 0 { continue }
        guard PQconsumeInput(handle) == 1 else {
          // What the server said before it hung up tells more than that it did.
          if PQisBusy(handle) == 0 { return }
          throw fail(lost(operation))
        }
      }
    }

    private func lost(_ operation: String) -> PostgresFailure {
      let said = String(cString: PQerrorMessage(handle)).onOneLine
      return PostgresFailure(lost: "libpq says: \(said)", operation, path: path)
    }

    private func fail(_ new: PostgresFailure) -> StoreError {
      if new.endsConnection || PQstatus(handle) == CONNECTION_BAD, loss == nil {
        loss = if case .io(_, _, let reason) = new.error { reason } else { "\(new.error)" }
      }
      if failure == nil { failure = new }
      return new.error
    }
  }
#endif
