import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file calls of the operating system itself. It repeats calls that a signal interrupted.
public struct SystemFileLayer: FileLayer {
  /// The file calls of this system.
  public init() {}

  public func makeDirectory(_ path: String) throws {
    _ = try retrying { mkdir(path, 0o755) }
  }

  public func exists(_ path: String) throws -> Bool {
    if access(path, F_OK) == 0 { return true }
    let code = errno
    guard code == ENOENT || code == ENOTDIR else { throw FileLayerError(code: code) }
    return false
  }

  public func read(_ path: String) throws -> [UInt8] {
    let file = try retrying { sys_open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(file) }
    var status = stat()
    _ = try retrying { fstat(file, &status) }
    var bytes: [UInt8] = []
    // More than the size, so that the end is seen without another chunk.
    let chunkSize = Int(status.st_size) + 4_096
    while true {
      let chunk = try [UInt8](unsafeUninitializedCapacity: chunkSize) { space, count in
        var isAtEnd = false
        while !isAtEnd, count < chunkSize {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[count...])
          let more = try retrying { sys_read(file, rest.baseAddress, rest.count) }
          count += more
          isAtEnd = more == 0
        }
      }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if chunk.count < chunkSize { return bytes }
    }
  }

  public func create(_ path: String) throws -> Int32 {
    try retrying { sys_open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
  }

  public func open(_ path: String) throws -> Int32 {
    try retrying { sys_open(path, O_RDWR | O_APPEND | O_CLOEXEC) }
  }

  public func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    try retrying { bytes.withUnsafeBytes { sys_write(file, $0.baseAddress, $0.count) } }
  }

  public func sync(_ file: Int32) throws {
    #if canImport(Darwin)
      // There, fsync leaves the data in the drive's own cache.
      _ = try retrying { fcntl(file, F_FULLFSYNC) }
    #else
      _ = try retrying { fsync(file) }
    #endif
  }

  public func truncate(_ file: Int32, to sizeBytes: Int) throws {
    _ = try retrying { ftruncate(file, off_t(sizeBytes)) }
  }

  public func rename(_ path: String, to newPath: String) throws {
    _ = try retrying { sys_rename(path, newPath) }
  }

  public func syncDirectory(_ path: String) throws {
    let directory = try retrying { sys_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(directory) }
    _ = try retrying { fsync(directory) }
  }

  public func remove(_ path: String) throws {
    _ = try retrying { unlink(path) }
  }

  public func lock(_ path: String) throws -> Int32? {
    let file = try retrying { sys_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
    do {
      _ = try retrying { flock(file, LOCK_EX | LOCK_NB) }
      return file
    } catch let error as FileLayerError {
      close(file)
      if error.code == EWOULDBLOCK { return nil }
      throw error
    }
  }

  public func close(_ file: Int32) {
    // A process that was forked meanwhile holds a copy of the descriptor, which would keep the lock.
    _ = flock(file, LOCK_UN)
    _ = sys_close(file)
  }

  private func retrying<Value: SignedInteger>(_ call: () throws -> Value) throws -> Value {
    while true {
      let result = try call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw FileLayerError(code: code) }
    }
  }
}

// The calls whose names the methods above take.
private func sys_open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}
private func sys_read(_ file: Int32, _ space: UnsafeMutableRawPointer?, _ size: Int) -> Int {
  read(file, space, size)
}
private func sys_write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ size: Int) -> Int {
  write(file, bytes, size)
}
private func sys_rename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
private func sys_close(_ file: Int32) -> Int32 { close(file) }

extension FileLayerError: CustomStringConvertible {
  /// The operating system's own words: "No space left on device".
  public var description: String {
    String(cString: strerror(code))
  }

  /// As the store's error. Where nothing may be written at all, that is ``StoreError/readOnly(path:)``.
  package func storeError(_ operation: String, _ path: String) -> StoreError {
    switch code {
    case EROFS, EACCES, EPERM: .readOnly(path: path)
    default: .io(operation: operation, path: path, reason: description)
    }
  }
}
