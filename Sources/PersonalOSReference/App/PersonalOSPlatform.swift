import Foundation
import PlatformStandIns
import StorageContract

/// What the device and its build give the app.
public struct PersonalOSPlatform: Sendable {
  // Where something may be left.
  public var store: any Store
  public var keychain: any Keychain
  public var sandbox: AppSandbox
  /// Where backups of migrations lie.
  public var backups: any BackupPlace
  public var notifications: NotificationScheduler

  // Time and chance.
  public var clock: any Clock<Duration>
  /// The wall clock.
  public var now: @Sendable () -> Date
  public var makeID: @Sendable () -> UUID
  public var randomBytes: @Sendable (Int) throws -> [UInt8]

  // Who is at the other end.
  public var network: NetworkAccess
  /// Whoever knows the user's decision about tracking, and who tracks.
  public var tracking: any TrackingAuthorizationSource
  public var sendTrackingEvent: @Sendable (String) -> Void

  public var build: AppBuild

  public init(
    store: any Store, keychain: any Keychain, sandbox: AppSandbox, backups: any BackupPlace,
    notifications: NotificationScheduler, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID = { UUID() },
    randomBytes: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) },
    network: NetworkAccess, tracking: any TrackingAuthorizationSource,
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
    self.network = network
    self.tracking = tracking
    self.sendTrackingEvent = sendTrackingEvent
    self.build = build
  }
}

/// The other ends that the app talks to.
public struct NetworkAccess: Sendable {
  /// Connects to the news proxy, and to whatever else speaks HTTP.
  public var connector: any TLSConnector
  /// The platform's ordinary verdict on a chain of certificates.
  public var platformTrusts: @Sendable (_ chain: [[UInt8]], _ host: String) -> Bool
  public var gitHub: any GitHubTransport
  public var prices: any PriceProvider
  /// Asks the environment's server for its configuration.
  public var fetchConfiguration: @Sendable (AppEnvironment) async throws -> [UInt8]

  public init(
    connector: any TLSConnector, platformTrusts: @escaping @Sendable ([[UInt8]], String) -> Bool,
    gitHub: any GitHubTransport, prices: any PriceProvider,
    fetchConfiguration: @escaping @Sendable (AppEnvironment) async throws -> [UInt8]
  ) {
    self.connector = connector
    self.platformTrusts = platformTrusts
    self.gitHub = gitHub
    self.prices = prices
    self.fetchConfiguration = fetchConfiguration
  }
}

/// What was fixed when the app was built, and for whom it runs.
public struct AppBuild: Sendable {
  public var environment: AppEnvironment
  /// By environment and service. That of "news" is the news proxy.
  public var baseURLs: [AppEnvironment: [String: URL]]
  public var pins: PinPolicy
  /// For whom features are on or off.
  public var userID: String
  public var isDebug: Bool
  /// Whether the developer asked for sample data.
  public var isSeedRequested: Bool
  /// A made-up price for a symbol, or nil.
  public var mockPrice: @Sendable (_ symbol: String) -> Decimal?
  /// "https://personalos.example".
  public var legalSite: String

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
