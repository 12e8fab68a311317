import Foundation
import PostgresStorage
import StorageContract
import Testing

/// URLs and names, without a server.
@Suite("PostgreSQL: URLs")
struct PostgresServerTests {
  static let urls: [(String, String)] = [
    ("postgresql://ann:s3cret@db.example:5433/app", "postgresql://ann@db.example:5433/app"),
    ("postgres://ann:s3cret@/app?host=/run/pg&sslpassword=s3cret", "postgresql://ann@/app?host=/run/pg"),
    ("postgresql://db.example/app?password=s3cret&sslmode=require", "postgresql://db.example/app?sslmode=require"),
    ("host=db.example dbname=app user='an n' password='s3cret'", "postgresql://an%20n@db.example/app"),
    ("postgresql://ann:s3cret@a:1,b:2/app", "postgresql://ann@/app?host=a,b&port=1,2"),
    ("postgresql://ann:s3cret@[::1]:5432/app", "postgresql://ann@/app?host=::1&port=5432"),
    ("postgresql://", "postgresql://"),
  ]

  @Test(arguments: urls)
  func showsNoPassword(url: String, shown: String) throws {
    let server = try PostgresServer(url: url)
    #expect(server.description == shown)
    // What is shown leads to the same place.
    #expect(try PostgresServer(url: server.description).description == server.description)
  }

  @Test(arguments: [
    "localhost", "postgresql://ann:s3cret@[::1/app", "mysql://ann:s3cret@db/app",
    "postgresql://ann:s3cr%et@db/app", "postgresql://ann:s3cret@db/app?sslmod=require", "host=db password='s3cret",
    "postgresql://ann:s3cret@db/app\u{0}",
  ])
  func refusesWhatIsNone(url: String) async throws {
    let error = try await storeError { _ = try PostgresServer(url: url) }
    #expect(error.ioReason?.contains("postgresql://USER@HOST:PORT/DATABASE") == true)
    #expect(!"\(error)".contains("s3cr") && !"\(error)".contains("ann"))
    let backend = PostgresBackend(url: url)
    #expect(try await storeError { _ = try await backend.makeLocation() } == error)
    await backend.tearDown()
  }

  @Test(arguments: ["", "pg_mine", "a\u{0}", String(repeating: "ä", count: 32)])
  func refusesSchemasThatCannotBe(schema: String) async throws {
    let error = try await storeError { _ = try PostgresLocation(url: "postgresql://", schema: schema) }
    #expect(error.ioReason?.contains("name") == true)
  }

  @Test func boundsAreNeverNone() {
    let options = PostgresStoreOptions(
      durability: .volatile, retries: -1, connectTimeout: .zero, lockTimeout: .zero, statementTimeout: .zero)
    #expect(options.durability == .processCrash)
    #expect(options.retries == 0)
    #expect(options.connectTimeout == .seconds(2))
    #expect(options.lockTimeout > .zero && options.statementTimeout > .zero)
  }
}
