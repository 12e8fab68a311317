import Foundation
import PostgresStorage
import StorageContract
import Testing

/// Servers and databases that cannot be used say so, and soon.
@Suite("PostgreSQL: connecting")
struct PostgresConnectTests {
  private func open(_ url: String, schema: String = "touchstone_test_connect") async throws {
    _ = try await PostgresLocation(url: url, schema: schema).open()
  }

  @Test func noServer() async throws {
    let error = try await storeError { try await open("postgresql://ann:s3cret@/app?host=/nowhere") }
    #expect(error.ioReason?.contains("no server could be used: connection to server on socket") == true)
    #expect("\(error)".contains("postgresql://ann@/app?host=/nowhere"))
    #expect(!"\(error)".contains("s3cret"))
  }

  @Test func unknownDatabaseAndUser() async throws {
    let server = try TestServer.shared()
    let noDatabase = try await storeError { try await open(server.url(database: "nothing")) }
    #expect(noDatabase.ioReason?.contains(#"database "nothing" does not exist"#) == true)
    let noUser = try await storeError { try await open(server.url(user: "nobody")) }
    #expect(noUser.ioReason?.contains(#"role "nobody" does not exist"#) == true)
  }

  @Test func aDatabaseOfAnotherEncodingIsRefused() async throws {
    let server = try TestServer.shared()
    try server.psql("CREATE DATABASE touchstone_latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    let error = try await storeError { try await open(server.url(database: "touchstone_latin")) }
    #expect(error.ioReason?.contains("encoding is LATIN1") == true)
    try server.psql("DROP DATABASE touchstone_latin")
  }

  @Test func anotherSchemaIsRefusedAndLeft() async throws {
    let server = try TestServer.shared()
    try server.psql("CREATE SCHEMA touchstone_test_other; CREATE TABLE touchstone_test_other.t AS SELECT 7 AS n")
    let error = try await storeError { try await open(server.url, schema: "touchstone_test_other") }
    guard case .damaged(let path, nil, let reason) = error else { throw error }
    #expect(path.hasSuffix("schema touchstone_test_other"))
    #expect(reason.contains("it holds other tables"))
    #expect(try server.psql("SELECT n FROM touchstone_test_other.t") == "7")
    try server.psql("DROP SCHEMA touchstone_test_other CASCADE")
  }

  @Test func aNewerLayoutIsRefused() async throws {
    let server = try TestServer.shared()
    let schema = "touchstone_test_newer"
    try await open(server.url, schema: schema)
    try server.psql("UPDATE \(schema).store SET layout = 2")
    guard case .damaged(_, nil, let reason) = try await storeError({ try await open(server.url, schema: schema) })
    else { return #expect(Bool(false)) }
    #expect(reason == "it has layout 2; this release reads layout 1")
    try server.psql("DROP SCHEMA \(schema) CASCADE")
  }

  @Test func aSchemaMadeForAStoreAndOddlyNamedIsUsed() async throws {
    let server = try TestServer.shared()
    let schema = #"a "quoted"; DROP TABLE é"#
    let quoted = #""a ""quoted""; DROP TABLE é""#
    try server.psql("CREATE SCHEMA \(quoted)")
    let location = try PostgresLocation(url: server.url, schema: schema)
    for round: Int64 in 1...2 {
      let store = try await location.open()
      let version = try await store.write { try $0.put([:], at: "k", in: "c") }
      #expect(version == round)
      try await store.close()
    }
    try server.psql("DROP SCHEMA \(quoted) CASCADE")
  }

  @Test func whoMayOnlyReadIsToldSo() async throws {
    let server = try TestServer.shared()
    let schema = "touchstone_test_readers"
    let store = try PostgresStore(url: server.url, schema: schema)
    try await store.write { _ = try $0.put([:], at: "k", in: "c") }
    try server.psql(
      """
      CREATE ROLE touchstone_reader LOGIN; GRANT USAGE ON SCHEMA \(schema) TO touchstone_reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO touchstone_reader
      """)
    let reader = try PostgresStore(url: server.url(user: "touchstone_reader"), schema: schema)
    #expect(try await reader.read { try $0.count("c") } == 1)
    let error = try await storeError { try await reader.write { _ = try $0.put([:], at: "k", in: "c") } }
    guard case .readOnly = error else { throw error }
    let another = try await storeError {
      _ = try PostgresStore(url: server.url(user: "touchstone_reader"), schema: "touchstone_test_nobodys")
    }
    guard case .readOnly = another else { throw another }
    try await reader.close()
    try await store.close()
    try server.psql("DROP SCHEMA \(schema) CASCADE; DROP ROLE touchstone_reader")
  }

  @Test func thoseWhoOpenANewPlaceAtOnceMakeItOnce() async throws {
    let server = try TestServer.shared()
    let location = try PostgresLocation(url: server.url, schema: "touchstone_test_together")
    let versions = try await withThrowingTaskGroup(of: Int64.self) { group in
      for number in 0..<6 {
        group.addTask {
          let store = try await location.open()
          let version = try await store.write { try $0.put([:], at: "\(number)", in: "c") }
          try await store.close()
          return version
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(versions.sorted() == Array(1...6))
    try server.psql("DROP SCHEMA touchstone_test_together CASCADE")
  }

  @Test func nothingIsLeft() async throws {
    let server = try TestServer.shared()
    let backend = PostgresBackend(url: server.url)
    let worker = try await backend.forWorker()
    var left: [any Store] = []
    var schemas: [String] = []
    for backend in [backend, worker] as [any Backend] {
      for _ in 0..<3 {
        let location = try #require(try await backend.makeLocation() as? PostgresLocation)
        schemas.append(location.schema)
        left.append(try await location.open())
      }
    }
    #expect(Set(schemas).count == 6)
    func count() throws -> String {
      let names = schemas.map { "'\($0)'" }.joined(separator: ",")
      return try server.psql("SELECT count(*) FROM pg_namespace WHERE nspname IN (\(names))")
    }
    #expect(try count() == "6")
    await backend.tearDown()
    #expect(try count() == "3")
    await worker.tearDown()
    #expect(try count() == "0")
    for store in left {
      #expect(try await storeError { try await store.read { _ in } } == .closed)
    }
  }

  @Test func aPersonReadsItInPsql() async throws {
    let server = try TestServer.shared()
    let schema = "touchstone_test_psql"
    let store = try PostgresStore(url: server.url, schema: schema)
    try await store.write { transaction in
      try transaction.put(
        [
          "a": .null, "b": .bool(true), "c": .int64(-7), "d": .decimal(Decimal(string: "0.1")!),
          "e": .text("é\u{0}\u{0}\"\\u0000"), "f": .bytes([0, 255]),
        ], at: "AAPL", in: "trades")
      try transaction.put(["a": .text("x")], at: "é\u{0}", in: "trades")
      try transaction.put(["n": .decimal(Decimal(string: "0.10")!)], at: "AAPL", in: "plain")
    }
    try await store.close()
    #expect(
      try server.psql(
        "SELECT name, type, value FROM \(schema).fields WHERE collection = 'trades' AND key = 'AAPL' ORDER BY name")
        == "a|null|\nb|bool|true\nc|int64|-7\nd|decimal|0.1\ne|text|é␀␀\"\\u0000\nf|bytes|AP8=")
    #expect(try server.psql("SELECT key FROM \(schema).fields WHERE value = 'x'") == #"\303\251\000"#)
    let query = "SELECT convert_from(key, 'UTF8'), fields -> 'n' ->> 'decimal' FROM \(schema).records"
    #expect(try server.psql(query + " WHERE collection = 'plain'") == "AAPL|0.1")
    try server.psql("DROP SCHEMA \(schema) CASCADE")
  }
}
