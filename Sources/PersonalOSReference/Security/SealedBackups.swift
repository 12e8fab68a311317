import Foundation

/// A place for encrypted backups. They are encrypted because the backup of a migration holds every record, with its
/// sensitive fields in clear.
public struct SealedBackups: BackupPlace {
  private static let mark = Array("personalos.sealed.1\n".utf8)

  private let place: any BackupPlace
  private let storage: any SecureStorage

  /// Creates a place that keeps its backups in `place`, encrypted with the key of `storage`.
  public init(_ place: any BackupPlace, _ storage: any SecureStorage) {
    self.place = place
    self.storage = storage
  }

  /// Encrypts the backup, and adds it with a mark in front of the ciphertext.
  /// - Throws: the errors of encryption and of the place. No backup was added then.
  public func write(_ bytes: [UInt8]) async throws -> URL {
    try await place.write(Self.mark + (try await storage.encryptData(bytes)))
  }

  /// Reads and decrypts a backup. A backup that an older version of the app left in clear is returned as it is.
  /// - Throws: the place's errors. ``SecurityError/encryptionFailed`` for a backup that was altered, or encrypted
  ///   with another key.
  public func read(_ url: URL) async throws -> [UInt8] {
    let bytes = try await place.read(url)
    guard bytes.starts(with: Self.mark) else { return bytes }
    return try await storage.decryptData(Array(bytes.dropFirst(Self.mark.count)))
  }

  public func all() async throws -> [URL] { try await place.all() }
  public func deleteAll() async throws { try await place.deleteAll() }
}
