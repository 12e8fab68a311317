/// A file store's directory on the disk: `journal`, the lock beside it, and the rules by which an append
/// or a compaction that fails leaves what was there.
///
/// It holds three invariants. A line that was acknowledged stays. After a failed append the file ends where
/// it did before, or nothing more is ever appended through this object. And at no moment is there a
/// file named `journal` that is not whole.
struct Journal: Sendable {
  let path: String
  private let directory: String
  private let temporaryPath: String
  private let options: FileStoreOptions
  private let lock: Int32
  private var file: Int32
  private var sizeBytes: Int
  private var snapshotSizeBytes: Int
  private var lineCount: Int
  /// Why nothing may be appended any more: the state on the disk is not known.
  private var failure: String?
  /// A compaction that failed is not tried again before the journal has this size.
  private var nextCompactionSizeBytes = 0

  private var files: any FileLayer { options.files }
  private var isDurable: Bool { options.durability == .powerLoss }

  /// Opens the journal of `directory`, or makes directory and journal.
  static func open(_ directory: String, options: FileStoreOptions) throws -> (Journal, Tables) {
    let files = options.files
    try attempt("create the directory", directory) {
      if try !files.exists(directory) {
        try files.makeDirectory(directory)
        // Or the directory itself, with all that was acknowledged in it, could be gone after power loss.
        if options.durability == .powerLoss { try files.syncDirectory(parent(of: directory)) }
      }
    }
    let lockPath = directory + "/lock"
    guard let lock = try attempt("lock the store", lockPath, { try files.lock(lockPath) }) else {
      throw StoreError.inUse(path: directory)
    }
    do {
      return try open(directory, lock: lock, options: options)
    } catch {
      files.close(lock)
      throw error
    }
  }

  /// "." for a name without a folder.
  private static func parent(of directory: String) -> String {
    let trimmed = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  private static func open(
    _ directory: String, lock: Int32, options: FileStoreOptions
  ) throws -> (Journal, Tables) {
    let files = options.files
    let path = directory + "/journal"
    let temporaryPath = directory + "/journal.new"
    // A crash in the middle of a compaction leaves it; the journal itself is whole.
    try attempt("remove an unfinished compaction", temporaryPath) {
      if try files.exists(temporaryPath) { try files.remove(temporaryPath) }
    }
    var journal = Journal(
      path: path, directory: directory, temporaryPath: temporaryPath, options: options, lock: lock,
      file: -1, sizeBytes: 0, snapshotSizeBytes: 0, lineCount: 0)
    guard try attempt("look for the journal", path, { try files.exists(path) }) else {
      try journal.replace(with: Tables())
      return (journal, Tables())
    }
    let bytes = try attempt("read the journal", path) { try files.read(path) }
    let replay = try JournalReplay(journal: bytes, path: path)
    journal.file = try attempt("open the journal", path) { try files.open(path) }
    journal.sizeBytes = replay.end
    journal.snapshotSizeBytes = replay.snapshotEnd
    journal.lineCount = replay.lineCount
    if replay.end < bytes.count {
      do {
        try attempt("cut off a torn last line of the journal", path) {
          try files.truncate(journal.file, to: replay.end)
          if journal.isDurable { try files.sync(journal.file) }
        }
      } catch {
        files.close(journal.file)
        throw error
      }
    }
    return (journal, replay.tables)
  }

  /// Removes the journal of a store that is closed; opening the directory makes a new one.
  static func remove(from directory: String, files: any FileLayer) throws {
    for path in [directory + "/journal", directory + "/journal.new"] {
      if try files.exists(path) { try files.remove(path) }
    }
  }

  /// Gives the files back and lets others open the store.
  func close() {
    if file >= 0 { files.close(file) }
    files.close(lock)
  }

  /// Appends one transaction and waits until it is as durable as the options say.
  mutating func append(_ changes: [Tables.Change]) throws {
    try checkUsable()
    let line = JournalText.line(lineCount + 1, changes)
    do {
      let written = try Self.attempt("append to the journal", path) {
        try files.append(line, to: file)
      }
      guard written == line.count else {
        throw StoreError.io(
          operation: "append to the journal", path: path,
          reason: "\(written) of \(line.count) bytes were written; the disk may be full")
      }
    } catch {
      cutBack(after: "append")
      throw error
    }
    do {
      if isDurable { try Self.attempt("flush the journal", path) { try files.sync(file) } }
    } catch {
      cutBack(after: "flush")
      // The system may have dropped the pages it could not write and report the next flush as good
      // (Rebello et al., "Can Applications Recover from fsync Failures?", 2020).
      failure = "an earlier flush failed, so what is on the disk is not known"
      throw error
    }
    sizeBytes += line.count
    lineCount += 1
  }

  private mutating func cutBack(after step: String) {
    do {
      try files.truncate(file, to: sizeBytes)
    } catch {
      failure = "an earlier \(step) failed and could not be undone (\(error))"
    }
  }

  /// Whether the journal is several times what was live at its last compaction. Growth that is all live
  /// compacts in vain, but each time at several times the size: its cost per byte stays constant.
  var isDueForCompaction: Bool {
    failure == nil
      && sizeBytes >= max(
        options.compactionFloorBytes, snapshotSizeBytes * options.compactionFactor,
        nextCompactionSizeBytes)
  }

  /// Replaces the journal with a snapshot of its tables, if that can be done now: every transaction is
  /// in the old one, so failing costs nothing but the space.
  mutating func compact(_ tables: Tables) {
    do {
      try replace(with: tables)
    } catch {
      nextCompactionSizeBytes = sizeBytes * 2
    }
  }

  /// Makes `tables` the whole contents. A crash at any moment leaves the old ones or the new.
  mutating func replace(with tables: Tables) throws {
    try checkUsable()
    let snapshot = try SnapshotFile(path: temporaryPath, files: files)
      .create(tables, durably: isDurable)
    do {
      try Self.attempt("put the new journal in place", path) {
        try files.rename(temporaryPath, to: path)
      }
    } catch {
      files.close(snapshot.file)
      try? files.remove(temporaryPath)
      throw error
    }
    if file >= 0 { files.close(file) }
    file = snapshot.file
    sizeBytes = snapshot.sizeBytes
    snapshotSizeBytes = snapshot.sizeBytes
    lineCount = snapshot.lineCount
    do {
      if isDurable {
        try Self.attempt("flush the directory", directory) { try files.syncDirectory(directory) }
      }
    } catch {
      // Power loss could bring the old journal back, without what is appended from now on.
      failure = "the directory could not be flushed, so it is not known which journal it holds"
      throw error
    }
  }

  private func checkUsable() throws {
    if let failure {
      throw StoreError.io(
        operation: "append to the journal", path: path,
        reason: failure + "; close the store and open it again")
    }
  }

  private static func attempt<Result>(
    _ operation: String, _ path: String, _ call: () throws -> Result
  ) throws -> Result {
    do {
      return try call()
    } catch let error as FileLayerError {
      throw error.storeError(operation, path)
    }
  }
}
