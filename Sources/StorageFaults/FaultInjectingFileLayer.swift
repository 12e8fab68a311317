import StorageContract
import Synchronization

/// A file layer that fails at chosen calls: a full disk, an I/O error, an fsync that fails, a write that
/// stops half-way.
///
///     let files = FaultInjectingFileLayer()
///     files.inject(.init(.append, code: ENOSPC, writtenBytes: 10))   // the next append
///     files.inject(.init(.sync, code: EIO, skipping: 2, times: nil)) // the third sync and all later ones
public final class FaultInjectingFileLayer: FileLayer {
  /// The calls that can fail, as ``/StorageContract/FileLayer`` names them.
  public enum Operation: String, Sendable, CaseIterable {
    case makeDirectory, exists, read, create, open, append, sync, truncate, rename, syncDirectory, remove
    case lock
  }

  /// A call that is to fail, and how.
  public struct Fault: Sendable {
    /// The call that fails.
    public let operation: Operation
    /// The `errno` that it fails with.
    public let code: Int32
    /// How many calls succeed first.
    public var skipping: Int
    /// How many calls fail after that; nil: all.
    public var times: Int?
    /// How many bytes of an append reach the file all the same. The call then reports that count, as
    /// write(2) does, instead of the error. 0 reports the error.
    public var writtenBytes: Int

    /// A fault that by default hits the next call, once.
    public init(
      _ operation: Operation, code: Int32, skipping: Int = 0, times: Int? = 1, writtenBytes: Int = 0
    ) {
      self.operation = operation
      self.code = code
      self.skipping = skipping
      self.times = times
      self.writtenBytes = writtenBytes
    }
  }

  private struct State {
    var faults: [Fault] = []
    var calls: [Operation] = []
  }

  private let base: any FileLayer
  private let state = Mutex(State())

  /// File calls that go to `base` until a fault is injected.
  public init(over base: any FileLayer = SystemFileLayer()) {
    self.base = base
  }

  /// Adds a fault. Calls are counted from now on.
  public func inject(_ fault: Fault) {
    state.withLock { $0.faults.append(fault) }
  }

  /// Removes all faults.
  public func heal() {
    state.withLock { $0.faults = [] }
  }

  /// Every call so far, failed ones included, in order.
  public var calls: [Operation] {
    state.withLock { $0.calls }
  }

  public func makeDirectory(_ path: String) throws {
    try failIfTold(.makeDirectory)
    try base.makeDirectory(path)
  }

  public func exists(_ path: String) throws -> Bool {
    try failIfTold(.exists)
    return try base.exists(path)
  }

  public func read(_ path: String) throws -> [UInt8] {
    try failIfTold(.read)
    return try base.read(path)
  }

  public func create(_ path: String) throws -> Int32 {
    try failIfTold(.create)
    return try base.create(path)
  }

  public func open(_ path: String) throws -> Int32 {
    try failIfTold(.open)
    return try base.open(path)
  }

  public func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    guard let fault = nextFault(.append) else { return try base.append(bytes, to: file) }
    guard fault.writtenBytes > 0 else { throw FileLayerError(code: fault.code) }
    return try base.append([UInt8](bytes.prefix(fault.writtenBytes)), to: file)
  }

  public func sync(_ file: Int32) throws {
    try failIfTold(.sync)
    try base.sync(file)
  }

  public func truncate(_ file: Int32, to sizeBytes: Int) throws {
    try failIfTold(.truncate)
    try base.truncate(file, to: sizeBytes)
  }

  public func rename(_ path: String, to newPath: String) throws {
    try failIfTold(.rename)
    try base.rename(path, to: newPath)
  }

  public func syncDirectory(_ path: String) throws {
    try failIfTold(.syncDirectory)
    try base.syncDirectory(path)
  }

  public func remove(_ path: String) throws {
    try failIfTold(.remove)
    try base.remove(path)
  }

  public func lock(_ path: String) throws -> Int32? {
    try failIfTold(.lock)
    return try base.lock(path)
  }

  public func close(_ file: Int32) {
    base.close(file)
  }

  private func failIfTold(_ operation: Operation) throws {
    if let fault = nextFault(operation) { throw FileLayerError(code: fault.code) }
  }

  private func nextFault(_ operation: Operation) -> Fault? {
    state.withLock { state in
      state.calls.append(operation)
      for index in state.faults.indices where state.faults[index].operation == operation {
        if state.faults[index].skipping > 0 {
          state.faults[index].skipping -= 1
          continue
        }
        switch state.faults[index].times {
        case nil: break
        case .some(let left) where left > 0: state.faults[index].times = left - 1
        case .some: continue
        }
        return state.faults[index]
      }
      return nil
    }
  }
}
