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
      let probe = LockProbe(path)
      try #require(try probe.isLocked())

      #expect(throws: StoreError.inUse(path: path)) { try SQLiteStore(path: path) }
      #expect(try probe.isLocked())
      let link = directory + "/link.db"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(throws: StoreError.inUse(path: link)) { try SQLiteStore(path: link) }
      #expect(try probe.isLocked())
      await #expect(throws: StoreError.inUse(path: path)) { try await store.restore(from: path) }
      #expect(try probe.isLocked())

      try await store.close()
      #expect(try !probe.isLocked())
      let again = try SQLiteStore(path: path)
      #expect(try await again.read { try $0.count("c") } == 1)
      try await again.close()
    }

    /// Asks the system whether this process has a lock on a file, by a descriptor that is kept: closing it would end the lock.
    private final class LockProbe {
      private let descriptor: Int32

      init(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
      }

      deinit { close(descriptor) }

      /// A lock of an open file description is in conflict with every POSIX lock, those of its own process too.
      func isLocked() throws -> Bool {
        try #require(descriptor >= 0)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        let getLockOfDescription: Int32 = 36
        try #require(fcntl(descriptor, getLockOfDescription, &lock) == 0)
        return lock.l_type != Int16(F_UNLCK)
      }
    }
  #endif
}
