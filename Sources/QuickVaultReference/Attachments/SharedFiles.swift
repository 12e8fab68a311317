import Foundation
import PlatformStandIns
import Synchronization

/// Files that the user shares with other apps: the only plaintext that leaves the vault's memory. They lie on the disk for
/// everybody to read, and so no longer than needed: until the share is over, the vault is locked, the attachment is
/// deleted, or the app starts.
public final class SharedFiles: Sendable {
  private static let folder = "tmp/shared/"

  private let sandbox: AppSandbox
  /// Held while something is written or removed, so that a lock finds all there is.
  private let turn = Mutex(())

  public init(_ sandbox: AppSandbox) {
    self.sandbox = sandbox
  }

  /// Writes the file, in place of an earlier one of this attachment.
  /// - Throws: ``AuthenticationError/locked`` if the vault was locked meanwhile, and nothing is written.
  func write(_ contents: [UInt8], named name: String, of attachment: UUID, in session: VaultSession) throws -> URL {
    try turn.withLock { _ in
      try session.demandCurrent()
      let path = Self.folder(of: attachment) + Self.fileName(name)
      sandbox.writeFile(contents, at: path)
      return URL(fileURLWithPath: "/" + path)
    }
  }

  /// What the other app would read; nil if the file is no more.
  public func contents(of url: URL) -> [UInt8]? { sandbox.files[Self.path(of: url)] }

  /// The share is over.
  public func remove(_ url: URL) {
    turn.withLock { _ in
      let path = Self.path(of: url)
      if path.utf8.starts(with: Self.folder.utf8) { sandbox.removeFile(at: path) }
    }
  }

  /// Nothing of the attachment is shared any more.
  public func remove(of attachment: UUID) {
    turn.withLock { _ in removeFiles(below: Self.folder(of: attachment)) }
  }

  func removeAll() {
    turn.withLock { _ in removeFiles(below: Self.folder) }
  }

  private func removeFiles(below folder: String) {
    for path in sandbox.files.keys where path.utf8.starts(with: folder.utf8) { sandbox.removeFile(at: path) }
  }

  private static func folder(of attachment: UUID) -> String { folder + attachment.uuidString + "/" }

  private static func path(of url: URL) -> String { String(url.path.drop { $0 == "/" }) }

  /// The name as it is, if it is one: without what would lead to another folder, or to none.
  private static func fileName(_ name: String) -> String {
    let safe = String(String.UnicodeScalarView(name.unicodeScalars.map { "/\0".unicodeScalars.contains($0) ? "_" : $0 }))
    return ["", ".", ".."].contains(safe) ? "_" : safe
  }
}
