/// The operating system's file calls that stores make. Each is one requirement, so that a test can inject
/// a fault at any of them.
///
/// Every call does one thing only, and throws ``FileLayerError`` if it fails. The store decides what to do
/// about a failure.
public protocol FileLayer: Sendable {
  /// Creates a directory; its parent must exist.
  func makeDirectory(_ path: String) throws

  /// Whether something exists at the path. It throws if it cannot find out: a store that took this for "no"
  /// would start anew over its data.
  func exists(_ path: String) throws -> Bool

  /// The whole file.
  func read(_ path: String) throws -> [UInt8]

  /// Creates a file that must not exist, to append to. Returns its descriptor.
  func create(_ path: String) throws -> Int32

  /// Opens a file that must exist, to append to. Returns its descriptor.
  func open(_ path: String) throws -> Int32

  /// Writes at the end with one system call. Returns how many of the bytes it wrote: fewer than given if
  /// space ran out on the way.
  func append(_ bytes: [UInt8], to file: Int32) throws -> Int

  /// Waits until the file's contents are on the disk.
  func sync(_ file: Int32) throws

  /// Cuts the file to `sizeBytes`.
  func truncate(_ file: Int32, to sizeBytes: Int) throws

  /// Renames a file over another, in one step.
  func rename(_ path: String, to newPath: String) throws

  /// Waits until the directory's entries (names made, renamed and removed in it) are on the disk.
  func syncDirectory(_ path: String) throws

  /// Removes a file, which must exist.
  func remove(_ path: String) throws

  /// Opens `path`, creates it if necessary, and takes an exclusive lock that ends with the descriptor or the
  /// process. Nil if another descriptor holds the lock, in this process or another one.
  func lock(_ path: String) throws -> Int32?

  /// Closes a descriptor that ``create(_:)``, ``open(_:)`` or ``lock(_:)`` returned.
  func close(_ file: Int32)
}

/// A system call that failed: its `errno`.
public struct FileLayerError: Error, Sendable, Equatable {
  /// The value of `errno` after the call.
  public let code: Int32

  /// The error of a system call that left this `errno`.
  public init(code: Int32) {
    self.code = code
  }
}
