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
      case append([UInt8])
      case truncate(Int)
    }
    let kind: Kind
    /// Whether the system has tried to write it, failed, and thinks no more of it.
    var isDropped = false

    func apply(to contents: inout [UInt8]) {
      switch kind {
      case .append(let bytes): contents += bytes
      case .truncate(let size): contents.resize(to: size)
      }
    }
  }

  init() {}

  /// A file that is on the disk as it is.
  init(flushed: [UInt8]) {
    contents = flushed
    self.flushed = flushed
  }

  mutating func append(_ bytes: [UInt8]) {
    contents += bytes
    changes.append(Change(kind: .append(bytes)))
  }

  mutating func truncate(to size: Int) {
    contents.resize(to: size)
    changes.append(Change(kind: .truncate(size)))
  }

  mutating func flush() {
    var doubts = inDoubt
    var size = flushed.count
    for change in changes {
      switch change.kind {
      case .truncate(let newSize): size = newSize
      case .append(let bytes):
        for sector in Self.sectors(size..<size + bytes.count) {
          if !change.isDropped {
            doubts[sector] = nil
          } else if doubts[sector] == nil {
            doubts[sector] = flushed.sector(sector)
          }
        }
        size += bytes.count
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
    let kept = changes.dropLast(undone)
    var versions = [flushed]
    for change in kept {
      var next = versions[versions.count - 1]
      change.apply(to: &next)
      versions.append(next)
    }
    var result = versions[versions.count - 1]
    if case .append(let bytes)? = kept.last?.kind, bytes.count > 1 {
      result.removeLast(try choose(bytes.count - 1, "bytes torn off \(name)"))
    }
    try Self.choose(&result, from: alternatives(to: result, versions.dropLast()), name, choose)
    return DiskFile(flushed: result)
  }

  /// What the sectors of `result` may be instead, the latest first.
  private func alternatives(to result: [UInt8], _ versions: some Collection<[UInt8]>) -> [(Int, [[UInt8]])] {
    Self.sectors(0..<result.count).compactMap { sector in
      let actual = result.sector(sector)
      var others: [[UInt8]] = []
      for other in versions.reversed().map({ $0.sector(sector) }) + [inDoubt[sector]].compactMap({ $0 }) {
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
    Array(dropFirst(number * DiskFile.sectorSizeBytes).prefix(DiskFile.sectorSizeBytes))
  }

  fileprivate mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) } else { append(contentsOf: repeatElement(0, count: size - count)) }
  }
}
