import Foundation
import PropertyTesting
import StorageContract
import Synchronization

/// A file layer whose locks are not what the store takes them for.
final class AlteredLocks: InterposedFiles {
  enum Defect: Sendable {
    case ofItsProcessAlone, removedByARefusedOpener, keptByTheDead, cutsWhatItIsRefused
    case lostWhenAFileIsReplaced, lostWhileAFileIsMade, lostWhenAnotherFileIsRead, lostByALongWrite, lostByASecondOpening
  }

  let base: any FileLayer
  private let defect: Defect
  private let locked = Mutex<(path: String, file: Int32)?>(nil)
  /// What is open in this process. A copy of the process has its own.
  private static let inThisProcess = Mutex<Set<String>>([])

  init(_ defect: Defect, over base: any FileLayer) {
    self.defect = defect
    self.base = base
  }

  func lock(_ path: String) throws -> Int32? {
    let file: Int32?
    switch defect {
    case .ofItsProcessAlone:
      guard Self.inThisProcess.withLock({ $0.insert(path).inserted }) else { return nil }
      file = try base.exists(path) ? base.open(path) : base.create(path)
    case .keptByTheDead: file = try base.exists(path) ? nil : base.create(path)
    case .removedByARefusedOpener:
      file = try base.lock(path)
      if file == nil { try base.remove(path) }
    case .cutsWhatItIsRefused:
      file = try base.lock(path)
      if file == nil { try cutOffALine(of: path.replacingOccurrences(of: "/lock", with: "/journal")) }
    case .lostByASecondOpening:
      file = try base.lock(path)
      // As POSIX does to all locks of a process on a file of which it closes a descriptor.
      if file == nil { change(LOCK_UN) }
    case .lostWhenAFileIsReplaced, .lostWhileAFileIsMade, .lostWhenAnotherFileIsRead, .lostByALongWrite:
      file = try base.lock(path)
    }
    if let file { locked.withLock { $0 = (path, file) } }
    return file
  }

  func close(_ file: Int32) {
    let path = locked.withLock { locked in
      guard let held = locked, held.file == file else { return nil as String? }
      locked = nil
      return held.path
    }
    base.close(file)
    guard let path else { return }
    if defect == .ofItsProcessAlone { Self.inThisProcess.withLock { _ = $0.remove(path) } }
    if defect == .keptByTheDead { try? base.remove(path) }
  }

  func create(_ path: String) throws -> Int32 {
    if defect == .lostWhileAFileIsMade { change(LOCK_UN) }
    return try base.create(path)
  }

  func rename(_ path: String, to newPath: String) throws {
    let replaces = try base.exists(newPath)
    try base.rename(path, to: newPath)
    if defect == .lostWhenAFileIsReplaced, replaces { change(LOCK_UN) }
    guard defect == .lostWhileAFileIsMade else { return }
    usleep(20_000)
    change(LOCK_EX | LOCK_NB)
  }

  func read(_ path: String) throws -> [UInt8] {
    if defect == .lostWhenAnotherFileIsRead, !path.hasSuffix("/journal") { change(LOCK_UN) }
    return try base.read(path)
  }

  func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    if defect == .lostByALongWrite, bytes.count > 4_096 { change(LOCK_UN) }
    return try base.append(bytes, to: file)
  }

  private func change(_ operation: Int32) {
    if let file = locked.withLock({ $0?.file }) { _ = flock(file, operation) }
  }

  /// Takes the last line of a journal for one that was torn.
  private func cutOffALine(of path: String) throws {
    guard try base.exists(path) else { return }
    let lines = try base.read(path).split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1 else { return }
    let file = try base.open(path)
    defer { base.close(file) }
    try base.truncate(file, to: lines.dropLast().reduce(0) { $0 + $1.count + 1 })
  }
}
