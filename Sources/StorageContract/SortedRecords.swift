/// The records of one collection in the byte order of their keys.
///
/// A sorted array in chunks: finding is two binary searches, changing moves at most one chunk, and a
/// scan costs what it returns. A flat array would move every later record on each insertion; a balanced
/// tree would allocate a node per record and scan by pointer.
struct SortedRecords: Sendable {
  private(set) var count = 0
  /// None is empty; all keys of one come before all keys of the next.
  private var chunks: [[Record]] = []

  private static let chunkCapacity = 128

  /// Where a key is, or would be inserted.
  private struct Position {
    var chunk: Int
    var offset: Int
    var isFound: Bool
  }

  func find(_ key: String) -> Record? {
    let position = locate(key)
    return position.isFound ? chunks[position.chunk][position.offset] : nil
  }

  /// Inserts the record, or replaces the one with its key. Returns the one that was there.
  mutating func set(_ record: Record) -> Record? {
    let position = locate(record.key)
    if position.isFound {
      let previous = chunks[position.chunk][position.offset]
      chunks[position.chunk][position.offset] = record
      return previous
    }
    insert(record, at: position)
    return nil
  }

  /// Returns the record that was there.
  mutating func remove(_ key: String) -> Record? {
    let position = locate(key)
    guard position.isFound else { return nil }
    let previous = chunks[position.chunk].remove(at: position.offset)
    count -= 1
    mergeIfSmall(position.chunk)
    return previous
  }

  /// Records with `lower <= key < upper`, at most `limit`.
  func scan(from lower: String?, to upper: String?, limit: Int?) -> [Record] {
    let start = bound(lower) ?? (0, 0)
    var remaining = limit ?? Int.max
    var result: [Record] = []
    var offset = start.offset
    for chunk in chunks[start.chunk...] {
      let end = chunk.count
      for record in chunk[offset..<end] {
        if remaining == 0 { return result }
        if let upper, !KeyBytes.precedes(record.key, upper) { return result }
        result.append(record)
        remaining -= 1
      }
      offset = 0
    }
    return result
  }

  /// How many records have `lower <= key < upper`.
  func count(from lower: String?, to upper: String?) -> Int {
    if lower == nil, upper == nil { return count }
    let start = bound(lower) ?? (0, 0)
    let end = bound(upper) ?? (chunks.count, 0)
    guard (start.chunk, start.offset) < (end.chunk, end.offset) else { return 0 }
    let before = chunks[start.chunk..<end.chunk].reduce(0) { $0 + $1.count }
    return before - start.offset + end.offset
  }

  /// The first place whose key is not before `key`; nil for an absent bound.
  private func bound(_ key: String?) -> (chunk: Int, offset: Int)? {
    guard let key else { return nil }
    let position = locate(key)
    return (position.chunk, position.offset)
  }

  private func locate(_ key: String) -> Position {
    // The last chunk whose first key is not after `key`.
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if KeyBytes.precedes(key, chunks[middle][0].key) { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return Position(chunk: 0, offset: 0, isFound: false) }
    let chunk = low - 1
    low = 0
    high = chunks[chunk].count
    while low < high {
      let middle = (low + high) / 2
      let order = KeyBytes.order(chunks[chunk][middle].key, key)
      if order == 0 { return Position(chunk: chunk, offset: middle, isFound: true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return Position(chunk: chunk, offset: low, isFound: false)
  }

  private mutating func insert(_ record: Record, at position: Position) {
    count += 1
    guard position.chunk < chunks.count else {
      chunks.append([record])
      return
    }
    let size = chunks[position.chunk].count
    if size < Self.chunkCapacity {
      chunks[position.chunk].insert(record, at: position.offset)
    } else if position.offset == size {
      // Ascending keys are the common load: starting anew keeps chunks full where halving would not.
      chunks.insert([record], at: position.chunk + 1)
    } else {
      let half = size / 2
      let upper = Array(chunks[position.chunk][half...])
      chunks[position.chunk].removeSubrange(half...)
      chunks.insert(upper, at: position.chunk + 1)
      if position.offset <= half {
        chunks[position.chunk].insert(record, at: position.offset)
      } else {
        chunks[position.chunk + 1].insert(record, at: position.offset - half)
      }
    }
  }

  private mutating func mergeIfSmall(_ chunk: Int) {
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
    } else if chunk + 1 < chunks.count,
      chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkCapacity / 2
    {
      let next = chunks.remove(at: chunk + 1)
      chunks[chunk].append(contentsOf: next)
    }
  }
}
