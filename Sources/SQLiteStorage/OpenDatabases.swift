import Foundation
import StorageContract

/// The database files that this process has open.
///
/// SQLite locks with POSIX locks, and the system drops all of a process's locks on a file as soon as the process
/// closes *any* descriptor of it. So a file that is open here must not be opened a second time, not even to
/// look at it: another process could then take it over, and each would overwrite what the other wrote.
enum OpenDatabases {
  /// A file whatever its path: hard and symbolic links lead to the same one.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  private static let identities = ForkSafe<Set<Identity>>([])

  /// Claims the file for one connection.
  /// - Throws: ``StoreError/inUse(path:)`` where this process has it open already.
  static func claim(_ path: String) throws -> Identity? {
    guard let identity = identity(of: path) else { return nil }
    guard identities.withLock({ $0.insert(identity).inserted }) else {
      throw StoreError.inUse(path: path)
    }
    return identity
  }

  static func release(_ identity: Identity?) {
    guard let identity else { return }
    identities.withLock { _ = $0.remove(identity) }
  }

  /// - Throws: ``StoreError/inUse(path:)`` where this process has the file open.
  static func refuse(_ path: String) throws {
    if let identity = identity(of: path), identities.withLock({ $0.contains(identity) }) {
      throw StoreError.inUse(path: path)
    }
  }

  /// Asks the file system, without opening the file. Nil where there is none.
  private static func identity(of path: String) -> Identity? {
    // Through links: the attributes of a link are its own.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      let device = (attributes[.systemNumber] as? NSNumber)?.uint64Value,
      let file = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    else { return nil }
    return Identity(device: device, file: file)
  }
}
