import StorageContract
import Synchronization

/// Reports a file as flushed and does nothing: the store acknowledges what is in the system's cache.
struct UnflushedFiles: InterposedFiles {
  let base: any FileLayer

  func sync(_ file: Int32) throws {}
}

/// Flushes files but not their names: a journal that was just put in place may be gone.
struct UnflushedDirectories: InterposedFiles {
  let base: any FileLayer

  func syncDirectory(_ path: String) throws {}
}

/// Flushes a file when the next append comes: the latest transaction is acknowledged before its flush.
final class LateFlushes: InterposedFiles {
  let base: any FileLayer
  private let owed = Mutex<Set<Int32>>([])

  init(base: any FileLayer) {
    self.base = base
  }

  func sync(_ file: Int32) throws { owed.withLock { _ = $0.insert(file) } }

  func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    if owed.withLock({ $0.remove(file) }) != nil { try base.sync(file) }
    return try base.append(bytes, to: file)
  }
}

/// Takes a flush that failed for one that came through.
struct SwallowedFlushErrors: InterposedFiles {
  let base: any FileLayer

  func sync(_ file: Int32) throws { try? base.sync(file) }
  func syncDirectory(_ path: String) throws { try? base.syncDirectory(path) }
}

/// Tries a flush that failed once more, and believes the second answer.
struct RepeatedFlushes: InterposedFiles {
  let base: any FileLayer

  func sync(_ file: Int32) throws {
    do { try base.sync(file) } catch { try base.sync(file) }
  }
}

/// Takes a directory's flush that failed for one that came through.
struct SwallowedDirectoryErrors: InterposedFiles {
  let base: any FileLayer

  func syncDirectory(_ path: String) throws { try? base.syncDirectory(path) }
}
