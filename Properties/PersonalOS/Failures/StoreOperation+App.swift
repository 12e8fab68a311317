import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

// The app's parts, each opened over the store of the moment, and what they are given.

extension StoreOperation {
  static let post = SocialPost(
    id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), text: "a",
    createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
  static let otherPost = SocialPost(
    id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)), text: "b",
    createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
  static let trade = TradeRecord(
    id: UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), symbol: "AAPL", type: .buy, quantity: 3, price: 10,
    date: Date(timeIntervalSinceReferenceDate: 0), notes: "n")
  /// Of all but one of ``trade``.
  static func sale(_ number: UInt8) -> TradeRecord {
    TradeRecord(
      id: UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)), symbol: "AAPL", type: .sell, quantity: 2,
      price: 10, date: Date(timeIntervalSinceReferenceDate: 1), notes: "")
  }
  static let configuration = RemoteConfiguration(
    apiKeys: ["a": "k"], endpoints: ["a": "https://a.example"],
    featureFlags: ["f": FeatureFlag(enabled: true, rolloutBasisPoints: 10_000)])
  static let article = FeedArticle(
    url: "https://news.example/a", title: "a", summary: "s", publishedAt: Date(timeIntervalSinceReferenceDate: 0),
    source: "feed")
  private static let deviceKey = [UInt8](repeating: 9, count: 32)
  private static let now = Date(timeIntervalSinceReferenceDate: 100)

  static func posts(_ app: App) -> any Repository<SocialPost> {
    app.system.dataAccess.openPosts(DataSetup(data: app.data, store: app.store))
  }

  /// A keychain in the app's own store, so that its failures are the keychain's.
  static func keychain(_ app: App) async throws -> any BackedUpKeychain {
    try await app.system.security.openKeychain(
      KeychainSetup(store: app.store, device: DeviceLock(), deviceKey: deviceKey))
  }

  /// Over the keychain of the device, which does not fail.
  static func storage(_ app: App) async throws -> any SecureStorage { try await storage(app, app.keychain) }

  /// Over a keychain in this store.
  static func storage(_ app: App, over store: any Store) async throws -> any SecureStorage {
    try await storage(app, try await keychain(app))
  }

  private static func storage(_ app: App, _ keychain: any Keychain) async throws -> any SecureStorage {
    try await app.system.security.openSecureStorage(
      SecureStorageSetup(
        keychain: keychain, data: app.data, sandbox: AppSandbox(), log: app.system.errors.makeLog(100, []), now: { now }))
  }

  /// Over a store that seals their notes.
  static func trades(_ app: App) async throws -> BaseRepository<TradeRecord> {
    BaseRepository(DataActor(store: app.system.security.makeSealing(try await storage(app)).over(app.store)))
  }

  @MainActor
  static func timer(_ app: App, restored: Bool = false) async throws -> any FocusTiming {
    let id = UUID(uuid: (3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let timer = app.system.focus.openTimer(
      FocusSetup(data: app.data, notifications: NotificationScheduler(), now: { now }, makeID: { id }))
    if restored { try await timer.restoreSession() }
    return timer
  }

  static func item(_ app: App) -> NewsItem { app.system.bookmarks.makeItem(article, .api) }
  static func bookmarks(_ app: App) -> any ArticleBookmarks { app.system.bookmarks.openBookmarks(app.data) }
  static func tasks(_ app: App) -> any ArticleTasks { app.system.bookmarks.openTasks(app.data) { now } }

  static func book(_ app: App) async throws -> any TradeBook {
    try await app.system.trading.openLedger(
      TradeBookSetup(data: app.data, log: app.system.errors.makeLog(100, []), present: { _ in }, now: { now }))
  }

  static func newsService(_ app: App, isDown: Bool = false) -> any NewsProviding {
    app.system.news.openService(app.data, OneArticle(isDown: isDown)) { now }
  }

  static func backup(_ app: App) async throws -> any DataBackups {
    try await app.system.backup.openService(
      BackupSetup(
        data: app.data, backups: app.backups, keychain: EmptyKeychain(), notifications: NotificationScheduler()))
  }

  static func migrator(_ app: App) async throws -> any Migrator {
    try await app.system.migration.openMigrator(
      MigrationSetup(data: app.data, backups: app.backups, present: { _ in }, now: { now }), app.system.migration.steps)
  }
}

/// A feed of one article, or of none at all.
private struct OneArticle: NewsFeed {
  let isDown: Bool

  func articles(category: String) async throws -> [FeedArticle] { try articles() }
  func articles(matching query: String) async throws -> [FeedArticle] { try articles() }

  private func articles() throws -> [FeedArticle] {
    if isDown { throw NetworkError.noConnection }
    return [StoreOperation.article]
  }
}
