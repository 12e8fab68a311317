import Foundation
import StorageContract
import Synchronization

/// A disk in memory that can crash. It keeps flushed data apart from data that was only written, and after a crash
/// shows any state that a real disk could show.
///
///     let disk = CrashableFiles()
///     disk.stop(afterCalls: 7)                     // the eighth call and all later ones fail
///     …                                            // use a store over it, until it fails
///     try disk.restart(losing: { last, what in … })   // loss of power
///     disk.restart()                               // or the death of the process alone: all written data is there
///
/// After a loss of power:
/// - A file has its contents of the last ``sync(_:)``, with the appends and truncations since then up to any one of
///   them. The last one may be torn at any byte, and the disk has lost the later ones. (Files keep their size in a
///   separate log, which is in order.)
/// - Every sector of 512 bytes (counted from the file's start) that was written since the last flush is as it is now,
///   or as it was at any moment since then. If nothing was written there before, it may be zeros. So a later write may
///   be there without an earlier one. A sector is never half-written, and flushed data does not change. Disks that
///   break these promises need checksums, which other laws test.
/// - Of the names made, renamed and removed since the last ``syncDirectory(_:)`` of their directory, any combination
///   may be there. Each change is atomic: a rename is never half-done. Flushing a file does not flush its name. A flush
///   of either directory flushes a rename between the two.
/// - After a failed ``sync(_:)``, the data that it should have written may be missing, even if a later flush succeeds,
///   until the same sectors are written again: the system believes that the pages are clean (Rebello et al., "Can
///   Applications Recover from fsync Failures?", 2020). A failed flush of a directory can be repeated.
///
/// This is the model of Pillai et al. ("All File Systems Are Not Created Equal", 2014) at the size of sectors. As in
/// CrashMonkey (Mohan et al., 2018), crashes happen at calls, because only the process sees a difference between two
/// calls. Directories above the first one made here count as existing.
public final class CrashableFiles: FileLayer {
  /// A disk's whole state, to return to: see ``rewind(to:)``.
  public struct Image: Sendable {
    var files: [Int: DiskFile] = [:]
    var entries = DiskEntries()
    var lastNumber = 0
  }

  fileprivate struct State {
    var image = Image()
    var calls: [RecordedCall] = []
    /// By descriptor, the number of a file; a descriptor is never given twice.
    var descriptors: [Int32: Int] = [:]
    var locks: [Int32: Int] = [:]
    var lastDescriptor: Int32 = 1_000
    var callsLeft: Int?
    var isRunning = true
    var syncFaults: [SyncFault] = []
  }

  fileprivate struct SyncFault {
    var skipping: Int
    var times: Int?
  }

  private let state = Mutex(State())

  /// An empty disk.
  public init() {}

  // MARK: Crashes

  /// Lets `count` more calls through. All later calls fail and change nothing, until a restart.
  public func stop(afterCalls count: Int = 0) {
    state.withLock { $0.callsLeft = count }
  }

  /// Whether calls reach the disk: false after the last one that ``stop(afterCalls:)`` lets through.
  public var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Restarts after the death of the process. Locks and descriptors are gone, and all written data is there. A later
  /// loss of power may still lose data that was not flushed.
  public func restart() {
    state.withLock { Self.restart(&$0) }
  }

  /// Restarts after a loss of power. `choose` selects one of the possible states, which then counts as flushed.
  public func restart(losing choose: CrashChoice) throws {
    try state.withLock { state in
      state.image = try state.image.afterPowerLoss(choose)
      Self.restart(&state)
    }
  }

  private static func restart(_ state: inout State) {
    state.descriptors = [:]
    state.locks = [:]
    state.callsLeft = nil
    state.isRunning = true
    state.syncFaults = []
  }

  /// Flushes everything, as a system does after some time.
  public func settle() {
    state.withLock { $0.image.flushAll() }
  }

  /// Makes flushes of files and directories fail. A failed flush of a file loses the data that it should have written.
  /// - Parameters:
  ///   - skipping: how many flushes succeed first.
  ///   - times: how many fail after that; nil: all, until a restart or ``heal()``.
  public func failSyncs(skipping: Int = 0, times: Int? = 1) {
    state.withLock { $0.syncFaults.append(SyncFault(skipping: skipping, times: times)) }
  }

  /// Makes flushes succeed from now on. The data that failed flushes lost stays lost.
  public func heal() {
    state.withLock { $0.syncFaults = [] }
  }

  /// The current state of the disk, to return to with ``rewind(to:)``.
  public var image: Image { state.withLock { $0.image } }

  /// Returns the disk to an earlier state, as after a restart.
  public func rewind(to image: Image) {
    state.withLock { state in
      state.image = image
      Self.restart(&state)
    }
  }

  /// Every call so far that reached the disk, in order.
  public var calls: [RecordedCall] { state.withLock { $0.calls } }

  /// The contents of all files, by path.
  public var contents: [String: [UInt8]] {
    state.withLock { state in
      state.image.entries.current.compactMapValues { node in
        if case .file(let number) = node { state.image.files[number]?.contents } else { nil }
      }
    }
  }

  // MARK: Calls

  public func makeDirectory(_ path: String) throws {
    try perform(.makeDirectory(path)) { state in
      state.image.entries.adoptParents(of: path)
      guard state.image.entries.current[path] == nil else { throw FileLayerError(code: EEXIST) }
      state.image.entries.add(path, .directory)
    }
  }

  public func exists(_ path: String) throws -> Bool {
    try perform(.exists(path)) { $0.image.entries.current[path] != nil }
  }

  public func read(_ path: String) throws -> [UInt8] {
    try perform(.read(path)) { state in state.image.files[try state.file(at: path)]?.contents ?? [] }
  }

  public func create(_ path: String) throws -> Int32 {
    try perform(.create(path)) { state in
      guard state.image.entries.current[path] == nil else { throw FileLayerError(code: EEXIST) }
      return state.descriptor(for: try state.makeFile(path))
    }
  }

  public func open(_ path: String) throws -> Int32 {
    try perform(.open(path)) { state in state.descriptor(for: try state.file(at: path)) }
  }

  public func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    try perform(.append(file: file, sizeBytes: bytes.count)) { state in
      state.image.files[try state.file(file)]?.append(bytes)
      return bytes.count
    }
  }

  public func sync(_ file: Int32) throws {
    try perform(.sync(file: file)) { state in
      let number = try state.file(file)
      guard !state.failsNextSync() else {
        state.image.files[number]?.failToFlush()
        throw FileLayerError(code: EIO)
      }
      state.image.files[number]?.flush()
    }
  }

  public func truncate(_ file: Int32, to sizeBytes: Int) throws {
    try perform(.truncate(file: file, sizeBytes: sizeBytes)) { state in
      state.image.files[try state.file(file)]?.truncate(to: sizeBytes)
    }
  }

  public func rename(_ path: String, to newPath: String) throws {
    try perform(.rename(path, to: newPath)) { state in
      _ = try state.file(at: path)
      try state.checkParent(of: newPath)
      state.image.entries.rename(path, to: newPath)
    }
  }

  public func syncDirectory(_ path: String) throws {
    try perform(.syncDirectory(path)) { state in
      guard state.image.entries.current[path] == .directory else { throw FileLayerError(code: ENOENT) }
      if state.failsNextSync() { throw FileLayerError(code: EIO) }
      state.image.entries.flush(path)
    }
  }

  public func remove(_ path: String) throws {
    try perform(.remove(path)) { state in
      _ = try state.file(at: path)
      state.image.entries.remove(path)
    }
  }

  public func lock(_ path: String) throws -> Int32? {
    try perform(.lock(path)) { state in
      let known = state.image.entries.current[path]
      let number = known == nil ? try state.makeFile(path) : try state.file(at: path)
      guard !state.locks.values.contains(number) else { return nil }
      let descriptor = state.descriptor(for: number)
      state.locks[descriptor] = number
      return descriptor
    }
  }

  public func close(_ file: Int32) {
    state.withLock { state in
      state.descriptors[file] = nil
      state.locks[file] = nil
    }
  }

  private func perform<Result: Sendable>(
    _ call: RecordedCall, _ body: (inout State) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      if state.callsLeft == 0 { state.isRunning = false }
      guard state.isRunning else { throw FileLayerError(code: EIO) }
      if let left = state.callsLeft { state.callsLeft = left - 1 }
      state.calls.append(call)
      return try body(&state)
    }
  }
}

extension CrashableFiles.State {
  fileprivate func file(at path: String) throws -> Int {
    switch image.entries.current[path] {
    case .file(let number)?: return number
    case .directory?: throw FileLayerError(code: EISDIR)
    case nil: throw FileLayerError(code: ENOENT)
    }
  }

  fileprivate func file(_ descriptor: Int32) throws -> Int {
    guard let number = descriptors[descriptor] else { throw FileLayerError(code: EBADF) }
    return number
  }

  fileprivate func checkParent(of path: String) throws {
    guard image.entries.current[DiskEntries.parent(of: path)] == .directory else {
      throw FileLayerError(code: ENOENT)
    }
  }

  fileprivate mutating func makeFile(_ path: String) throws -> Int {
    try checkParent(of: path)
    return image.add(path, DiskFile())
  }

  fileprivate mutating func descriptor(for number: Int) -> Int32 {
    lastDescriptor += 1
    descriptors[lastDescriptor] = number
    return lastDescriptor
  }

  fileprivate mutating func failsNextSync() -> Bool {
    guard !syncFaults.isEmpty else { return false }
    if syncFaults[0].skipping > 0 {
      syncFaults[0].skipping -= 1
      return false
    }
    if let times = syncFaults[0].times {
      syncFaults[0].times = times - 1
      if times <= 1 { syncFaults.removeFirst() }
    }
    return true
  }
}

extension CrashableFiles.Image {
  /// The number of the new file.
  mutating func add(_ path: String, _ file: DiskFile) -> Int {
    lastNumber += 1
    files[lastNumber] = file
    entries.add(path, .file(lastNumber))
    return lastNumber
  }

  mutating func flushAll() {
    entries.flush(nil)
    for number in Array(files.keys) { files[number]?.flush() }
  }

  func afterPowerLoss(_ choose: CrashChoice) throws -> Self {
    var result = Self()
    result.lastNumber = lastNumber
    result.entries = try entries.afterPowerLoss(choose)
    // In the order of paths, so that the same choices mean the same.
    for (path, node) in result.entries.current.sorted(by: { $0.key < $1.key }) {
      guard case .file(let number) = node, let file = files[number], result.files[number] == nil else { continue }
      result.files[number] = try file.afterPowerLoss(DiskEntries.name(of: path), choose)
    }
    return result
  }
}
