import StorageContract

/// A call of a ``/StorageContract/FileLayer`` as ``CrashableFiles`` records it.
public enum RecordedCall: Sendable, Equatable, CustomStringConvertible {
  /// A directory was made at this path.
  case makeDirectory(String)
  /// The process asked whether something exists at this path.
  case exists(String)
  /// The file at this path was read.
  case read(String)
  /// A file was made at this path.
  case create(String)
  /// The file at this path was opened.
  case open(String)
  case append(file: Int32, sizeBytes: Int)
  case sync(file: Int32)
  case truncate(file: Int32, sizeBytes: Int)
  /// The file at the first path was renamed to the second one.
  case rename(String, to: String)
  /// The entries of this directory were flushed.
  case syncDirectory(String)
  /// The file at this path was removed.
  case remove(String)
  /// The file at this path was locked.
  case lock(String)

  /// The call in words, with the last component of each path.
  public var description: String {
    switch self {
    case .makeDirectory(let path): "make directory \(DiskEntries.name(of: path))"
    case .exists(let path): "look for \(DiskEntries.name(of: path))"
    case .read(let path): "read \(DiskEntries.name(of: path))"
    case .create(let path): "create \(DiskEntries.name(of: path))"
    case .open(let path): "open \(DiskEntries.name(of: path))"
    case .append(_, let size): "append \(size) bytes"
    case .sync: "flush"
    case .truncate(_, let size): "truncate to \(size) bytes"
    case .rename(let path, let newPath):
      "rename \(DiskEntries.name(of: path)) to \(DiskEntries.name(of: newPath))"
    case .syncDirectory(let path): "flush directory \(DiskEntries.name(of: path))"
    case .remove(let path): "remove \(DiskEntries.name(of: path))"
    case .lock(let path): "lock \(DiskEntries.name(of: path))"
    }
  }
}
