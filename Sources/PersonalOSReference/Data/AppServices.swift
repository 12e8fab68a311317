import Foundation
import PlatformStandIns
import StorageContract

/// The keys of the app's services, and how the container makes each of them.
///
/// The code that starts the app registers the parts of the platform under ``Parts``. If some are missing, the services that
/// need them cannot be resolved. All other services can.
public enum AppServices {
  /// The keys of the parts that come from the platform.
  public enum Parts {
    /// The store for all records.
    public static let store = DependencyKey<any Store>("Store")
    /// The keychain with credentials and keys.
    public static let keychain = DependencyKey<any Keychain>("Keychain")
    /// The scheduler of notices.
    public static let notifications = DependencyKey<NotificationScheduler>("NotificationScheduler")
    /// The place for the backups of migrations.
    public static let backups = DependencyKey<any BackupPlace>("BackupPlace")
    /// The client of GitHub.
    public static let gitHub = DependencyKey<any GitHubTransport>("GitHubTransport")
    /// The presenter of errors.
    public static let errors = DependencyKey<any ErrorPresenting>("ErrorPresenter")
  }

  /// The access to the store. It needs ``Parts/store``.
  public static let data = DependencyKey<any DataAccess>("DataAccess")
  /// The gate that blocks the effects of cancelled requests. It needs no part.
  public static let gate = DependencyKey<EffectGate>()
  /// The runner of requests. It needs ``data`` and ``gate``.
  public static let requests = DependencyKey<any RequestRunner>("RequestRunner")
  /// The social posts in the store. It needs ``data``.
  public static let posts = DependencyKey<any SocialPostRepository>("SocialPostRepository")
  /// Export, import and deletion. It needs ``data``, ``Parts/backups``, ``Parts/keychain`` and ``Parts/notifications``.
  public static let backupService = DependencyKey<any DataBackups>("DataBackupService")
  /// The migration of the store. It needs ``data``, ``Parts/backups`` and ``Parts/errors``.
  public static let migrator = DependencyKey<any Migrator>("MigrationCoordinator")
  /// The sync with GitHub. It needs ``data`` and ``Parts/gitHub``.
  public static let projectSync = DependencyKey<any ProjectSync>("GitHubSyncService")

  /// Registers the reference implementation of every service. It makes none of them yet.
  /// - Parameter openData: Makes the access to the store. The default is ``DataActor``.
  public static func register(
    in registry: any DependencyRegistry,
    openData: @escaping @Sendable (any Store) -> any DataAccess = { DataActor(store: $0) }
  ) {
    registry.register(data) { openData(try $0.resolve(Parts.store)) }
    registry.register(gate) { _ in EffectGate() }
    registry.register(requests) { GatedRequests(gate: try $0.resolve(gate), data: try $0.resolve(data)) }
    registry.register(posts) { StoredSocialPosts(data: try $0.resolve(data)) }
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
