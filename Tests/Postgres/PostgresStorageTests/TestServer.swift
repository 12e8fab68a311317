import Foundation
import PostgresStorage
import StorageContract
import Testing

/// The server that `scripts/with-postgres.sh` has started.
struct TestServer: Sendable {
  let url: String
  /// The program that stops and starts it.
  let control: String
  let dataFolder: String

  /// The one that the tests share; it is never stopped by a test.
  static func shared() throws -> TestServer {
    let environment = ProcessInfo.processInfo.environment
    return try #require(
      TestServer(environment),
      "These tests need a server: run them by 'make test-postgres', or under scripts/with-postgres.sh.")
  }

  init?(_ environment: [String: String]) {
    guard let url = environment["TOUCHSTONE_POSTGRES_URL"], let control = environment["TOUCHSTONE_POSTGRES_CTL"],
      let dataFolder = environment["TOUCHSTONE_POSTGRES_DATA"]
    else { return nil }
    self.url = url
    self.control = control
    self.dataFolder = dataFolder
  }

  /// A further server of a test's own, which may be killed.
  static func withOwn<Result>(_ body: (TestServer) async throws -> Result) async throws -> Result {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../scripts/with-postgres.sh").standardized.path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // It ends with a line on its standard input, or the end of that. (A signal might not reach it: children have the
    // signal mask of the thread that starts them.)
    process.arguments = ["bash", script, "sh", "-c", "env | grep ^TOUCHSTONE_POSTGRES_; echo ready; read -r line"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer {
      // Not only closed: processes that others start meanwhile may hold it open.
      try? input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    var text = ""
    while !text.hasSuffix("ready\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    var environment: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { environment[parts[0]] = parts[1] }
    }
    return try await body(try #require(TestServer(environment), "no server of its own: \(text)"))
  }

  /// Runs `pg_ctl` with these words.
  func control(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: control)
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "pg_ctl \(words) failed")
  }

  /// Commits wait from now on for a standby of this name; "": for none, those that do wait, too.
  func waitForStandby(_ name: String) throws {
    try psql("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
    try control("reload")
    while try psql("SHOW synchronous_standby_names") != name {}
  }

  /// The folder of its socket: its host, as libpq says.
  var folder: String { URL(fileURLWithPath: dataFolder).deletingLastPathComponent().path }

  /// The same server as another user, or another database.
  func url(user: String = "touchstone", password: String? = nil, database: String = "postgres") -> String {
    "postgresql://\(user)\(password.map { ":\($0)" } ?? "")@/\(database)?host=\(folder)"
  }

  /// What `psql` prints for a statement: what a person sees, past all of the stores.
  @discardableResult
  func psql(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", url, "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "psql failed: \(sql)")
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}

/// Runs `body` over a backend and takes it down.
func withBackend<Result>(
  _ options: PostgresStoreOptions = PostgresStoreOptions(), on server: TestServer? = nil,
  _ body: (PostgresBackend) async throws -> Result
) async throws -> Result {
  let backend = PostgresBackend(url: try server?.url ?? TestServer.shared().url, options: options)
  do {
    let result = try await body(backend)
    await backend.tearDown()
    return result
  } catch {
    await backend.tearDown()
    throw error
  }
}

extension StoreError {
  /// What it says, if it is an `io`.
  var ioReason: String? { if case .io(_, _, let reason) = self { reason } else { nil } }
}

/// What `body` throws.
func storeError(_ body: () async throws -> Void) async throws -> StoreError {
  do {
    try await body()
  } catch let error as StoreError {
    return error
  }
  throw NothingThrown()
}

struct NothingThrown: Error {}

extension ReadTransaction {
  /// The number at `key`; 0 where there is none.
  func number(_ key: String) throws -> Int64 {
    guard case .int64(let number)? = try get(key, in: "c")?.fields["n"] else { return 0 }
    return number
  }
}

extension WriteTransaction {
  func put(_ number: Int64, at key: String) throws {
    _ = try put(["n": .int64(number)], at: key, in: "c")
  }
}
