import Foundation
import PlatformStandIns
import StorageContract

/// The device, the network and the build that the app runs on.
public struct PersonalOSPlatform: Sendable {
  // The places that keep data.
  /// The store for all records. The app seals sensitive fields before they get there.
  public var store: any Store
  /// Holds the credentials and the encryption keys.
  public var keychain: any Keychain
  /// The preferences and files of the app. Nothing secret may go there.
  public var sandbox: AppSandbox
  /// The place for the backups that the app makes before a migration.
  public var backups: any BackupPlace
  /// Delivers the notices of the focus timer.
  public var notifications: NotificationScheduler

  // Time and randomness.
  /// The monotonic clock, for delays and time windows.
  public var clock: any Clock<Duration>
  /// The date and time of the wall clock, which the user may change.
  public var now: @Sendable () -> Date
  /// Makes the ids of new records. By default they are random UUIDs.
  public var makeID: @Sendable () -> UUID
  /// Makes random bytes for keys and nonces, as many as asked for. The default is `SecureRandom`.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  /// The jitter of the back-off. The default is the system's generator.
  public var jitter: any RandomNumberGenerator & Sendable

  // The outside world.
  /// The servers that the app talks to.
  public var network: NetworkAccess
  /// The system's record of the user's decision about tracking.
  public var tracking: any TrackingAuthorizationSource
  /// What the device says about its own protection.
  public var device: any DeviceProbe
  /// Sends a tracking event. The app calls this only with the user's consent.
  public var sendTrackingEvent: @Sendable (String) -> Void

  /// The settings of this build of the app.
  public var build: AppBuild

  /// Creates a platform from its parts. By default ids are random UUIDs, random bytes come from `SecureRandom`, and the
  /// device is the one that this process runs on.
  public init(
    store: any Store, keychain: any Keychain, sandbox: AppSandbox, backups: any BackupPlace,
    notifications: NotificationScheduler, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID = { UUID() },
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) },
    jitter: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    network: NetworkAccess, tracking: any TrackingAuthorizationSource, device: any DeviceProbe = SystemDeviceProbe(),
    sendTrackingEvent: @escaping @Sendable (String) -> Void, build: AppBuild
  ) {
    self.store = store
    self.keychain = keychain
    self.sandbox = sandbox
    self.backups = backups
    self.notifications = notifications
    self.clock = clock
    self.now = now
    self.makeID = makeID
    self.randomBytes = randomBytes
    self.jitter = jitter
    self.network = network
    self.tracking = tracking
    self.device = device
    self.sendTrackingEvent = sendTrackingEvent
    self.build = build
  }
}

/// The platform's network. The app itself checks every server that it talks to.
public struct NetworkAccess: Sendable {
  /// Connects to HTTPS servers.
  public var connector: any TLSConnector
  /// The platform's own verdict on a certificate chain, without pins. The chain is in DER, the server's certificate first.
  public var platformTrusts: @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool

  /// Creates the access from its parts. It connects to nothing.
  public init(
    connector: any TLSConnector, platformTrusts: @escaping @Sendable ([[UInt8]], String) -> Bool
  ) {
    self.connector = connector
    self.platformTrusts = platformTrusts
  }
}

/// The settings that were fixed when the app was built, and the user it runs for.
public struct AppBuild: Sendable {
  /// The environment whose servers the app uses.
  public var environment: AppEnvironment
  /// The base URLs of each environment, by service: "news" (the news proxy), "configuration", "prices" and "gitHub".
  public var baseURLs: [AppEnvironment: [String: URL]]
  /// The hosts whose certificates are pinned, with their keys. By default no host is pinned.
  public var pins: PinPolicy
  /// The user's id, which decides in which rollouts he takes part.
  public var userID: String
  /// Whether this is a debug build.
  public var isDebug: Bool
  /// Whether the developer asked for sample data.
  public var isSeedRequested: Bool
  /// Returns a made-up price for a symbol without a real one, or nil. By default there are no made-up prices.
  public var mockPrice: @Sendable (_ symbol: String) -> Decimal?
  /// The web site of the legal documents, by default "https://personalos.example".
  public var legalSite: String

  /// Creates a build. By default it has no base URLs, no pins and no made-up prices.
  public init(
    environment: AppEnvironment, baseURLs: [AppEnvironment: [String: URL]] = [:], pins: PinPolicy = PinPolicy([:]),
    userID: String, isDebug: Bool, isSeedRequested: Bool,
    mockPrice: @escaping @Sendable (String) -> Decimal? = { _ in nil }, legalSite: String = "https://personalos.example"
  ) {
    self.environment = environment
    self.baseURLs = baseURLs
    self.pins = pins
    self.userID = userID
    self.isDebug = isDebug
    self.isSeedRequested = isSeedRequested
    self.mockPrice = mockPrice
    self.legalSite = legalSite
  }
}
