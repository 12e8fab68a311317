/// A file that holds the whole of a store's tables in the text of ``JournalText``: a backup, and the
/// beginning of every journal.
package struct SnapshotFile {
  let path: String
  let files: any FileLayer

  package init(path: String, files: any FileLayer) {
    self.path = path
    self.files = files
  }

  /// So that a line stays readable and a flipped bit is found near its place.
  private static let recordsPerLine = 64

  /// A snapshot just written, still open to append to.
  struct Written {
    let file: Int32
    let sizeBytes: Int
    let lineCount: Int
  }

  /// Writes a backup and waits until it is on the disk, with its name.
  /// - Throws: ``StoreError/io(operation:path:reason:)`` also where the path exists; no file is left.
  package func write(_ tables: Tables) throws {
    let written = try create(tables, durably: true)
    files.close(written.file)
    do {
      try attempt("flush the file's directory") { try files.syncDirectory(Self.directory(of: path)) }
    } catch {
      try? files.remove(path)
      throw error
    }
  }

  /// What the path lies in: "." for a name without a folder.
  static func directory(of path: String) -> String {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Writes the file, which must not exist, and leaves it open. On failure no file is left.
  func create(_ tables: Tables, durably: Bool) throws -> Written {
    let file = try attempt("create the file") { try files.create(path) }
    do {
      let written = try append(tables, to: file)
      if durably { try attempt("flush the file") { try files.sync(file) } }
      return written
    } catch {
      files.close(file)
      // The first error is the one to report; what it leaves is removed on the next open.
      try? files.remove(path)
      throw error
    }
  }

  /// - Throws: ``StoreError/damaged(path:offset:reason:)`` where a single bit is not as it was written.
  package func read() throws -> Tables {
    let bytes = try attempt("read the backup") { try files.read(path) }
    return try JournalReplay(snapshot: bytes, path: path).tables
  }

  /// What a file of these tables holds.
  static func text(of tables: Tables) -> [UInt8] {
    var text: [UInt8] = []
    _ = forEachLine(of: tables) { text += $0 }
    return text
  }

  private func append(_ tables: Tables, to file: Int32) throws -> Written {
    var sizeBytes = 0
    let lineCount = try Self.forEachLine(of: tables) { sizeBytes += try append($0, to: file) }
    return Written(file: file, sizeBytes: sizeBytes, lineCount: lineCount)
  }

  /// - Returns: how many lines follow the header.
  private static func forEachLine(of tables: Tables, _ body: ([UInt8]) throws -> Void) rethrows -> Int {
    let lines = tables.collectionNames.reduce(0) { sum, name in
      sum + (tables.count(name, from: nil, to: nil) + recordsPerLine - 1) / recordsPerLine
    }
    let header = JournalText.Header(
      snapshotLines: lines, putCounter: tables.putCounter, schemaVersion: tables.schemaVersion)
    try body(JournalText.headerLine(header))
    var line = 0
    for name in tables.collectionNames {
      var records = tables.scan(name, from: nil, to: nil, limit: nil)[...]
      while !records.isEmpty {
        line += 1
        let changes = records.prefix(recordsPerLine).map {
          Tables.Change.put(collection: name, record: $0)
        }
        try body(JournalText.line(line, changes))
        records = records.dropFirst(recordsPerLine)
      }
    }
    return line
  }

  private func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    var rest = bytes
    while !rest.isEmpty {
      let count = try attempt("write the file") { try files.append(rest, to: file) }
      guard count > 0 else {
        throw StoreError.io(operation: "write the file", path: path, reason: "nothing was written")
      }
      rest.removeFirst(count)
    }
    return bytes.count
  }

  private func attempt<Result>(_ operation: String, _ call: () throws -> Result) throws -> Result {
    do {
      return try call()
    } catch let error as FileLayerError {
      throw error.storeError(operation, path)
    }
  }
}
