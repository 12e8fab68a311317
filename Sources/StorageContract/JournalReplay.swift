/// What a journal's bytes say: the tables, and where the next line goes.
struct JournalReplay {
  private(set) var tables = Tables()
  /// Lines after the header.
  private(set) var lineCount = 0
  /// Where the header and the snapshot end: about the size of the live data when they were written.
  private(set) var snapshotEnd = 0
  /// Where the last whole line ends; what follows, if anything, is a torn tail.
  private(set) var end = 0

  /// A never-written disk block reads as zeros, from the line's start or a multiple of this, to the
  /// line's end or a multiple of this.
  private static let sectorSizeBytes = 512

  /// Reads a store's journal, the last line of which may be torn: it was never acknowledged.
  /// - Throws: ``StoreError/damaged(path:offset:reason:)`` for anything else that is not as written.
  init(journal bytes: [UInt8], path: String) throws {
    try self.init(bytes, path: path, mayBeTorn: true)
  }

  /// Reads a backup, all of which was acknowledged, and which holds a snapshot only.
  /// - Throws: ``StoreError/damaged(path:offset:reason:)``.
  init(snapshot bytes: [UInt8], path: String) throws {
    try self.init(bytes, path: path, mayBeTorn: false)
    guard end == snapshotEnd else {
      throw StoreError.damaged(
        path: path, offset: snapshotEnd, reason: "it goes on where a backup ends")
    }
  }

  private init(_ bytes: [UInt8], path: String, mayBeTorn: Bool) throws {
    var header: JournalText.Header?
    while end < bytes.count {
      let rest = bytes[end...]
      let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n"))
      let line = bytes[end..<(lineEnd ?? bytes.endIndex)]
      do {
        guard lineEnd != nil else {
          throw TextFormatError(offset: 0, reason: "the last line does not end with a line feed")
        }
        let json = try JournalText.json(ofLine: line)
        if let header {
          try replay(json, after: header)
        } else {
          let found = try JournalText.header(json)
          tables = Tables(putCounter: found.putCounter, schemaVersion: found.schemaVersion)
          header = found
        }
      } catch let error as TextFormatError {
        // The header and the snapshot were on the disk before the file had its name: no tear there.
        if mayBeTorn, let header, lineCount >= header.snapshotLines,
          Self.isTorn(line, fileSize: bytes.count)
        {
          return
        }
        throw StoreError.damaged(path: path, offset: end + error.offset, reason: error.reason)
      }
      end += line.count + 1
      if lineCount == header?.snapshotLines { snapshotEnd = end }
    }
    guard let header else {
      throw StoreError.damaged(path: path, offset: 0, reason: "it is empty; it should have a header")
    }
    guard lineCount >= header.snapshotLines else {
      throw StoreError.damaged(
        path: path, offset: bytes.count,
        reason: "it ends after \(lineCount) of the snapshot's \(header.snapshotLines) lines")
    }
  }

  private mutating func replay(_ json: ArraySlice<UInt8>, after header: JournalText.Header) throws {
    let isSnapshot = lineCount < header.snapshotLines
    let changes = try JournalText.changes(json, line: lineCount + 1)
    for change in changes {
      if case .put(_, let record) = change {
        let isDue =
          isSnapshot
          ? (1...max(header.putCounter, 1)).contains(record.version)
          : record.version == tables.putCounter + 1
        guard isDue else {
          throw TextFormatError(
            offset: 0,
            reason: "version \(record.version) does not follow put counter \(tables.putCounter)")
        }
      }
      tables.apply(change)
    }
    lineCount += 1
  }

  /// Whether `line`, which cannot be read, is what a crash in the middle of the last append leaves.
  ///
  /// A damaged line that was once whole must not pass for torn: that would drop an acknowledged
  /// transaction in silence.
  static func isTorn(_ line: ArraySlice<UInt8>, fileSize: Int) -> Bool {
    let isComplete = line.endIndex < fileSize
    guard !isComplete || line.endIndex + 1 == fileSize else { return false }
    if line.contains(0) { return hasUnwrittenBlocks(line) }
    guard !isComplete else { return false }
    guard let json = JournalText.declaredJSON(ofLine: line) else {
      // Too short for a checksum and a length; one that is longer has lost its spaces.
      return line.count <= "01234567 0123456789 ".utf8.count
    }
    // A whole line whose line feed alone was altered has a byte more than its JSON.
    return line.endIndex <= json.upperBound
  }

  private static func hasUnwrittenBlocks(_ line: ArraySlice<UInt8>) -> Bool {
    var position = line.startIndex
    while let start = line[position...].firstIndex(of: 0) {
      let end = line[start...].firstIndex { $0 != 0 } ?? line.endIndex
      let startsAtBlock = start == line.startIndex || start % sectorSizeBytes == 0
      let endsAtBlock = end == line.endIndex || end % sectorSizeBytes == 0
      guard startsAtBlock, endsAtBlock else { return false }
      position = end
    }
    return true
  }
}
