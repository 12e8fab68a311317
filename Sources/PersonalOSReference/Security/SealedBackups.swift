import Foundation

/// A place of backups in which nothing can be read without the key: a backup of a migration holds every record, its
/// sensitive fields opened.
public struct SealedBackups: BackupPlace {
  private static let mark = Array("personalos.sealed.1\n".utf8)

  private let place: any BackupPlace
  private let storage: any SecureStorage

  public init(_ place: any BackupPlace, _ storage: any SecureStorage) {
    self.place = place
    self.storage = storage
  }

  public func write(_ bytes: [UInt8]) async throws -> URL {
    try await place.write(Self.mark + (try await storage.encryptData(bytes)))
  }

  /// - Throws: also ``SecurityError/encryptionFailed`` for one that was sealed with another key, or altered. A backup that
  ///   an older version of the app left in clear is read as it is.
  public func read(_ url: URL) async throws -> [UInt8] {
    let bytes = try await place.read(url)
    guard bytes.starts(with: Self.mark) else { return bytes }
    return try await storage.decryptData(Array(bytes.dropFirst(Self.mark.count)))
  }

  public func all() async throws -> [URL] { try await place.all() }
  public func deleteAll() async throws { try await place.deleteAll() }
}
