import CIsolation
import Foundation
import ProcessStorage
import StorageContract
import Synchronization

/// A disk of its own for a store, in memory, that can be made full: what STO-42 needs beside a limit of the size of files, which a
/// file that has its size from the beginning never meets.
public struct SmallDisk: Sendable {
  let folder: String

  private static let mayBeMade = Mutex(false)

  /// Gives this process mounts of its own, which end with it and which nobody else sees, so that disks can be made. Call it before the
  /// process has a second thread.
  /// - Returns: why it could not be done; nil if it was. The system has to be Linux, and let the user mount: root, or user namespaces.
  @discardableResult public static func prepare() -> String? {
    let failure = cisolation_take_own_mounts()
    guard failure == 0 else { return String(cString: strerror(failure)) }
    mayBeMade.withLock { $0 = true }
    return nil
  }

  /// A disk in the place of the folder in which the store's process keeps its files.
  /// - Returns: nil if no disk can be made, or the folder is not the store's alone.
  init?(under process: (any KillableLocation)?) async throws {
    guard Self.mayBeMade.withLock({ $0 }), let place = process as? any RecordableLocation,
      let folder = try await place.ownFolder()
    else { return nil }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard cisolation_mount_disk(folder, Self.plenty) == 0 else { return nil }
    self.folder = folder
  }

  /// - Parameter room: how many bytes can still be written, rounded up to pages; nil: plenty.
  func leave(_ room: Int?) throws {
    let failure = cisolation_leave_room(folder, room.map(Int64.init) ?? Self.plenty)
    guard failure == 0 else { throw StoreError.unsupported("a disk of another size: \(FileLayerError(code: failure))") }
  }

  /// Takes it away, with what lies on it.
  func remove() { _ = cisolation_unmount_disk(folder) }

  private static let plenty = Int64(1) << 30
}
