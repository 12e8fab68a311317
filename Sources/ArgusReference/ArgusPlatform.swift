import Foundation
import PlatformStandIns
import StorageContract

/// The device, the network and the configuration that an app is launched with.
public struct ArgusPlatform: Sendable {
  /// Holds all data of the app, including the settings and the records for synchronization. The app does not close it.
  public var store: any Store
  /// Carries the requests to the backend.
  public var transport: any HTTPTransport
  /// The device's network and power. By default the device is online and has external power.
  public var conditions = DeviceConditions()
  /// The user's cloud. Nil, the default, means that the user has none, and that the app stays local.
  public var cloud: (any CloudDatabase)?
  /// Whether the app synchronizes after each write. If false, it does so only in recoveries and at
  /// ``ArgusApp/synchronize()``.
  public var synchronizesByItself = true
  /// The name of this device. It must differ from the names of the user's other devices.
  public var deviceName = "this device"
  /// The health at which the app leaves the cloud. By default only a failed cloud does that.
  public var storagePolicy = StorageModePolicy.localWhenFailed
  /// The base address of the backend, without a slash at its end.
  public var baseURL = "https://argus.example"
  /// The system's scheduler of background tasks.
  public var backgroundScheduler = BackgroundScheduler()
  /// The system's scheduler of notifications to the user.
  public var notifications: NotificationScheduler
  /// Settings that the system removes together with the app.
  public var appSettings: AppSandbox
  /// Settings of this device that outlast the app, so that they are still there after a reinstallation (A7).
  public var deviceSettings: AppSandbox
  /// The device's clocks, and the way to wait.
  public var time: ArgusTime
  /// Makes the ids of transactions and of settings' observers. Each must be new.
  public var makeID: @Sendable () -> UUID
  /// The most articles that are kept in memory. The loader keeps the same number of rendered texts.
  public var articleMemoryLimit = 100
  /// The database of the app before this one, or nil if there is none.
  public var legacyStore: (any Store)?
  /// The number of old articles that one transaction migrates.
  public var migrationBatchSize = 20
  /// Called at each change of the migration's modal.
  public var showMigration: @Sendable (MigrationModal) async -> Void = { _ in }

  /// Creates a platform. All other properties start with their defaults, and can be set before the launch.
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
