import Foundation
import PostgresStorage
import StorageContract
import Synchronization
import Testing

/// Stores that are open on one place at once.
@Suite("PostgreSQL: transactions that meet")
struct PostgresConflictTests {
  /// Runs `body` over a place and as many stores on it.
  private func withStores(
    _ count: Int, _ options: PostgresStoreOptions = PostgresStoreOptions(),
    _ body: ([any Store], String) async throws -> Void
  ) async throws {
    try await withBackend(options) { backend in
      let location = try #require(try await backend.makeLocation() as? PostgresLocation)
      var stores: [any Store] = []
      for _ in 0..<count { stores.append(try await location.open()) }
      try await stores[0].write { transaction in
        for key in ["a", "b"] { try transaction.put(["n": .int64(0)], at: key, in: "c") }
      }
      try await body(stores, location.schema)
      for store in stores { try await store.close() }
    }
  }

  @Test func loseNoUpdate() async throws {
    try await withStores(4) { stores, _ in
      let versions = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for store in stores {
          group.addTask {
            var versions: [Int64] = []
            for _ in 0..<25 {
              versions.append(try await store.write { transaction in
                try transaction.put(["n": .int64(transaction.number("a") + 1)], at: "a", in: "c")
              })
            }
            return versions
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(try await stores[0].read { try $0.number("a") } == 100)
      // No number twice, none lost with what was rolled back.
      #expect(versions.sorted() == Array(3...102))
    }
  }

  /// Where every commit waits for the disk, a writer that waits for another's commit is always too late.
  @Test func nobodyLosesForEver() async throws {
    try await withStores(3, PostgresStoreOptions(retries: 2)) { stores, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            for number in 0..<30 {
              try await store.write { transaction in
                try transaction.put(1, at: "\(index)-\(number)")
                try transaction.delete("\(index)-\(number - 1)", in: "c")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await stores[0].read { try $0.count("c") } == 5)
    }
  }

  @Test func seeWhatWasCommittedAtOnce() async throws {
    try await withStores(2) { stores, _ in
      for round: Int64 in 1...20 {
        let (writer, reader) = (stores[Int(round % 2)], stores[Int((round + 1) % 2)])
        try await writer.write { try $0.put(round, at: "a") }
        #expect(try await reader.read { try $0.number("a") } == round)
      }
    }
  }

  /// Another transaction puts in the middle of the first attempt.
  @Test func aConflictIsCarriedOutAgain() async throws {
    let server = try TestServer.shared()
    try await withStores(1) { stores, schema in
      let attempts = Mutex(0)
      let version = try await stores[0].write { transaction in
        let attempt = attempts.withLock { count in
          count += 1
          return count
        }
        let version = try transaction.put(["n": .int64(1)], at: "a", in: "c")
        if attempt == 1 { try server.psql("UPDATE \(schema).store SET put_counter = 41") }
        return version
      }
      #expect(version == 42)
      #expect(attempts.withLock { $0 } == 2)
    }
  }

  @Test func withoutRetriesAConflictIsReportedAtOnce() async throws {
    let server = try TestServer.shared()
    try await withStores(1, PostgresStoreOptions(retries: 0)) { stores, schema in
      let before = try await stores[0].dump()
      let error = try await storeError {
        try await stores[0].write { transaction in
          try transaction.put(1, at: "a")
          try server.psql("UPDATE \(schema).store SET put_counter = put_counter")
        }
      }
      guard case .conflict(let reason) = error else { throw error }
      #expect(reason.contains("40001"))
      #expect(try await stores[0].dump() == before)
      try await stores[0].write { try $0.put(2, at: "a") }
    }
  }

  /// Each reads both and deletes one: in any order of the two, one of them sees the other's doing.
  @Test func writeSkewIsNoticed() async throws {
    let server = try TestServer.shared()
    try await withStores(1) { stores, schema in
      let seen = Mutex<[Int]>([])
      try await stores[0].write { transaction in
        let count = try transaction.count("c")
        seen.withLock { $0.append(count) }
        guard count == 2 else { return }
        try server.psql(
          """
          BEGIN ISOLATION LEVEL SERIALIZABLE; SET enable_seqscan = off;
          SELECT count(*) FROM \(schema).records WHERE collection = 'c' AND key >= '';
          DELETE FROM \(schema).records WHERE collection = 'c' AND key = 'a'; COMMIT
          """)
        try transaction.delete("b", in: "c")
      }
      #expect(seen.withLock { $0 } == [2, 1])
      #expect(try await stores[0].read { try $0.count("c") } == 1)
    }
  }

  @Test func aFailureThatIsCaughtIsNotCommitted() async throws {
    let server = try TestServer.shared()
    try await withStores(1, PostgresStoreOptions(retries: 0)) { stores, schema in
      let error = try await storeError {
        try await stores[0].write { transaction in
          try transaction.put(7, at: "b")
          try server.psql("UPDATE \(schema).records SET version = 9 WHERE key = 'a'")
          do {
            try transaction.put(8, at: "a")
          } catch StoreError.conflict {
            // And what follows says the same.
            #expect(throws: StoreError.self) { try transaction.number("b") }
          }
        }
      }
      guard case .conflict = error else { throw error }
      #expect(try await stores[0].read { try $0.number("b") } == 0)
    }
  }

  @Test func aLockIsWaitedForWithinABound() async throws {
    let server = try TestServer.shared()
    try await withStores(1, PostgresStoreOptions(lockTimeout: .milliseconds(200))) { stores, schema in
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      holder.arguments = [
        "psql", server.url, "-qAtc", "BEGIN; LOCK TABLE \(schema).records; SELECT 'locked'; SELECT pg_sleep(600)",
      ]
      let output = Pipe()
      holder.standardOutput = output
      try holder.run()
      defer { kill(holder.processIdentifier, SIGKILL) }
      while try server.psql(
        "SELECT count(*) FROM pg_locks WHERE relation = '\(schema).records'::regclass AND mode = 'AccessExclusiveLock'")
        == "0"
      {}
      let error = try await storeError { try await stores[0].write { try $0.put(1, at: "a") } }
      guard case .conflict(let reason) = error else { throw error }
      #expect(reason.contains("55P03"))
      kill(holder.processIdentifier, SIGKILL)
      holder.waitUntilExit()
      // The server lets go when it notices.
      try server.psql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query LIKE '%\(schema)%pg_sleep(600)' AND pid <> pg_backend_pid()
        """)
      while (try? await stores[0].write { try $0.put(1, at: "a") }) == nil {}
      #expect(try await stores[0].read { try $0.number("a") } == 1)
    }
  }

  /// While another transaction is open, a server with little room forgets when those that began later have ended: what one store
  /// does alone is a conflict then.
  @Test func aConflictWithNobodyIsGivenTime() async throws {
    try await TestServer.withOwn { server in
      try server.psql("ALTER SYSTEM SET max_connections = 10")
      try server.control("restart")
      try await withBackend(PostgresStoreOptions(retries: 12), on: server) { backend in
        let store = try await backend.makeLocation().open()
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        holder.arguments = ["psql", server.url, "-qAtc", "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_xact_id(); SELECT pg_sleep(600)"]
        holder.standardOutput = FileHandle.nullDevice
        holder.standardError = FileHandle.nullDevice
        try holder.run()
        while try server.psql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%(600)' AND backend_xid IS NOT NULL") == "0" {}

        let began = Mutex(ContinuousClock.now)
        let error = try await storeError {
          for number: Int64 in 0..<5_000 {
            began.withLock { $0 = .now }
            try await store.write { try $0.put(number + $0.number("a"), at: "a") }
          }
        }
        guard case .conflict(let reason) = error else { throw error }
        #expect(reason.contains("40001") && reason.contains("Reason code"))
        // 1 + 2 + … + 512 ms, and half a second.
        #expect(began.withLock { $0.duration(to: .now) } > .seconds(1))

        try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%(600)' AND pid <> pg_backend_pid()")
        holder.waitUntilExit()
        try await store.write { try $0.put(7, at: "a") }
        #expect(try await store.read { try $0.number("a") } == 7)
        try await store.close()
      }
    }
  }

  @Test func circlesOfWaitingEnd() async throws {
    try await withStores(4) { stores, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            for _ in 0..<5 {
              try await store.write { transaction in
                for key in index % 2 == 0 ? ["a", "b"] : ["b", "a"] {
                  try transaction.put(transaction.number(key) + 1, at: key)
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let (a, b) = try await stores[0].read { (try $0.number("a"), try $0.number("b")) }
      #expect(a == 20 && b == 20)
    }
  }

  @Test func aCancelledTaskHasDoneAllOrNothing() async throws {
    try await withStores(2) { stores, _ in
      for _ in 0..<20 {
        let tasks = stores.map { store in
          Task {
            for _ in 0..<5 {
              try Task.checkCancellation()
              try await store.write { transaction in
                for key in ["a", "b"] { try transaction.put(transaction.number(key) + 1, at: key) }
              }
            }
          }
        }
        await Task.yield()
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        let (a, b) = try await stores[0].read { (try $0.number("a"), try $0.number("b")) }
        #expect(a == b)
      }
    }
  }
}
