import Foundation
import PlatformStandIns
import Synchronization

/// The attachments that the user shares with other apps, in files that anybody can read on the disk. Attachments leave
/// the vault's memory unencrypted in no other way. Each file is deleted as soon as the share ends, the vault locks, the
/// attachment is deleted, its watermark changes, or the app starts.
public final class SharedFiles: Sendable {
  private static let folder = "tmp/shared/"

  private let sandbox: AppSandbox
  /// How often files were withdrawn. Held while a file is written or removed, so that a lock removes every file.
  private let turn = Mutex(0)

  /// Uses the folder `tmp/shared/` of the sandbox, and leaves the files there for the app to remove.
  public init(_ sandbox: AppSandbox) {
    self.sandbox = sandbox
  }

  /// How often files were withdrawn because their attachments were changed.
  var withdrawals: Int { turn.withLock { $0 } }

  /// Writes the file, in place of an earlier one of this attachment.
  /// - Parameter withdrawals: as many as there were before the attachment was read.
  /// - Returns: nil if files were withdrawn since. The contents may be out of date then, and nothing is written.
  /// - Throws: ``AuthenticationError/locked`` if the vault was locked in the meantime. Then nothing is written.
  func write(
    _ contents: [UInt8], named name: String, of attachment: UUID, since withdrawals: Int, in session: VaultSession
  ) throws -> URL? {
    try turn.withLock { count in
      try session.demandCurrent()
      guard count == withdrawals else { return nil }
      let path = Self.folder(of: attachment) + Self.fileName(name)
      sandbox.writeFile(contents, at: path)
      return URL(fileURLWithPath: "/" + path)
    }
  }

  /// The bytes that the other app reads, or nil if the file is gone.
  public func contents(of url: URL) -> [UInt8]? { sandbox.files[Self.path(of: url)] }

  /// Deletes the file when its share ends. Does nothing for a file outside the folder of shared files.
  public func remove(_ url: URL) {
    turn.withLock { _ in
      let path = Self.path(of: url)
      if path.utf8.starts(with: Self.folder.utf8) { sandbox.removeFile(at: path) }
    }
  }

  /// Deletes all shared files of the attachment.
  public func remove(of attachment: UUID) {
    turn.withLock { count in
      count += 1
      removeFiles(below: Self.folder(of: attachment))
    }
  }

  func removeAll() {
    turn.withLock { _ in removeFiles(below: Self.folder) }
  }

  private func removeFiles(below folder: String) {
    for path in sandbox.files.keys where path.utf8.starts(with: folder.utf8) { sandbox.removeFile(at: path) }
  }

  private static func folder(of attachment: UUID) -> String { folder + attachment.uuidString + "/" }

  private static func path(of url: URL) -> String { String(url.path.drop { $0 == "/" }) }

  /// The name, with "_" in place of "/" and U+0000. An empty name, "." and ".." become "_", because they do not name a
  /// file.
  private static func fileName(_ name: String) -> String {
    let safe = String(String.UnicodeScalarView(name.unicodeScalars.map { "/\0".unicodeScalars.contains($0) ? "_" : $0 }))
    return ["", ".", ".."].contains(safe) ? "_" : safe
  }
}
