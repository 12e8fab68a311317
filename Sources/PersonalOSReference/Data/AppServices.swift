import Foundation
import PlatformStandIns
import StorageContract

/// The app's services and what each of them needs, in one place.
///
/// What the platform gives is registered by whoever starts the app, under ``Parts``. Where some of it is
/// missing, the services that need it cannot be had, and all others can.
public enum AppServices {
  /// What comes from the platform.
  public enum Parts {
    public static let store = DependencyKey<any Store>("Store")
    public static let keychain = DependencyKey<any Keychain>("Keychain")
    public static let notifications = DependencyKey<NotificationScheduler>("NotificationScheduler")
    public static let backups = DependencyKey<any BackupPlace>("BackupPlace")
    public static let gitHub = DependencyKey<any GitHubTransport>("GitHubTransport")
    public static let errors = DependencyKey<any ErrorPresenting>("ErrorPresenter")
  }

  public static let data = DependencyKey<any DataAccess>("DataAccess")
  public static let gate = DependencyKey<EffectGate>()
  public static let requests = DependencyKey<any RequestRunner>("RequestRunner")
  public static let posts = DependencyKey<any Repository<SocialPost>>("SocialPostRepository")
  public static let backupService = DependencyKey<any DataBackups>("DataBackupService")
  public static let migrator = DependencyKey<any Migrator>("MigrationCoordinator")
  public static let projectSync = DependencyKey<any ProjectSync>("GitHubSyncService")

  /// - Parameter openData: the app's access to its store.
  public static func register(
    in registry: any DependencyRegistry,
    openData: @escaping @Sendable (any Store) -> any DataAccess = { DataActor(store: $0) }
  ) {
    registry.register(data) { openData(try $0.resolve(Parts.store)) }
    registry.register(gate) { _ in EffectGate() }
    registry.register(requests) { GatedRequests(gate: try $0.resolve(gate), data: try $0.resolve(data)) }
    registry.register(posts) { BaseRepository(try $0.resolve(data)) }
    registry.register(projectSync) {
      GitHubSyncService(data: try $0.resolve(data), transport: try $0.resolve(Parts.gitHub))
    }
    registry.register(backupService) {
      DataBackupService(
        BackupSetup(
          data: try $0.resolve(data), backups: try $0.resolve(Parts.backups),
          keychain: try $0.resolve(Parts.keychain), notifications: try $0.resolve(Parts.notifications)))
    }
    registry.register(migrator) {
      let errors = try $0.resolve(Parts.errors)
      return MigrationCoordinator(
        MigrationSetup(
          data: try $0.resolve(data), backups: try $0.resolve(Parts.backups),
          present: { _ = await errors.present($0, during: "migration", retry: nil) }, now: { Date() }))
    }
  }
}
