import Foundation
import GRDB
import PropertyTesting
import Testing
import ThreadScheduling

/// GRDB over SQLite, whose own code is not instrumented: its locks and waits are steps.
@Suite(.serialized)
struct GRDBTests {
  @Test func noWriteOfAQueueIsLost() throws {
    try check("a queue in memory", forAll: .int(in: 1...2), scheduled: .threads) { count in
      let queue = try DatabaseQueue()
      try queue.write { try $0.execute(sql: "CREATE TABLE account (amount INTEGER NOT NULL); INSERT INTO account VALUES (0)") }
      let failures = Collected<String>()
      @Sendable func add() {
        for _ in 0..<count {
          do {
            try queue.write { database in
              let old = try Int.fetchOne(database, sql: "SELECT amount FROM account") ?? -1
              try database.execute(sql: "UPDATE account SET amount = ?", arguments: [old + 1])
            }
          } catch { failures.add("\(error)") }
        }
      }
      onThreads(add, add)
      try expect("failures", failures.all, equals: [])
      try expect("amount", try queue.read { try Int.fetchOne($0, sql: "SELECT amount FROM account") }, equals: 2 * count)
    }
  }

  @Test func aReaderOfAPoolSeesWholeTransactions() throws {
    try check("a pool with two writers", scheduled: .threads, cases: 50) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "threads-in-packages-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let pool = try DatabasePool(path: folder.appending(path: "bank").path)
      try pool.write { try $0.execute(sql: "CREATE TABLE account (amount INTEGER); INSERT INTO account VALUES (5), (5)") }
      let (failures, sums) = (Collected<String>(), Collected<Int>())
      @Sendable func read() {
        do { sums.add(try pool.read { try Int.fetchOne($0, sql: "SELECT sum(amount) FROM account") } ?? -1) } catch {
          failures.add("\(error)")
        }
      }
      @Sendable func move() {
        do {
          try pool.write { database in
            try database.execute(sql: "UPDATE account SET amount = amount - 1 WHERE rowid = 1")
            try database.execute(sql: "UPDATE account SET amount = amount + 1 WHERE rowid = 2")
          }
        } catch { failures.add("\(error)") }
      }
      onThreads(move, move, read)
      try pool.close()
      try expect("failures", failures.all, equals: [])
      try expect("sums", sums.all, equals: [10])
    }
  }
}
