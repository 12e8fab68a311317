#if PostgreSQL
  import CPostgres
  import StorageContract

  extension PostgresServer {
    /// Connects, within ``PostgresStoreOptions/connectTimeout``, to a server that stores can be in.
    func connect(_ options: PostgresStoreOptions) throws -> OpaquePointer {
      // The URL comes last, so that it prevails, but for what the stores rely on.
      let all =
        defaults(options) + parameters.map { ($0.keyword, $0.value) }
        + [("client_encoding", "UTF8"), ("fallback_application_name", "touchstone")]
      let handle = Self.withCStrings(all.map(\.0)) { keywords in
        Self.withCStrings(all.map(\.1)) { values in PQconnectdbParams(keywords, values, 0) }
      }
      guard let handle else { throw refusal("memory ran out") }
      do {
        guard PQstatus(handle) == CONNECTION_OK else {
          throw refusal("no server could be used: \(String(cString: PQerrorMessage(handle)).onOneLine)")
        }
        // Notices would go to the standard error stream.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard PQserverVersion(handle) >= 120_000 else {
          throw refusal("the server's version is \(PQserverVersion(handle)); 120000 (12) or later is needed")
        }
        let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "unknown"
        guard encoding == "UTF8" else {
          throw refusal("the database's encoding is \(encoding); create one with ENCODING 'UTF8'")
        }
        return handle
      } catch {
        PQfinish(handle)
        throw error
      }
    }

    private func defaults(_ options: PostgresStoreOptions) -> [(String, String)] {
      let seconds = Int((options.connectTimeout / .seconds(1)).rounded(.up))
      return [
        ("connect_timeout", "\(seconds)"),
        // A network that swallows everything is noticed, whatever the server's own bounds are.
        ("tcp_user_timeout", "\((options.statementTimeout + .seconds(5)).wholeMilliseconds)"),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ]
    }

    private func refusal(_ reason: String) -> StoreError {
      .io(operation: "connect to PostgreSQL", path: description, reason: reason)
    }

    /// A null-terminated array of C strings.
    private static func withCStrings<Result>(
      _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      var bytes: [CChar] = []
      var offsets: [Int] = []
      for text in texts {
        offsets.append(bytes.count)
        bytes.append(contentsOf: text.utf8CString)
      }
      return bytes.withUnsafeBufferPointer { buffer in
        body(offsets.map { buffer.baseAddress?.advanced(by: $0) } + [nil])
      }
    }
  }

  extension PostgresStoreOptions {
    /// What a session is told when it begins.
    ///
    /// Plans are to go through the index always: a scan of a whole table locks all of it against other transactions (in
    /// the sense of serialisable ones), and so makes conflicts where there are none.
    var settings: String {
      """
      SET synchronous_commit = \(durability == .powerLoss ? "on" : "off");
      SET lock_timeout = \(lockTimeout.wholeMilliseconds);
      SET statement_timeout = \(statementTimeout.wholeMilliseconds);
      SET idle_in_transaction_session_timeout = \((statementTimeout * 10).wholeMilliseconds);
      SET search_path = pg_catalog;
      SET enable_seqscan = off;
      SET enable_bitmapscan = off;
      SET plan_cache_mode = force_generic_plan;
      SET jit = off;
      """
    }
  }
#endif
