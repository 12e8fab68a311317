#if PostgreSQL
  import Foundation
  import StorageContract
  import Synchronization

  /// Stores in schemas of a PostgreSQL database: see ``PostgresStore``. Each location is its own schema, named
  /// `touchstone_case_…`. The backend empties a recycled location and uses it again, with its connection.
  /// ``tearDown()`` drops the schemas.
  public final class PostgresBackend: Backend {
    public let name = "postgres"
    private let url: String
    private let options: PostgresStoreOptions
    /// What the names of all its schemas begin with, and no other backend's.
    private let prefix: String
    private let isForWorker: Bool
    private let state = Mutex(State())

    private struct State {
      var lastNumber = 0
      var inUse: [String: PostgresLocation] = [:]
      var free: [PostgresLocation] = []
    }

    /// A backend that connects when it creates its first location.
    /// - Parameters:
    ///   - url: the database, as in ``PostgresServer``. Its user must be allowed to create schemas there.
    ///   - options: by default, stores do not wait for the disk, because the stores of cases are thrown away.
    public convenience init(
      url: String, options: PostgresStoreOptions = PostgresStoreOptions(durability: .processCrash)
    ) {
      self.init(url: url, options: options, isForWorker: false)
    }

    private init(url: String, options: PostgresStoreOptions, isForWorker: Bool) {
      self.url = url
      self.options = options
      self.isForWorker = isForWorker
      prefix = "touchstone_case_\(Self.stamp())_"
    }

    /// A backend whose schemas have their own prefix, by which ``tearDown()`` finds them even if another process
    /// created them. Each process makes its own connections, because a copy of a process cannot share them.
    public func forWorker() async throws -> any Backend {
      PostgresBackend(url: url, options: options, isForWorker: true)
    }

    public func makeLocation() async throws -> any StoreLocation {
      if let free = state.withLock({ state in
        let free = state.free.popLast()
        if let free { state.inUse[free.schema] = free }
        return free
      }) {
        return free
      }
      let server = try PostgresServer(url: url)
      while true {
        let number = state.withLock { state in
          state.lastNumber += 1
          return state.lastNumber
        }
        do {
          let location = try PostgresLocation(scratch: "\(prefix)\(number)", on: server, options: options)
          state.withLock { $0.inUse[location.schema] = location }
          return location
        } catch StoreError.inUse {
          continue
        }
      }
    }

    public func recycle(_ location: any StoreLocation) async {
      guard let location = location as? PostgresLocation,
        state.withLock({ $0.inUse.removeValue(forKey: location.schema) }) != nil
      else { return }
      do {
        try await location.empty()
        state.withLock { $0.free.append(location) }
      } catch {
        // The server may be gone, on purpose. The next location has another name.
        await location.disconnect()
      }
    }

    /// Drops the schemas, also those that a worker's copy of this backend created. If the server is not reachable, they
    /// remain; `docs/postgres.md` says how to drop them.
    public func tearDown() async {
      let (locations, mayHaveMade) = state.withLock { state in
        defer { state = State() }
        return (state.free + state.inUse.values, state.lastNumber > 0 || isForWorker)
      }
      for location in locations { await location.disconnect() }
      guard mayHaveMade, let server = try? PostgresServer(url: url) else { return }
      try? PostgresLayout.dropSchemas(withPrefix: prefix, on: server, options: options)
    }

    private static let made = Atomic<Int>(0)

    /// Not random: Swift's random numbers repeat under a scheduler. No two of a process have the same count, no two
    /// processes of a machine the same identifier, and no two machines are likely to agree in the nanosecond too.
    private static func stamp() -> String {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let count = made.wrappingAdd(1, ordering: .relaxed).newValue
      return [UInt64(now.tv_sec), UInt64(now.tv_nsec), UInt64(getpid()), UInt64(count)]
        .map { String($0, radix: 36) }.joined(separator: "_")
    }
  }
#endif
