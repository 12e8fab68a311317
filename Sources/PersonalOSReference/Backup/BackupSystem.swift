import Foundation

/// How the properties make the backup service and the places for backups.
public struct BackupSystem: Sendable {
  /// Opens a backup service over these parts.
  public var openService: @Sendable (BackupSetup) async throws -> any DataBackups
  /// Makes a place that keeps backups in memory.
  public var openMemory: @Sendable () -> any BackupPlace
  /// Makes a place that keeps backups in a folder. The folder need not exist.
  public var openFolder: @Sendable (URL) -> any BackupPlace

  /// The components of the reference core.
  public static let reference = BackupSystem(
    openService: { DataBackupService($0) }, openMemory: { MemoryBackupPlace() }, openFolder: { BackupFolder($0) })
}
