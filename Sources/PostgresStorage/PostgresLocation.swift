#if PostgreSQL
  import Foundation
  import StorageContract
  import Synchronization

  /// A schema that holds a ``PostgresStore``'s data. It may be open in several stores at once.
  public final class PostgresLocation: StoreLocation {
    /// The schema's name in the database.
    public let schema: String
    private let server: PostgresServer
    private let options: PostgresStoreOptions
    private let purpose: PostgresLayout.Purpose
    private let state: Mutex<State>

    private struct State {
      /// A connection that waits for the next store: making one costs far more than most cases.
      var idle: PostgresSession?
      /// Those that were opened here, as far as they are still there.
      var opened: [WeakStore] = []
    }

    private struct WeakStore: Sendable {
      weak var store: PostgresStore?
    }

    /// A place for stores that outlive the run. ``open()`` creates the schema if there is none.
    /// - Throws: ``/StorageContract/StoreError/io(operation:path:reason:)`` if the URL or the name is invalid.
    public init(url: String, schema: String, options: PostgresStoreOptions = PostgresStoreOptions()) throws {
      server = try PostgresServer(url: url)
      try Self.check(schema: schema, on: server)
      self.schema = schema
      self.options = options
      purpose = .data
      state = Mutex(State())
    }

    /// A place for a backend's cases, empty and new.
    /// - Throws: ``StoreError/inUse(path:)`` where the name is taken.
    init(scratch schema: String, on server: PostgresServer, options: PostgresStoreOptions) throws {
      self.schema = schema
      self.server = server
      self.options = options
      purpose = .scratch
      state = Mutex(State(idle: try PostgresSession(server, schema: schema, purpose: .scratch, options: options)))
    }

    /// - Throws: ``StoreError/io(operation:path:reason:)`` for what is no name, or would be cut off by the server.
    static func check(schema: String, on server: PostgresServer) throws {
      let problem: String? =
        if schema.isEmpty { "its name is empty" }
        else if schema.utf8.count > 63 { "its name has \(schema.utf8.count) bytes; a schema's has at most 63" }
        else if schema.utf8.contains(0) { "its name holds U+0000" }
        else if schema.hasPrefix("pg_") { "names that begin with pg_ are the server's own" }
        else { nil }
      if let problem {
        throw StoreError.io(operation: "use the schema", path: "\(server), schema \(schema)", reason: problem)
      }
    }

    public func open() async throws -> any Store {
      let idle = state.withLock { state in
        defer { state.idle = nil }
        return state.idle
      }
      // The server may have been started anew since.
      let session =
        if let idle, idle.isUsable { idle } else {
          try PostgresSession(server, schema: schema, purpose: purpose == .data ? .data : nil, options: options)
        }
      let store = PostgresStore(session, options: options) { [weak self] in self?.takeBack($0) }
      state.withLock { state in
        state.opened.removeAll { $0.store == nil }
        state.opened.append(WeakStore(store: store))
      }
      return store
    }

    /// A place that is kept has no connection while no store is open.
    private func takeBack(_ session: PostgresSession) {
      guard purpose == .scratch else { return }
      state.withLock { state in
        if state.idle == nil { state.idle = session }
      }
    }

    /// Closes what is open here and makes the place as good as new.
    func empty() async throws {
      try await closeStores()
      let idle = state.withLock { $0.idle }
      let session = try idle ?? PostgresSession(server, schema: schema, purpose: nil, options: options)
      try session.empty()
      state.withLock { $0.idle = session }
    }

    /// Closes what is open here, and the connection; the schema is left.
    func disconnect() async {
      try? await closeStores()
      state.withLock { $0.idle = nil }
    }

    private func closeStores() async throws {
      let stores = state.withLock { state in
        defer { state.opened = [] }
        return state.opened.compactMap(\.store)
      }
      for store in stores { try await store.close() }
    }
  }
#endif
