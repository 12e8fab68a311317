import Foundation
import StorageContract

/// The directory with the document's file, locked as long as this object lives.
///
/// The file is a line with a checksum, and the document as JSON. A new one is written beside it, flushed, and renamed into
/// its place: whatever happens, one of the two is there, and whole.
final class DocumentFolder: Sendable {
  private let path: String
  private let directory: Int32
  private var file: String { path + "/document.json" }
  private var newFile: String { path + "/document.json.new" }

  init(_ path: String) throws {
    self.path = path
    directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw Self.error("open the store's directory", path) }
    // A lock on an open file keeps a second store out, be it in this process or in another.
    guard flock(directory, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(directory) }
      throw errno == EWOULDBLOCK ? StoreError.inUse(path: path) : Self.error("lock the store's directory", path)
    }
    // Left by a process that died while it wrote.
    unlink(newFile)
  }

  /// Also where a store is dropped without having been closed.
  deinit { close(directory) }

  func load() throws -> Document {
    access(file, F_OK) == 0 ? try Self.read(file) : Document()
  }

  func save(_ document: Document) throws {
    unlink(newFile)
    try Self.export(document, to: newFile)
    guard rename(newFile, file) == 0 else {
      let error = Self.error("put the new document into its place", file)
      unlink(newFile)
      throw error
    }
    // Until the directory is flushed too, a loss of power may bring the old name back.
    guard fsync(directory) == 0 else {
      throw StoreError.lost(reason: "the directory \(path) could not be flushed: \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a file that is not there yet, and flushes it. On failure no file is left.
  static func export(_ document: Document, to path: String) throws {
    let bytes = try bytes(of: document)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw error("create the file", path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let isWhole = written == bytes.count && fsync(file) == 0
    let failure = error("write and flush the file", path)
    close(file)
    guard isWhole else {
      unlink(path)
      throw failure
    }
  }

  /// Flushes the directory that holds the file. Until then, a loss of power may take the file's name.
  static func flushName(of path: String) throws {
    let directory = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    defer { close(directory) }
    guard directory >= 0, fsync(directory) == 0 else { throw error("flush the directory of", path) }
  }

  static func read(_ path: String) throws -> Document {
    guard let data = FileManager.default.contents(atPath: path) else { throw error("read the file", path) }
    let parts = data.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard parts.count == 2, parts[0].elementsEqual(checksum(parts[1]).utf8),
      let document = try? JSONDecoder().decode(Document.self, from: parts[1])
    else { throw StoreError.damaged(path: path, offset: nil, reason: "it is not what the checksum in its first line says") }
    return document
  }

  private static func bytes(of document: Document) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(document)
    return Array(checksum(json).utf8) + [UInt8(ascii: "\n")] + json
  }

  /// FNV-1a: no change of a single byte leaves it as it was.
  private static func checksum(_ bytes: Data) -> String {
    let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }

  private static func error(_ operation: String, _ path: String) -> StoreError {
    .io(operation: operation, path: path, reason: String(cString: strerror(errno)))
  }
}
