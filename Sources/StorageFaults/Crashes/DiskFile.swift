import StorageContract

/// One file on a disk that may lose what was not flushed: see ``CrashableFiles`` for what exactly.
struct DiskFile: Sendable {
  /// What a disk writes as a whole: a sector is old or new, never a mixture.
  static let sectorSizeBytes = 512
  /// More sectors than these share their choices, neighbours with neighbours.
  private static let mostChoices = 16

  /// What the process sees.
  private(set) var contents: [UInt8] = []
  /// What is there after loss of power, but for the sectors in doubt.
  private var flushed: [UInt8] = []
  /// What has happened since, oldest first.
  private var changes: [Change] = []
  /// By number: what a sector may be in truth, since a flush of it failed and nothing has been written there again.
  private var inDoubt: [Int: [UInt8]] = [:]

  private struct Change: Sendable {
    enum Kind: Sendable {
      case write([UInt8], at: Int)
      case truncate(Int)
    }
    var kind: Kind
    /// Whether the system has tried to write it, failed, and thinks no more of it.
    var isDropped = false

    func apply(to contents: inout [UInt8]) {
      contents.resize(to: size(after: contents.count))
      if case .write(let bytes, let offset) = kind {
        contents.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      }
    }

    /// Of a file that had `size` bytes.
    func size(after size: Int) -> Int {
      switch kind {
      case .write(let bytes, let offset): max(size, offset + bytes.count)
      case .truncate(let newSize): newSize
      }
    }

    /// What it may alter of a file of `size` bytes.
    func sectors(ofFileWith size: Int) -> Range<Int> {
      switch kind {
      // From the end on, what lies between is zeros.
      case .write(let bytes, let offset): DiskFile.sectors(min(size, offset)..<offset + bytes.count)
      case .truncate(let newSize): DiskFile.sectors(min(size, newSize)..<max(size, newSize))
      }
    }
  }

  init() {}

  /// A file that is on the disk as it is.
  init(flushed: [UInt8]) {
    contents = flushed
    self.flushed = flushed
  }

  mutating func append(_ bytes: [UInt8]) { write(bytes, at: contents.count) }

  mutating func write(_ bytes: [UInt8], at offset: Int) { perform(.write(bytes, at: offset)) }

  mutating func truncate(to size: Int) { perform(.truncate(size)) }

  private mutating func perform(_ kind: Change.Kind) {
    let change = Change(kind: kind)
    change.apply(to: &contents)
    changes.append(change)
  }

  mutating func flush() {
    var doubts = inDoubt
    for change in changes {
      guard case .write(let bytes, let offset) = change.kind else { continue }
      for sector in Self.sectors(offset..<offset + bytes.count) {
        if !change.isDropped {
          doubts[sector] = nil
        } else if doubts[sector] == nil {
          doubts[sector] = flushed.sector(sector)
        }
      }
    }
    inDoubt = doubts.filter { $0.key * Self.sectorSizeBytes < contents.count }
    flushed = contents
    changes = []
  }

  /// The system reports an error, marks its pages as clean and keeps them in memory all the same.
  mutating func failToFlush() {
    for index in changes.indices { changes[index].isDropped = true }
  }

  /// The file after loss of power.
  func afterPowerLoss(_ name: String, _ choose: CrashChoice) throws -> DiskFile {
    let undone = changes.isEmpty ? 0 : try choose(changes.count, "latest changes of \(name) undone")
    var kept = Array(changes.dropLast(undone))
    if case .write(let bytes, let offset)? = kept.last?.kind, bytes.count > 1 {
      let torn = try choose(bytes.count - 1, "bytes torn off \(name)")
      kept[kept.count - 1].kind = .write(self.bytes(bytes, at: offset, without: torn, after: kept.dropLast()), at: offset)
    }
    var result = flushed
    // What each sector was before it was written again, oldest first.
    var earlier: [Int: [[UInt8]]] = [:]
    for change in kept {
      for sector in change.sectors(ofFileWith: result.count) {
        earlier[sector, default: []].append(result.sector(sector))
      }
      change.apply(to: &result)
    }
    try Self.choose(&result, from: alternatives(to: result, earlier), name, choose)
    return DiskFile(flushed: result)
  }

  /// The beginning of a write that was cut off. Beyond the file's end any byte may be the last one; before it, a sector is
  /// written whole or not at all.
  private func bytes(_ bytes: [UInt8], at offset: Int, without torn: Int, after changes: ArraySlice<Change>) -> [UInt8] {
    guard torn > 0 else { return bytes }
    let end = changes.reduce(flushed.count) { size, change in change.size(after: size) }
    let last = offset + bytes.count - torn
    guard last < end else { return Array(bytes.dropLast(torn)) }
    return Array(bytes.prefix(max(0, last / Self.sectorSizeBytes * Self.sectorSizeBytes - offset)))
  }

  /// What the sectors of `result` may be instead, the latest first.
  private func alternatives(to result: [UInt8], _ earlier: [Int: [[UInt8]]]) -> [(Int, [[UInt8]])] {
    Set(earlier.keys).union(inDoubt.keys).sorted().compactMap { sector in
      guard sector * Self.sectorSizeBytes < result.count else { return nil }
      let actual = result.sector(sector)
      var others: [[UInt8]] = []
      for other in (earlier[sector] ?? []).reversed() + [inDoubt[sector]].compactMap({ $0 }) {
        // Past the other's end the disk has never written: zeros.
        let other = Array(other.prefix(actual.count)) + Array(repeating: 0, count: max(0, actual.count - other.count))
        if other != actual, !others.contains(other) { others.append(other) }
      }
      return others.isEmpty ? nil : (sector, others)
    }
  }

  private static func choose(
    _ result: inout [UInt8], from alternatives: [(sector: Int, others: [[UInt8]])], _ name: String,
    _ choose: CrashChoice
  ) throws {
    guard !alternatives.isEmpty, try choose(1, "whether sectors of \(name) are older than others") == 1 else { return }
    let groupSize = (alternatives.count + mostChoices - 1) / mostChoices
    for start in stride(from: 0, to: alternatives.count, by: groupSize) {
      let group = alternatives[start..<min(start + groupSize, alternatives.count)]
      let oldest = group.map(\.others.count).max() ?? 0
      let age = try choose(oldest, "age of sector \(group[group.startIndex].sector) of \(name)")
      guard age > 0 else { continue }
      for (sector, others) in group {
        let start = sector * sectorSizeBytes
        let old = others[min(age, others.count) - 1]
        result.replaceSubrange(start..<start + old.count, with: old)
      }
    }
  }

  private static func sectors(_ bytes: Range<Int>) -> Range<Int> {
    bytes.isEmpty ? 0..<0 : bytes.lowerBound / sectorSizeBytes..<(bytes.upperBound - 1) / sectorSizeBytes + 1
  }
}

extension [UInt8] {
  fileprivate func sector(_ number: Int) -> [UInt8] {
    let start = number * DiskFile.sectorSizeBytes
    guard start < count else { return [] }
    return Array(self[start..<Swift.min(start + DiskFile.sectorSizeBytes, count)])
  }

  fileprivate mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) } else { append(contentsOf: repeatElement(0, count: size - count)) }
  }
}
