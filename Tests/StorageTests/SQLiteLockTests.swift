import Foundation
import SQLiteStorage
import StorageContract
import Testing

/// The lock that keeps other processes out of an open database.
struct SQLiteLockTests {
  #if os(Linux)
    /// POSIX locks go when the process closes any descriptor of the file: a refused second open, or a
    /// backup of that name, must not have opened it.
    @Test func refusedOpensLeaveTheLockInPlace() async throws {
      let directory = try TemporaryDirectory.make(prefix: "touchstone-lock")
      defer { TemporaryDirectory.remove(directory) }
      let path = directory + "/a.db"
      let store = try SQLiteStore(path: path)
      _ = try await store.write { try $0.put(["a": .int64(1)], at: "k", in: "c") }
      try #require(try isLocked(path))

      #expect(throws: StoreError.inUse(path: path)) { try SQLiteStore(path: path) }
      #expect(try isLocked(path))
      let link = directory + "/link.db"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(throws: StoreError.inUse(path: link)) { try SQLiteStore(path: link) }
      #expect(try isLocked(path))
      await #expect(throws: StoreError.inUse(path: path)) { try await store.restore(from: path) }
      #expect(try isLocked(path))

      try await store.close()
      #expect(try !isLocked(path))
      let again = try SQLiteStore(path: path)
      #expect(try await again.read { try $0.count("c") } == 1)
      try await again.close()
    }

    /// Whether any process holds a POSIX lock on the file, as the system lists them.
    private func isLocked(_ path: String) throws -> Bool {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let file = try #require(attributes[.systemFileNumber] as? NSNumber)
      // The list is read piece by piece, and may lose an entry while other processes take and give back theirs.
      return try (0..<5).contains { _ in
        let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
        return locks.split(separator: "\n").contains { $0.contains("POSIX") && $0.contains(":\(file) ") }
      }
    }
  #endif
}
