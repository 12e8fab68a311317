import Foundation

/// Export, import and deletion of everything, as the properties see it.
public struct BackupSystem: Sendable {
  public var openService: @Sendable (BackupSetup) async throws -> any DataBackups
  /// Backups in memory.
  public var openMemory: @Sendable () -> any BackupPlace
  /// Backups in a folder, which need not be there.
  public var openFolder: @Sendable (URL) -> any BackupPlace

  /// The reference.
  public static let reference = BackupSystem(
    openService: { DataBackupService($0) }, openMemory: { MemoryBackupPlace() }, openFolder: { BackupFolder($0) })
}
