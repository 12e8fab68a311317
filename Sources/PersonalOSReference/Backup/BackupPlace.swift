import Foundation

/// Where the backups lie that are made before a migration.
public protocol BackupPlace: Sendable {
  /// Adds a backup. On failure there is none.
  func write(_ bytes: [UInt8]) async throws -> URL

  /// - Throws: ``BackupError/missing(_:)`` for what is not here (any more).
  func read(_ url: URL) async throws -> [UInt8]

  /// Those that are here, oldest first.
  func all() async throws -> [URL]

  /// Removes every backup; none is no error.
  func deleteAll() async throws
}

/// Backups in a folder, a file each.
public actor BackupFolder: BackupPlace {
  private let folder: URL

  /// - Parameter folder: nothing but backups; made with the first one.
  public init(_ folder: URL) {
    self.folder = folder
  }

  public func write(_ bytes: [UInt8]) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = (try numbered().last?.number ?? 0) + 1
    let url = folder.appendingPathComponent("backup-\(number).json")
    try Data(bytes).write(to: url, options: .atomic)
    return url
  }

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

/// Backups in memory, as long as the object lives.
public actor MemoryBackupPlace: BackupPlace {
  private var backups: [(url: URL, bytes: [UInt8])] = []
  private var count = 0

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
