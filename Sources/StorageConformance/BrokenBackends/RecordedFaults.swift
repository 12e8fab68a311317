import PropertyTesting
import StorageContract
import Synchronization

extension Fault<LawSubject> {
  /// Stores over real files, whose calls are not those that the store means.
  static func overRecordedCalls(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (any FileLayer) -> any FileLayer
  ) -> Fault {
    Fault(id, fact) { subject in subject.recorded = subject.files?.over(wrap(SystemFileLayer())) }
  }
}

/// Flushes the file that was locked, which is empty, whatever file it is asked to flush.
final class MisdirectedFlushes: InterposedFiles {
  let base: any FileLayer
  private let locked = Mutex<Int32?>(nil)

  init(base: any FileLayer) {
    self.base = base
  }

  func lock(_ path: String) throws -> Int32? {
    let file = try base.lock(path)
    locked.withLock { $0 = file }
    return file
  }

  func sync(_ file: Int32) throws { try base.sync(locked.withLock { $0 } ?? file) }
}

/// Does not flush some of what it writes.
final class UnflushedWrites: InterposedFiles {
  let base: any FileLayer
  private let isForgotten: @Sendable ([UInt8]) -> Bool
  /// The files whose latest write is of those.
  private let files = Mutex<Set<Int32>>([])

  init(base: any FileLayer, where isForgotten: @escaping @Sendable ([UInt8]) -> Bool) {
    self.base = base
    self.isForgotten = isForgotten
  }

  func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    let skips = isForgotten(bytes)
    files.withLock { files in
      if skips { _ = files.insert(file) } else { _ = files.remove(file) }
    }
    return try base.append(bytes, to: file)
  }

  func sync(_ file: Int32) throws {
    if !files.withLock({ $0.contains(file) }) { try base.sync(file) }
  }
}

/// Flushes everything but backups: neither their files nor their names.
final class UnflushedBackups: InterposedFiles {
  let base: any FileLayer
  private let backups = Mutex<Set<Int32>>([])
  private let isBackingUp = Mutex(false)

  init(base: any FileLayer) {
    self.base = base
  }

  func create(_ path: String) throws -> Int32 {
    let file = try base.create(path)
    if path.contains("/backup-") {
      backups.withLock { _ = $0.insert(file) }
      isBackingUp.withLock { $0 = true }
    }
    return file
  }

  func close(_ file: Int32) {
    backups.withLock { _ = $0.remove(file) }
    base.close(file)
  }

  func sync(_ file: Int32) throws {
    if !backups.withLock({ $0.contains(file) }) { try base.sync(file) }
  }

  func syncDirectory(_ path: String) throws {
    let skips = isBackingUp.withLock { isBackingUp in
      defer { isBackingUp = false }
      return isBackingUp
    }
    if !skips { try base.syncDirectory(path) }
  }
}

/// Flushes a file that it has made when it has its last name, and the folder was flushed: for a moment the name stands for
/// nothing.
final class FlushesAfterRenames: InterposedFiles {
  let base: any FileLayer
  private let state = Mutex(State())

  private struct State {
    var made: Set<Int32> = []
    var owed: Set<Int32> = []
  }

  init(base: any FileLayer) {
    self.base = base
  }

  func create(_ path: String) throws -> Int32 {
    let file = try base.create(path)
    state.withLock { _ = $0.made.insert(file) }
    return file
  }

  func sync(_ file: Int32) throws {
    let waits = state.withLock { state in
      guard state.made.contains(file) else { return false }
      state.owed.insert(file)
      return true
    }
    if !waits { try base.sync(file) }
  }

  func syncDirectory(_ path: String) throws {
    try base.syncDirectory(path)
    let owed = state.withLock { state in
      defer { state = State() }
      return state.owed
    }
    for file in owed { try base.sync(file) }
  }
}
