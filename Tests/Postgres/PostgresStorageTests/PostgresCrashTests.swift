import Foundation
import PostgresStorage
import StorageContract
import Synchronization
import Testing

/// Connections and servers that die.
@Suite("PostgreSQL: what dies")
struct PostgresCrashTests {
  private static func backendID(_ server: TestServer, _ schema: String) throws -> String {
    try server.psql(
      "SELECT pid FROM pg_locks WHERE relation = '\(schema).records'::regclass AND pid <> pg_backend_pid() LIMIT 1")
  }

  @Test func aConnectionThatIsLostInATransaction() async throws {
    let server = try TestServer.shared()
    try await withBackend { backend in
      let location = try #require(try await backend.makeLocation() as? PostgresLocation)
      let store = try await location.open()
      try await store.write { try $0.put(1, at: "kept") }
      let error = try await storeError {
        try await store.write { transaction in
          try transaction.put(2, at: "kept")
          try server.psql("SELECT pg_terminate_backend(\(try Self.backendID(server, location.schema)), 10000)")
          try transaction.put(3, at: "kept")
        }
      }
      #expect(error.ioReason?.contains("terminating connection due to administrator command") == true)
      for _ in 0..<2 {
        let later = try await storeError { try await store.write { try $0.put(4, at: "kept") } }
        #expect(later.ioReason?.contains("the connection is gone") == true)
        #expect(later.ioReason?.contains("Open the location again") == true)
      }
      try await store.close()
      let again = try await location.open()
      #expect(try await again.read { try $0.number("kept") } == 1)
      try await again.write { try $0.put(5, at: "kept") }
      try await again.close()
    }
  }

  /// Nobody can tell whether a commit was done that nobody answered.
  @Test func aConnectionThatIsLostAtACommit() async throws {
    let server = try TestServer.shared()
    try await withBackend { backend in
      let location = try #require(try await backend.makeLocation() as? PostgresLocation)
      let store = try await location.open()
      try await store.write { try $0.put(1, at: "k") }
      let error = try await storeError {
        try await store.write { transaction in
          // It is there: nothing is written, so that the commit is what comes next.
          #expect(try transaction.insert([:], at: "k", in: "c") == nil)
          try server.psql("SELECT pg_terminate_backend(\(try Self.backendID(server, location.schema)), 10000)")
        }
      }
      guard case .lost(let reason) = error else { throw error }
      #expect(reason.contains(location.schema))
      let read = try await storeError { try await store.read { _ in } }
      #expect(read.ioReason?.contains("the connection is gone") == true)
    }
  }

  /// The server waits with a commit until a standby has it, which there is none; the client is killed meanwhile, and the commit done
  /// after the next opening has begun.
  @Test func aCommitOfAKilledClientIsWaitedFor() async throws {
    try await TestServer.withOwn { server in
      // Longer than the threads, which are few, may be busy with other tests.
      let options = PostgresStoreOptions(lockTimeout: .seconds(900))
      let location = try PostgresLocation(url: server.url, schema: "touchstone_test", options: options)
      try await location.open().close()
      try server.waitForStandby("nobody")
      let writer = Process()
      writer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      writer.arguments = [
        "psql", server.url, "-X", "-c",
        """
        BEGIN; LOCK TABLE touchstone_test.store IN ROW EXCLUSIVE MODE; UPDATE touchstone_test.store SET schema_version = 7; COMMIT
        """,
      ]
      try writer.run()
      while try server.psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != "1" {}
      kill(writer.processIdentifier, SIGKILL)
      writer.waitUntilExit()
      let opened = Acknowledged()
      let version = Task {
        defer { opened.names.withLock { _ = $0.insert("") } }
        let store = try await location.open()
        let version = try await store.read { try $0.schemaVersion() }
        try await store.close()
        return version
      }
      while try opened.names.withLock({ $0.isEmpty })
        && server.psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "0"
      { await Task.yield() }
      try server.waitForStandby("")
      #expect(try await version.value == 7)
    }
  }

  @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
    let server = try TestServer.shared()
    try await withBackend(PostgresStoreOptions(statementTimeout: .milliseconds(100))) { backend in
      let location = try #require(try await backend.makeLocation() as? PostgresLocation)
      let store = try await location.open()
      let backendID = Mutex<Int32>(0)
      let error = try await storeError {
        try await store.read { transaction in
          _ = try transaction.count("c")
          let id = try #require(Int32(try Self.backendID(server, location.schema)))
          backendID.withLock { $0 = id }
          kill(id, SIGSTOP)
          _ = try transaction.count("c")
        }
      }
      #expect(error.ioReason?.contains("has not answered for 5 s") == true)
      try await store.close()
      kill(backendID.withLock { $0 }, SIGCONT)
    }
  }

  @Test func wrongPasswords() async throws {
    try await TestServer.withOwn { server in
      try server.psql("CREATE ROLE ann LOGIN PASSWORD 's3cret' SUPERUSER")
      let rules = server.dataFolder + "/pg_hba.conf"
      try "local all ann scram-sha-256\nlocal all all trust\n".write(toFile: rules, atomically: false, encoding: .utf8)
      try server.control("reload")
      while try server.psql("SELECT count(*) FROM pg_hba_file_rules") != "2" {}
      let location = { (password: String?) in
        try PostgresLocation(url: server.url(user: "ann", password: password), schema: "touchstone_test")
      }
      let wrong = try await storeError { _ = try await location("s3cre").open() }
      #expect(wrong.ioReason?.contains(#"password authentication failed for user "ann""#) == true)
      #expect(!"\(wrong)".contains("s3cre"))
      let none = try await storeError { _ = try await location(nil).open() }
      #expect(none.ioReason?.contains("no password supplied") == true)
      let store = try await location("s3cret").open()
      try await store.write { try $0.put(1, at: "k") }
      try await store.close()
    }
  }

  /// The server is killed under writers, as power fails, and comes back.
  @Test func aKilledServerLosesNothingAcknowledged() async throws {
    try await TestServer.withOwn { server in
      let location = try PostgresLocation(url: server.url, schema: "touchstone_test")
      try await location.open().close()
      var acknowledged: Set<String> = []
      for round in 0..<3 {
        let acknowledgedNow = Acknowledged()
        let stores = [try await location.open(), try await location.open()]
        let writers = stores.enumerated().map { writer, store in
          Task { () -> StoreError? in
            do {
              for number in 0... {
                let name = "\(round)-\(writer)-\(number)"
                try await store.write { transaction in
                  for part in ["a", "b", "c"] { try transaction.put(1, at: "\(name)-\(part)") }
                }
                acknowledgedNow.names.withLock { _ = $0.insert(name) }
                // The threads are few, and the one that stops the server needs one.
                await Task.yield()
              }
            } catch let error as StoreError {
              return error
            }
            return nil
          }
        }
        while acknowledgedNow.names.withLock({ $0.count }) < 10 { await Task.yield() }
        try server.control("stop", "-m", "immediate")
        for writer in writers {
          switch try await writer.value {
          case .io, .lost: break
          case let other: Issue.record("a writer got \(String(describing: other))")
          }
        }
        let down = try await storeError { _ = try await location.open() }
        #expect(down.ioReason?.contains("no server could be used") == true)
        try server.control("start")
        acknowledged.formUnion(acknowledgedNow.names.withLock { $0 })
        let store = try await location.open()
        let keys = Set(try await store.read { try $0.scan("c").map(\.key) })
        for name in acknowledged { #expect(keys.contains("\(name)-a"), "\(name) was acknowledged") }
        // What was under way is there whole, or not at all.
        let names = Set(keys.map { String($0.dropLast(2)) })
        #expect(keys.count == names.count * 3)
        #expect(names.count <= acknowledged.count + 2 * (round + 1))
        try await store.close()
        for store in stores { try await store.close() }
      }
    }
  }
}

private final class Acknowledged: Sendable {
  let names = Mutex<Set<String>>([])
}
