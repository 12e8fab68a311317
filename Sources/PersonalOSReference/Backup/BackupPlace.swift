import Foundation

/// Keeps the backups that the app makes before a migration.
public protocol BackupPlace: Sendable {
  /// Adds a backup and returns its address. If this throws, no backup was added.
  func write(_ bytes: [UInt8]) async throws -> URL

  /// Returns the bytes of a backup.
  /// - Throws: ``BackupError/missing(_:)`` if there is no backup at this address, or no longer.
  func read(_ url: URL) async throws -> [UInt8]

  /// The addresses of all backups, oldest first.
  func all() async throws -> [URL]

  /// Removes every backup. It is no error if there is none.
  func deleteAll() async throws
}

/// Keeps each backup in a file of one folder.
public actor BackupFolder: BackupPlace {
  private let folder: URL

  /// Touches no file yet.
  /// - Parameter folder: The folder for the backups and nothing else. The first ``write(_:)`` creates it.
  public init(_ folder: URL) {
    self.folder = folder
  }

  /// Writes the file `backup-N.json`, where N is one more than the greatest number in the folder. It creates the folder if
  /// needed.
  public func write(_ bytes: [UInt8]) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = (try numbered().last?.number ?? 0) + 1
    let url = folder.appendingPathComponent("backup-\(number).json")
    try Data(bytes).write(to: url, options: .atomic)
    return url
  }

  /// Returns the bytes of a backup. Only the file name of the address counts, so an address stays valid if the folder
  /// moves.
  /// - Throws: ``BackupError/missing(_:)`` if the folder has no backup of this name; what the file system throws.
  public func read(_ url: URL) throws -> [UInt8] {
    guard try all().contains(where: { $0.lastPathComponent == url.lastPathComponent }) else {
      throw BackupError.missing(url)
    }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(url.lastPathComponent)))
  }

  public func all() throws -> [URL] { try numbered().map(\.url) }

  public func deleteAll() throws {
    for url in try all() { try FileManager.default.removeItem(at: url) }
  }

  private func numbered() throws -> [(number: Int, url: URL)] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .compactMap { url in
        url.lastPathComponent.wholeMatch(of: #/backup-(\d{1,18})\.json/#).flatMap { Int($0.1) }
          .map { (number: $0, url: url) }
      }
      .sorted { $0.number < $1.number }
  }
}

/// Keeps the backups in memory, as long as the object lives.
public actor MemoryBackupPlace: BackupPlace {
  private var backups: [(url: URL, bytes: [UInt8])] = []
  private var count = 0

  /// Starts without backups.
  public init() {}

  public func write(_ bytes: [UInt8]) throws -> URL {
    count += 1
    guard let url = URL(string: "memory:backup-\(count)") else { throw CocoaError(.fileWriteInvalidFileName) }
    backups.append((url, bytes))
    return url
  }

  public func read(_ url: URL) throws -> [UInt8] {
    guard let backup = backups.first(where: { $0.url == url }) else { throw BackupError.missing(url) }
    return backup.bytes
  }

  public func all() -> [URL] { backups.map(\.url) }

  public func deleteAll() { backups = [] }
}
