import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Something that the app does with its store, and that a failure of the store makes impossible.
struct StoreOperation: Sendable {
  /// The app, and what it works on beside its store.
  struct App: Sendable {
    let system: PersonalOSSystem
    var store: any Store
    let keychain: any Keychain
    let backups: any BackupPlace
    /// What the preparation has exported, and where it has put a backup.
    let exported = Remembered(Data())
    let place = Remembered<URL?>(nil)

    var data: any DataAccess { system.dataAccess.openData(store) }
  }

  typealias Action = @Sendable (App) async throws -> Void

  let name: String
  /// What has to be there before.
  let prepare: Action
  let perform: Action
  /// Whether the store is as it was if it fails: it is one transaction.
  let isWhole: Bool

  init(_ name: String, isWhole: Bool = true, after prepare: @escaping Action = { _ in }, _ perform: @escaping Action) {
    (self.name, self.prepare, self.perform, self.isWhole) = (name, prepare, perform, isWhole)
  }

  static let all = repositories + security + services + ledger + news + upkeep

  static let repositories = [
    StoreOperation("save a post in the repository") { try await posts($0).save(post) },
    StoreOperation("delete a post in the repository", after: { try await posts($0).save(post) }) { try await posts($0).delete(post) },
    StoreOperation("fetch posts", after: { try await posts($0).save(post) }) { _ = try await posts($0).fetch(predicate: nil) },
    StoreOperation("count posts", after: { try await posts($0).save(post) }) { app in
      _ = try await posts(app).count(predicate: nil)
      _ = try await posts(app).count { $0.text == "a" }
    },
    StoreOperation("keep a decimal") { try await $0.system.money.openAmounts($0.data).save(12.5, as: "a") },
    StoreOperation("read a decimal", after: { try await $0.system.money.openAmounts($0.data).save(12.5, as: "a") }) {
      _ = try await $0.system.money.openAmounts($0.data).amount("a")
    },
    StoreOperation("save a post of the dashboard") { try await $0.system.social.openRepository($0.data).save(post) },
    StoreOperation("delete a post of the dashboard", after: { try await posts($0).save(post) }) {
      try await $0.system.social.openRepository($0.data).delete(post)
    },
    StoreOperation("read the dashboard's posts", after: { try await posts($0).save(post) }) {
      _ = try await $0.system.social.openRepository($0.data).fetchAll()
    },
    StoreOperation("carry out a request") { app in
      let gate = EffectGate()
      let runner = app.system.tasks.makeRunner(gate, app.data)
      let key = TaskKey("save", in: TaskScope("a view"))
      try await runner.run([.save([{ try $0.save(post) }, { try $0.save(otherPost) }])], as: gate.admit(key)) { _ in }
    },
    StoreOperation("work in the data actor") { app in
      try await app.system.dataAccess.openData(app.store).perform { try $0.save(post) }
    },
  ]

  private static let security = [
    StoreOperation("store a credential") { try await storage($0, over: $0.store).store(key: "a", value: "b", accessibility: .whenUnlocked) },
    StoreOperation("read a credential", after: { try await keychain($0).store([1], for: "credential/a", accessibility: .whenUnlocked) }) {
      _ = try await storage($0, over: $0.store).retrieve(key: "a")
    },
    StoreOperation("delete a credential", after: { try await keychain($0).store([1], for: "credential/a", accessibility: .whenUnlocked) }) {
      try await storage($0, over: $0.store).delete(key: "a")
    },
    StoreOperation("encrypt for the first time") { _ = try await storage($0, over: $0.store).encryptData([1, 2]) },
    StoreOperation("empty the keychain", isWhole: false, after: { try await keychain($0).store([1], for: "a", accessibility: .whenUnlocked) }) {
      try await keychain($0).deleteAll()
    },
    StoreOperation("restore the keychain", after: { app in
      let keychain = try await keychain(app)
      for key in ["a", "b"] { try await keychain.store([1], for: key, accessibility: .whenUnlocked) }
      app.exported.set(Data(try await keychain.exportBackup(key: [UInt8](repeating: 1, count: 32))))
    }) {
      try await keychain($0).restoreBackup(Array($0.exported.now), key: [UInt8](repeating: 1, count: 32))
    },
    StoreOperation("back the keychain up", after: { try await keychain($0).store([1], for: "a", accessibility: .whenUnlocked) }) {
      _ = try await keychain($0).exportBackup(key: [UInt8](repeating: 1, count: 32))
    },
    StoreOperation("save an encrypted trade") { try await trades($0).save(trade) },
    StoreOperation("delete an encrypted trade", after: { try await trades($0).save(trade) }) { try await trades($0).delete(trade) },
    StoreOperation("read encrypted trades", after: { try await trades($0).save(trade) }) { _ = try await trades($0).fetch() },
    StoreOperation("protect older notes", isWhole: false, after: { app in
      try await app.data.perform { try $0.save(trade) }
    }) { app in
      let sealing = app.system.security.makeSealing(try await storage(app))
      _ = try await sealing.sealPlainRows(of: app.data)
      let kept = try await app.store.read { try $0.get(trade.storageKey, in: TradeRecord.collection)?.fields["notes"] }
      try expect("the kind of the notes", kept?.kind, equals: "bytes")
    },
    StoreOperation("cache the configuration") { app in
      try await app.system.configuration.openCache(app.data, try await storage(app)).save(configuration, for: .staging)
    },
    StoreOperation("read the cached configuration", after: { app in
      try await app.system.configuration.openCache(app.data, try await storage(app)).save(configuration, for: .staging)
    }) { app in
      _ = try await app.system.configuration.openCache(app.data, try await storage(app)).load(.staging)
    },
    StoreOperation("fetch the configuration anew") { app in
      let cache = app.system.configuration.openCache(app.data, try await storage(app))
      let document = try configuration.document
      let setup = ConfigurationSetup(environment: .staging, fetch: { _ in document }, cache: cache, userID: "u")
      try await app.system.configuration.openService(setup).fetchLatestConfig()
    },
  ]

  static let services = [
    StoreOperation("start a focus session") { try await timer($0).startSession(duration: 60) },
    StoreOperation("pause a focus session", after: { try await timer($0).startSession(duration: 60) }) { app in
      try await timer(app, restored: true).pauseSession()
    },
    StoreOperation("come back to a focus session", after: { try await timer($0).startSession(duration: 60) }) { app in
      try await timer(app).enterForeground()
    },
    StoreOperation("leave a focus session", after: { try await timer($0).startSession(duration: 60) }) { app in
      try await timer(app).enterBackground()
    },
    StoreOperation("end a focus session", after: { try await timer($0).startSession(duration: 60) }) { app in
      try await timer(app, restored: true).endSession()
    },
    StoreOperation("sync with GitHub") { app in
      let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      let setup = GitHubSetup(data: app.data, transport: OneRepository(), newID: { id })
      _ = try await app.system.gitHub.openSync(setup).syncProjects(username: "u")
    },
    StoreOperation("bookmark an article") { try await bookmarks($0).bookmark(item($0)) },
    StoreOperation("remove a bookmark", after: { try await bookmarks($0).bookmark(item($0)) }) {
      try await bookmarks($0).unbookmark(item($0))
    },
    StoreOperation("remove a bookmark by its address", after: { try await bookmarks($0).bookmark(item($0)) }) {
      try await bookmarks($0).unbookmark(url: article.url)
    },
    StoreOperation("read bookmarks", after: { try await bookmarks($0).bookmark(item($0)) }) { app in
      _ = try await bookmarks(app).bookmarks()
      _ = try await bookmarks(app).isBookmarked(item(app))
      _ = try await bookmarks(app).isBookmarked(url: article.url)
      _ = try await bookmarks(app).displayed([item(app)])
    },
    StoreOperation("make a task of an article") { _ = try await tasks($0).createTask(from: item($0)) },
    StoreOperation("complete a task", after: { _ = try await tasks($0).createTask(from: item($0)) }) {
      _ = try await tasks($0).completeTask(articleID: item($0).id)
    },
    StoreOperation("delete a task", after: { _ = try await tasks($0).createTask(from: item($0)) }) {
      _ = try await tasks($0).deleteTask(articleID: item($0).id)
    },
    StoreOperation("read tasks", after: { _ = try await tasks($0).createTask(from: item($0)) }) { _ = try await tasks($0).tasks() },
  ]

  static let ledger = [
    StoreOperation("open the ledger") { _ = try await book($0) },
    StoreOperation("append a trade", isWhole: true) { try await book($0).append(trade) },
    StoreOperation("append a sale", after: { try await book($0).append(trade) }) { try await book($0).append(sale(2)) },
    StoreOperation("append another sale", after: { try await book($0).append(trade) }) {
      try await book($0).append(sale(3))
    },
    StoreOperation("edit a trade", after: { try await book($0).append(trade) }) { app in
      var edited = trade
      edited.quantity = 5
      try await book(app).edit(edited)
    },
    StoreOperation("delete a trade", after: { try await book($0).append(trade) }) { try await book($0).delete(trade.id) },
    StoreOperation("repair a symbol", after: { try await $0.store.write { _ = try $0.put([:], at: "AAPL", in: "assets") } }) {
      try await book($0).repair("AAPL")
    },
    StoreOperation("read trades and assets", after: { try await book($0).append(trade) }) { app in
      _ = try await book(app).trades()
      _ = try await book(app).assets()
    },
  ]

  static let news = [
    StoreOperation("fetch news") { _ = try await newsService($0).fetchNews(category: "science") },
    StoreOperation("search news") { _ = try await newsService($0).searchNews(query: "a") },
    StoreOperation("read cached news", after: { _ = try await newsService($0).fetchNews(category: "science") }) {
      _ = try await newsService($0, isDown: true).fetchNews(category: "science")
    },
    StoreOperation("search cached news", after: { _ = try await newsService($0).fetchNews(category: "science") }) {
      _ = try await newsService($0, isDown: true).searchNews(query: "a")
    },
    StoreOperation("purge the cache", after: { _ = try await newsService($0).fetchNews(category: "science") }) {
      try await newsService($0).purgeCache()
    },
    StoreOperation("save items") { try await $0.system.news.saveItems($0.data, [item($0)]) },
    StoreOperation("read items", after: { try await $0.system.news.saveItems($0.data, [item($0)]) }) {
      _ = try await $0.system.news.storedItems($0.data)
    },
  ]

  private static let upkeep = [
    StoreOperation("export everything", after: { try await posts($0).save(post) }) { _ = try await backup($0).exportAllData() },
    StoreOperation("import everything", after: { app in
      try await posts(app).save(post)
      app.exported.set(try await backup(app).exportAllData())
    }) { try await backup($0).importData($0.exported.now) },
    StoreOperation("delete everything", isWhole: false, after: { app in
      try await migrator(app).performMigration()
      try await posts(app).save(post)
    }) { try await backup($0).deleteAllUserData() },
    StoreOperation("migrate a new store") { try await migrator($0).performMigration() },
    StoreOperation("back up before a migration", after: { try await posts($0).save(post) }) { _ = try await migrator($0).createBackup() },
    StoreOperation("restore a backup", after: { app in
      try await migrator(app).performMigration()
      try await posts(app).save(post)
      app.place.set(try await migrator(app).createBackup())
    }) { app in
      guard let url = app.place.now else { return }
      try await migrator(app).restoreFromBackup(url: url)
    },
    StoreOperation("roll a migration back", after: { app in
      // Of an older store: the migration of a new one has no backup.
      try await app.data.perform { try $0.live().setSchemaVersion(3) }
      try await migrator(app).performMigration()
    }) { try await migrator($0).rollback() },
    StoreOperation("write sample data") { app in
      let setup = SeedSetup(data: app.data, environment: .development, isSeedRequested: true, isDebugBuild: true)
      _ = try await app.system.migration.openSeeding(setup).seedIfNeeded()
    },
  ]
}
