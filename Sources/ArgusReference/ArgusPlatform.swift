import Foundation
import PlatformStandIns
import StorageContract

/// What the device and the network give the app.
public struct ArgusPlatform: Sendable {
  public var store: any Store
  public var transport: any HTTPTransport
  public var conditions = DeviceConditions()
  /// Nil: the user has none, and the app stays local.
  public var cloud: (any CloudDatabase)?
  /// Whether the app synchronizes after each write; otherwise when it is asked to.
  public var synchronizesByItself = true
  /// Of this device among the user's.
  public var deviceName = "this device"
  public var storagePolicy = StorageModePolicy.localWhenFailed
  /// Of the backend.
  public var baseURL = "https://argus.example"
  public var backgroundScheduler = BackgroundScheduler()
  public var notifications: NotificationScheduler
  /// What the user set in the app: removed with the app.
  public var appSettings: AppSandbox
  /// What outlives the app on this device, a reinstallation included (A7).
  public var deviceSettings: AppSandbox
  public var time: ArgusTime
  public var makeID: @Sendable () -> UUID
  /// How many articles are kept in memory.
  public var articleMemoryLimit = 100
  /// The database of the app before this one; nil: there is none.
  public var legacyStore: (any Store)?
  /// How many old articles are migrated in one transaction.
  public var migrationBatchSize = 20
  /// Told of each change of what the migration shows.
  public var showMigration: @Sendable (MigrationModal) async -> Void = { _ in }

  public init(
    store: any Store, transport: any HTTPTransport, notifications: NotificationScheduler = NotificationScheduler(),
    appSettings: AppSandbox = AppSandbox(), deviceSettings: AppSandbox = AppSandbox(), time: ArgusTime,
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.transport = transport
    self.notifications = notifications
    self.appSettings = appSettings
    self.deviceSettings = deviceSettings
    self.time = time
    self.makeID = makeID
  }
}
