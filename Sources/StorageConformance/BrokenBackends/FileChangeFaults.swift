import StorageContract
import Synchronization

/// Replaces a file by removing it first: a crash between the two leaves none.
struct TwoStepRenames: InterposedFiles {
  let base: any FileLayer

  func rename(_ path: String, to newPath: String) throws {
    if try base.exists(newPath) { try base.remove(newPath) }
    try base.rename(path, to: newPath)
  }
}

/// Cuts a file's end off in a way of its own, for which it reads the file.
final class AlteredTruncations: InterposedFiles {
  /// - Parameters:
  ///   - contents: the file's.
  typealias Truncate =
    @Sendable (_ base: any FileLayer, _ file: Int32, _ path: String, _ contents: [UInt8], _ size: Int) throws -> Void

  let base: any FileLayer
  private let cut: Truncate
  private let paths = Mutex<[Int32: String]>([:])

  init(base: any FileLayer, cut: @escaping Truncate) {
    self.base = base
    self.cut = cut
  }

  func create(_ path: String) throws -> Int32 { noting(path, try base.create(path)) }

  func open(_ path: String) throws -> Int32 { noting(path, try base.open(path)) }

  func rename(_ path: String, to newPath: String) throws {
    try base.rename(path, to: newPath)
    paths.withLock { paths in
      for (file, known) in paths where known == path { paths[file] = newPath }
    }
  }

  func truncate(_ file: Int32, to sizeBytes: Int) throws {
    guard let path = paths.withLock({ $0[file] }) else { return try base.truncate(file, to: sizeBytes) }
    try cut(base, file, path, try base.read(path), sizeBytes)
  }

  private func noting(_ path: String, _ file: Int32) -> Int32 {
    paths.withLock { $0[file] = path }
    return file
  }

  /// Writes the whole file anew to cut its end off: a crash in between leaves a part of it.
  static func rewriting(_ base: any FileLayer) -> AlteredTruncations {
    AlteredTruncations(base: base) { base, file, _, contents, size in
      try base.truncate(file, to: 0)
      _ = try base.append(Array(contents.prefix(size)), to: file)
    }
  }

  /// Cuts the line before off as well.
  static func greedy(_ base: any FileLayer) -> AlteredTruncations {
    AlteredTruncations(base: base) { base, file, _, contents, size in
      let lineFeed = UInt8(ascii: "\n")
      let lines = contents.prefix(size).split(separator: lineFeed)
      // The first line is the journal's header.
      let kept = lines.dropLast(lines.count > 1 ? 1 : 0).reduce(0) { $0 + $1.count + 1 }
      try base.truncate(file, to: kept)
    }
  }

  /// Keeps what it cuts off in a file of one name, which it can make only once.
  static func settingAside(_ base: any FileLayer) -> AlteredTruncations {
    AlteredTruncations(base: base) { base, file, path, contents, size in
      let aside = try base.create(path + ".torn")
      _ = try base.append(Array(contents.dropFirst(size)), to: aside)
      base.close(aside)
      try base.truncate(file, to: size)
    }
  }
}
