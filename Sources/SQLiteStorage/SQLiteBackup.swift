import CSQLite
import Foundation
import StorageContract

/// A backup: a SQLite database, readable in the shell, then one line of text with the checksum of all
/// that comes before it. SQLite reads as many pages as the header says and passes over the line.
struct SQLiteBackup {
  let path: String

  private static func seal(_ database: ArraySlice<UInt8>) -> [UInt8] {
    let hex = String(CRC32.checksum(database), radix: 16)
    let padded = String(repeating: "0", count: 8 - hex.count) + hex
    return [UInt8]("\ntouchstone-backup 1 crc32 \(padded)\n".utf8)
  }

  private static let sealSizeBytes = seal([]).count

  /// Writes the backup and waits until it is on the disk, with its name. On failure no file is left.
  func write(from connection: SQLiteConnection) throws {
    let files = SystemFileLayer()
    guard try !SQLiteLayout.exists(path) else {
      throw StoreError.io(
        operation: "write the backup", path: path,
        reason: "a file is there already; choose a path that does not exist")
    }
    do {
      try connection.runOnce("write the backup", "VACUUM INTO ?1", text: path)
      let seal = Self.seal(try files.read(path)[...])
      let file = try files.open(path)
      defer { files.close(file) }
      guard try files.append(seal, to: file) == seal.count else {
        throw StoreError.io(
          operation: "write the backup", path: path, reason: "the disk may be full")
      }
      try files.sync(file)
      let directory = (path as NSString).deletingLastPathComponent
      try files.syncDirectory(directory.isEmpty ? "." : directory)
    } catch {
      try? files.remove(path)
      if let error = error as? FileLayerError { throw error.storeError("write the backup", path) }
      throw error
    }
  }

  /// Replaces the contents of `connection`'s database in one transaction.
  func restore(into connection: SQLiteConnection) throws -> SQLiteCounters {
    var bytes = try checkedBytes()
    // SQLite reads the bytes that were checked, not the file, which might change meanwhile.
    return try bytes.withUnsafeMutableBytes { bytes in
      let backup = try SQLiteConnection(path: path, inMemory: bytes)
      defer { backup.close() }
      try backup.runOnce("check the backup", "PRAGMA integrity_check") { statement in
        let answer = statement.text(at: 0) ?? ""
        guard answer == "ok" else {
          throw StoreError.damaged(path: path, offset: nil, reason: "SQLite says: \(answer)")
        }
        return true
      }
      return try copy(from: backup, into: connection)
    }
  }

  private func checkedBytes() throws -> [UInt8] {
    try OpenDatabases.refuse(path)
    let bytes: [UInt8]
    do {
      bytes = try SystemFileLayer().read(path)
    } catch let error as FileLayerError {
      throw error.storeError("read the backup", path)
    }
    let database = bytes.dropLast(Self.sealSizeBytes)
    guard bytes[database.endIndex...].elementsEqual(Self.seal(database)) else {
      throw StoreError.damaged(
        path: path, offset: nil,
        reason: "its contents do not match the checksum at its end, or it is not a backup")
    }
    try SQLiteLayout.check(header: [UInt8](database.prefix(100)), path: path)
    return [UInt8](database)
  }

  private func copy(
    from backup: SQLiteConnection, into connection: SQLiteConnection
  ) throws -> SQLiteCounters {
    try connection.run(.beginWrite)
    do {
      try connection.execute("empty the database", "DELETE FROM records")
      try backup.runOnce(
        "read the backup", "SELECT collection, key, version, fields FROM records"
      ) { row in
        try connection.run(.put) { statement in
          statement.bind(row.utf8(at: 0), at: 1)
          statement.bind(row.utf8(at: 1), at: 2)
          statement.bind(row.int64(at: 2), at: 3)
          statement.bind(row.utf8(at: 3), at: 4)
        }
        return true
      }
      let counters = try backup.readCounters()
      try connection.write(counters)
      try connection.run(.commit)
      return counters
    } catch {
      connection.rollback()
      throw error
    }
  }
}

extension SQLiteConnection {
  /// A connection to a database in memory; `path` is for messages. The bytes must outlive it.
  fileprivate convenience init(path: String, inMemory bytes: UnsafeMutableRawBufferPointer) throws {
    try self.init(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    try deserialize(bytes)
  }
}
