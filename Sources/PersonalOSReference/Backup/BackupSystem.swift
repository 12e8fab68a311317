/// Export, import and deletion of everything, as the properties see it.
public struct BackupSystem: Sendable {
  public var openService: @Sendable (BackupSetup) async throws -> any DataBackups

  /// The reference.
  public static let reference = BackupSystem(openService: { DataBackupService($0) })
}
