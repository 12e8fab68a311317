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
      if try !files.exists(directory) { try files.makeDirectory(directory) }
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
      // Or the directory itself, with all that will be acknowledged in it, could be gone after power loss; also where
      // somebody made it who has died since.
      if journal.isDurable {
        let parent = SnapshotFile.directory(of: directory)
        try attempt("flush the directory", parent) { try files.syncDirectory(parent) }
      }
      try journal.replace(with: Tables())
      return (journal, Tables())
    }
    let bytes = try attempt("read the journal", path) { try files.read(path) }
    let replay = try JournalReplay(journal: bytes, path: path)
    journal.file = try attempt("open the journal", path) { try files.open(path) }
    journal.sizeBytes = replay.end
    journal.snapshotSizeBytes = replay.snapshotEnd
    journal.lineCount = replay.lineCount
    do {
      if replay.end < bytes.count {
        try attempt("cut off a torn last line of the journal", path) {
          try files.truncate(journal.file, to: replay.end)
        }
      }
      if journal.isDurable { try journal.flushWhatWasFound() }
    } catch {
      files.close(journal.file)
      throw error
    }
    return (journal, replay.tables)
  }

  /// A process that died may have left a line, or the renaming that ends a compaction, with the system alone. What is
  /// built on it now must not lose its ground with the power.
  private func flushWhatWasFound() throws {
    try Self.attempt("flush the journal", path) { try files.sync(file) }
    try Self.attempt("flush the directory", directory) { try files.syncDirectory(directory) }
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
      let isUndone = failure == nil
      // The system may have dropped the pages it could not write and report the next flush as good
      // (Rebello et al., "Can Applications Recover from fsync Failures?", 2020).
      failure = "an earlier flush failed, so what is on the disk is not known"
      if isUndone { throw error }
      throw StoreError.lost(reason: "\(error) The line that could not be flushed could not be taken back either")
    }
    sizeBytes += line.count
    lineCount += 1
  }

  /// Takes back what was appended, for good: power loss must not bring it back, and the next line must not come to lie
  /// among its sectors.
  private mutating func cutBack(after step: String) {
    do {
      try files.truncate(file, to: sizeBytes)
      if isDurable { try files.sync(file) }
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
  /// - Parameter areNew: whether they are other ones than the journal's.
  /// - Throws: ``StoreError/lost(reason:)`` where it is not known which are there.
  mutating func replace(with tables: Tables, areNew: Bool = false) throws {
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
      throw areNew ? StoreError.lost(reason: "\(error) The journal was replaced already") : error
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
