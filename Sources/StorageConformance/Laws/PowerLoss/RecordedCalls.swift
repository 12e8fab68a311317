import Foundation
import StorageFaults

/// The log that a recorded process has left: see `cisolation_record_calls`.
struct RecordedCalls {
  private(set) var calls: [DiskCall] = []
  /// Where each call ends in the log, in bytes.
  private var ends: [Int] = []

  /// - Parameters:
  ///   - log: the bytes of the file. A last call that was cut off is left out.
  ///   - folder: what is elsewhere is none of the store's: what a language reads when it starts, say.
  init(log: [UInt8], in folder: String) {
    var position = 0
    var files: Set<UInt64> = []
    while let (call, end) = Self.call(in: log, at: position) {
      position = end
      guard let call, call.paths.allSatisfy({ $0 == folder || $0.hasPrefix(folder + "/") }) else {
        // The system may have given the number of a file that is gone.
        if case .open(_, let file, _)? = call { files.remove(file) }
        continue
      }
      if case .open(_, let file, _) = call { files.insert(file) }
      guard call.file.map(files.contains) ?? true else { continue }
      calls.append(call)
      ends.append(end)
    }
  }

  /// How many calls had been made when the log had so many bytes.
  func count(at sizeBytes: Int) -> Int { ends.firstIndex { $0 > sizeBytes } ?? ends.count }

  /// Whether a file was written while the log grew from the one size to the other. A file that is mapped may be written
  /// without a call.
  func hasWrites(between sizes: Range<Int>) -> Bool {
    let last = count(at: sizes.upperBound)
    return calls[..<last].contains(where: \.isMapping)
      || calls[min(last, count(at: sizes.lowerBound))..<last].contains(where: \.changesContents)
  }

  /// Nil at the end; nil for the call if it is of no kind that changes anything.
  private static func call(in log: [UInt8], at start: Int) -> (DiskCall?, end: Int)? {
    let numbers = start + 5 * 8
    guard numbers <= log.count else { return nil }
    let head = (0..<5).map { index in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(log[start + index * 8 + $1]) << UInt64(8 * $1) }
    }
    let path = numbers + Int(truncatingIfNeeded: head[3])
    let end = path + Int(truncatingIfNeeded: head[4])
    guard numbers <= path, path <= end, end <= log.count, let kind = UnicodeScalar(UInt8(truncatingIfNeeded: head[0])) as UnicodeScalar?
    else { return nil }
    return (
      call(
        kind, file: head[1], number: Int(truncatingIfNeeded: head[2]),
        path: String(decoding: log[numbers..<path], as: UTF8.self), bytes: log[path..<end]), end
    )
  }

  private static func call(
    _ kind: UnicodeScalar, file: UInt64, number: Int, path: String, bytes: ArraySlice<UInt8>
  ) -> DiskCall? {
    let other = { String(decoding: bytes, as: UTF8.self) }
    switch kind {
    case "O": return .open(path, file: file, empties: number != 0)
    case "W": return .write(Array(bytes), file: file, at: number)
    case "T": return .truncate(file: file, sizeBytes: number)
    case "S": return .sync(file: file)
    case "D": return .syncDirectory(path)
    case "A": return .syncAll
    case "R": return .rename(path, to: other())
    case "L": return .link(path, to: other())
    case "U": return .remove(path)
    case "M": return .makeDirectory(path)
    case "P": return .map(file: file)
    default: return nil
    }
  }
}

extension DiskCall {
  /// The file that it is about, by the system's number.
  var file: UInt64? {
    switch self {
    case .open(_, let file, _), .write(_, let file, _), .truncate(let file, _), .sync(let file), .map(let file): file
    case .syncDirectory, .syncAll, .rename, .link, .remove, .makeDirectory: nil
    }
  }

  var isMapping: Bool { if case .map = self { true } else { false } }

  /// Of a file.
  var changesContents: Bool {
    switch self {
    case .write, .truncate: true
    case .open, .sync, .syncDirectory, .syncAll, .rename, .link, .remove, .makeDirectory, .map: false
    }
  }

  /// Of a file.
  var isFlush: Bool { if case .sync = self { true } else { false } }

  /// Of files that were there.
  var changesNames: Bool {
    switch self {
    case .rename, .link, .remove: true
    default: false
    }
  }

  /// The paths that it names.
  var paths: [String] {
    switch self {
    case .open(let path, _, _), .syncDirectory(let path), .remove(let path), .makeDirectory(let path): [path]
    case .rename(let path, let newPath), .link(let path, let newPath): [path, newPath]
    case .write, .truncate, .sync, .syncAll, .map: []
    }
  }
}
