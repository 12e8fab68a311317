/// The operating system's file calls that stores make, one requirement per call, so that a fault can be
/// put under a store at any of them.
///
/// Every call throws ``FileLayerError`` and does one thing only; what to do about a failure is the
/// store's business.
public protocol FileLayer: Sendable {
  /// Makes a directory; its parent must be there.
  func makeDirectory(_ path: String) throws

  /// Throws where it cannot be told: a store that took that for "no" would begin anew over its data.
  func exists(_ path: String) throws -> Bool

  /// The whole file.
  func read(_ path: String) throws -> [UInt8]

  /// Makes a file that must not be there, to append to. Returns its descriptor.
  func create(_ path: String) throws -> Int32

  /// Opens a file that must be there, to append to. Returns its descriptor.
  func open(_ path: String) throws -> Int32

  /// Writes at the end with one system call. Returns how many of the bytes were written: fewer than
  /// given where space ran out on the way.
  func append(_ bytes: [UInt8], to file: Int32) throws -> Int

  /// Waits until the file's contents are on the disk.
  func sync(_ file: Int32) throws

  /// Cuts the file to `sizeBytes`.
  func truncate(_ file: Int32, to sizeBytes: Int) throws

  /// Renames a file over another, in one step.
  func rename(_ path: String, to newPath: String) throws

  /// Waits until the directory's entries (names made, renamed and removed in it) are on the disk.
  func syncDirectory(_ path: String) throws

  /// Removes a file, which must be there.
  func remove(_ path: String) throws

  /// Opens `path`, made if need be, and takes an exclusive lock that ends with the descriptor or the
  /// process. Nil where another descriptor, in this process or another one, holds it.
  func lock(_ path: String) throws -> Int32?

  /// Gives a descriptor of ``create(_:)``, ``open(_:)`` or ``lock(_:)`` back.
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
