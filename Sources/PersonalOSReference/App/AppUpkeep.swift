import PlatformStandIns

/// The services that maintain the app's data as a whole: migration, sample data, export, import and deletion.
@MainActor
public struct AppUpkeep {
  /// Brings the store to the current layout. The launch calls it first.
  public let migrator: any Migrator
  /// Writes sample data into an empty store, if a developer asked for it.
  public let seeding: any Seeding
  /// Exports, imports and deletes all of the user's data.
  public let backups: any DataBackups

  init(_ core: AppCore) async throws {
    let (platform, parts) = (core.platform, core.parts)
    migrator = try await parts.migration.openMigrator(
      MigrationSetup(
        data: core.data, backups: core.backups, present: core.presenting("migrate the data"), now: platform.now),
      parts.migration.steps)
    seeding = try await parts.migration.openSeeding(
      SeedSetup(
        data: core.data, environment: platform.build.environment, isSeedRequested: platform.build.isSeedRequested,
        isDebugBuild: platform.build.isDebug))
    backups = try await parts.backup.openService(
      BackupSetup(
        data: core.data, backups: core.backups, keychain: platform.keychain, notifications: platform.notifications))
    core.put(migrator, for: AppServices.migrator)
    core.put(backups, for: AppServices.backupService)
  }
}
