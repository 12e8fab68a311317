import StorageContract

/// A recorded call by which a process changed the files of a folder.
public enum DiskCall: Sendable, Equatable {
  /// A file was opened. `file` is the system's number, which another file may get once this one is gone.
  case open(String, file: UInt64, empties: Bool)
  /// Bytes were written at this offset.
  case write([UInt8], file: UInt64, at: Int)
  case truncate(file: UInt64, sizeBytes: Int)
  case sync(file: UInt64)
  /// The folder's entries were flushed.
  case syncDirectory(String)
  case syncAll
  /// A file was renamed, and replaced the file that had the new name.
  case rename(String, to: String)
  /// A file got a second name.
  case link(String, to: String)
  /// A file lost this name.
  case remove(String)
  /// A folder was made.
  case makeDirectory(String)
  /// A file was mapped into memory. From now on, the process may write it without a call.
  case map(file: UInt64)
}

/// The files of a folder as a real process left them, and what a loss of power leaves of them. This applies the model of
/// ``CrashableFiles`` to the calls that the process made.
///
/// Writes through a shared mapping are not recorded, so a mapped file is missing after the loss.
public struct RecordedDisk: Sendable {
  private var image = CrashableFiles.Image()
  /// By the system's number.
  private var numbers: [UInt64: Int] = [:]
  private var mapped: Set<Int> = []

  /// - Parameter files: the contents of the folder before the first call, all of it flushed.
  public init(folder: String, directories: [String], files: [String: [UInt8]]) {
    image.entries.adoptParents(of: folder + "/.")
    for path in directories { image.entries.add(path, .directory) }
    for (path, contents) in files.sorted(by: { $0.key < $1.key }) { _ = image.add(path, DiskFile(flushed: contents)) }
    image.entries.flush(nil)
  }

  /// Changes the files as the call did.
  public mutating func apply(_ call: DiskCall) {
    switch call {
    case .open(let path, let file, let empties):
      if case .file(let number)? = image.entries.current[path] {
        numbers[file] = number
        if empties { change(file) { $0.truncate(to: 0) } }
      } else {
        numbers[file] = image.add(path, DiskFile())
      }
    case .write(let bytes, let file, let offset): change(file) { $0.write(bytes, at: offset) }
    case .truncate(let file, let size): change(file) { $0.truncate(to: size) }
    case .sync(let file): change(file) { $0.flush() }
    case .syncDirectory(let path): image.entries.flush(path)
    case .syncAll: image.flushAll()
    case .rename(let path, let newPath): image.entries.rename(path, to: newPath)
    case .link(let path, let newPath):
      if let node = image.entries.current[path] { image.entries.add(newPath, node) }
    case .remove(let path): image.entries.remove(path)
    case .makeDirectory(let path): image.entries.add(path, .directory)
    case .map(let file): if let number = numbers[file] { mapped.insert(number) }
    }
  }

  /// What a path holds.
  public enum Remains: Sendable, Equatable {
    case directory
    /// A file with these contents.
    case file([UInt8])
  }

  /// What a loss of power leaves at `paths`; nil: nothing.
  public func afterPowerLoss(at paths: Set<String>, _ choose: CrashChoice) throws -> [String: Remains?] {
    let lost = try image.afterPowerLoss(choose)
    var result: [String: Remains?] = [:]
    for path in paths {
      switch lost.entries.current[path] {
      case .directory?: result[path] = .some(.directory)
      case .file(let number)? where !mapped.contains(number):
        result[path] = .some(.file(lost.files[number]?.contents ?? []))
      default: result[path] = .some(nil)
      }
    }
    return result
  }

  private mutating func change(_ file: UInt64, _ body: (inout DiskFile) -> Void) {
    guard let number = numbers[file], image.files[number] != nil else { return }
    body(&image.files[number, default: DiskFile()])
  }
}
