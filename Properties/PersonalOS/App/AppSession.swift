import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The whole app as somebody uses it. It is launched again and again on one device.
struct AppSession: Sendable {
  let device: AppDevice
  private var opened: AppDevice.Opened
  private(set) var app: PersonalOSApp
  private var exported = Data()
  private var backup: URL?

  /// - Parameter model: what an older version of the app has left, if it has one's layout.
  @MainActor
  init(_ system: PersonalOSSystem, _ model: AppModel) async throws {
    device = AppDevice(system)
    if let layout = model.layout {
      let store = try await system.openStore()
      try await store.write { transaction in
        for record in model.records(in: layout) {
          try transaction.put(record.fields, at: record.key, in: record.collection)
        }
        try transaction.setSchemaVersion(Int64(layout.rawValue))
      }
      try await store.close()
    }
    if let kill = model.firstLaunch {
      device.interruption.killIsToCome(atWrite: kill.write, kill.moment)
      let killed = try await device.open()
      // Whatever it came to.
      _ = try? await device.launch(killed)
      device.interruption.isOver()
      try await killed.close()
    }
    opened = try await device.open()
    app = try await device.launch(opened)
    // Of the migration, where there was one.
    backup = await device.backups.all().last
    try app.expectServicesInContainer()
    try await app.work.dashboard.loadPosts()
  }

  func close() async throws { try await opened.close() }
}

// The life of the app.
@MainActor
extension AppSession {
  mutating func relaunch() async throws {
    try await end()
    try await launch()
  }

  private func end() async throws {
    device.interruption.isOver()
    try await opened.close()
  }

  private mutating func launch() async throws {
    opened = try await device.open()
    app = try await device.launch(opened)
    try app.expectServicesInContainer()
    try await app.work.dashboard.loadPosts()
  }

  /// The failures that the user was shown since the launch.
  var shown: Int { app.core.errors.errorQueue.count + app.announcements.count { !$0.success } }

  /// The device starts anew, and the app with it before the first unlock; then it is unlocked.
  /// - Returns: how many failures were shown before that.
  mutating func restartWhileLocked() async throws -> Int {
    try await end()
    device.lock.restart()
    let locked = try await device.open()
    let shown: Int
    do {
      shown = try await device.launch(locked).core.errors.errorQueue.count
    } catch let failure as LaunchFailure {
      try Self.expectNamed(failure.errors)
      shown = failure.errors.count
    }
    try await locked.close()
    device.lock.unlock()
    try await launch()
    return shown
  }

  /// What lies on the disk when the app has ended; it is launched anew.
  /// - Returns: the first of the secrets that can be read, and where.
  mutating func readable(_ secrets: [String]) async throws -> String? {
    try await end()
    let search = try await device.whatIsAtRest()
    try await launch()
    for secret in secrets { if let place = search.find(secret) { return "\(secret) \(place)" } }
    return nil
  }

  mutating func deleteEverything() async throws -> Deleted {
    await app.deleteEverything()
    backup = nil
    try await end()
    let left = Deleted(keychainItems: try await device.keychainItems(), backups: await device.backups.all().count)
    // What is made at a launch is for what comes, not of what was.
    try await launch()
    return left
  }

  /// The app dies in the middle of the change, or right after it, and is launched anew.
  mutating func kill(_ kill: KilledAppChange) async throws -> AppAftermath {
    device.interruption.killIsToCome(atWrite: kill.write, kill.moment)
    var wasAcknowledged = true
    do { try await apply(kill.change) } catch { wasAcknowledged = false }
    try await relaunch()
    return AppAftermath(wasAcknowledged: wasAcknowledged, contents: try await contents())
  }

  /// The change for a view that goes meanwhile.
  func cancel(_ cancelled: CancelledAppChange) async throws -> AppCancellation {
    let (scope, tasks, news) = (TaskScope("a view that goes"), app.core.tasks, shownNews)
    let wasCut = Remembered(false)
    let cut: @Sendable () async -> Void = {
      wasCut.set(true)
      await tasks.close(scope)
    }
    switch cancelled.moment {
    case .whileItAsks: device.servers.whenAsked(cut)
    case .transaction(let number): device.interruption.cutIsToCome(atTransaction: number, cut)
    }
    tasks.open(scope)
    let session = self
    await app.start("change something", in: scope) {
      var session = session
      // Whatever comes of it: the app shows it by itself.
      try? await session.apply(cancelled.change)
    }.value
    device.servers.whenAsked(nil)
    device.interruption.isOver()
    return AppCancellation(
      wasCut: wasCut.now, contents: try await contents(), shown: shown, isNewsOnScreen: shownNews != news)
  }

  /// The change, of which the next commit fails.
  mutating func fail(_ change: AppChange) async throws {
    device.interruption.failureIsToCome()
    defer { device.interruption.isOver() }
    try await apply(change)
  }
}

// What the user changes.
@MainActor
extension AppSession {
  /// - Throws: ``NotDone`` for whatever kept it from being done.
  mutating func apply(_ change: AppChange) async throws {
    let app = app
    switch change {
    case .trade(let number, let trade): try await done { try await app.money.ledger.append(trade.record(number)) }
    case .annotateTrade(let number, let trade): try await done { try await app.money.ledger.edit(trade.record(number)) }
    case .moveAside(let number, let trade):
      let copy = RawRecord(trade.record(number))
      let store = try app.core.container.resolve(AppServices.Parts.store)
      try await store.write { _ = try $0.put(copy.fields, at: "copy of \(number)", in: copy.collection) }
      try await app.money.ledger.repair("S\(trade.symbol)")
    case .deleteTrade(let number): try await done { try await app.money.ledger.delete(UUID(number: UInt64(number))) }
    case .importFile(let trades):
      let file = try TradeArchive.export(trades.sorted { $0.key < $1.key }.map { $0.value.record($0.key) })
      try await done { try await app.money.importTrades(file) }
    case .sync(let listing):
      device.servers.gitHub.serve(listing.sorted { $0.key < $1.key }.map { ModelProject(stars: $0.value).repository($0.key) })
      try await performed("sync projects") { _ = try await app.work.projectSync.syncProjects(username: "user") }
    case .annotateProject(let number, let note):
      try await performed("save a project") {
        guard var project = try await app.work.projects.fetch(predicate: { $0.remoteID == Int64(number) }).first
        else { throw NotDone() }
        project.notes = AppModel.text(ofNote: note)
        try await app.work.projects.save(project)
      }
    case .savePost(let number): try await done { try await app.work.dashboard.savePost(Self.post(number)) }
    case .deletePost(let number): try await done { try await app.work.dashboard.deletePost(Self.post(number)) }
    case .bookmark(let number):
      try await performed("bookmark an article") { try await app.reading.bookmarks.bookmark(Self.item(number)) }
    case .removeBookmark(let number):
      try await performed("remove a bookmark") { try await app.reading.bookmarks.unbookmark(Self.item(number)) }
    case .readNews(let numbers):
      try await loadNews(numbers)
      try expect("the news on screen", shownNews, equals: ShownNews(source: .api, articles: numbers))
    case .startFocus: try await focus { try await $0.startSession(duration: 10_000_000) }
    case .pauseFocus: try await focus { try await $0.pauseSession() }
    case .resumeFocus: try await focus { try await $0.resumeSession() }
    case .endFocus: try await focus { try await $0.endSession() }
    case .export: exported = try await performed("export everything") { try await app.upkeep.backups.exportAllData() }
    case .importExport: if !(await app.importEverything(exported)) { throw NotDone() }
    case .backUp: backup = try await performed("back up") { try await app.upkeep.migrator.createBackup() }
    case .restoreBackup:
      guard let backup else { throw NotDone() }
      if !(await app.restoreBackup(backup)) { throw NotDone() }
    }
  }

  /// Something that says itself what went wrong.
  private func done(_ action: () async throws -> Void) async throws {
    do { try await action() } catch { throw NotDone() }
  }

  private func focus(_ action: @escaping @MainActor @Sendable (any FocusTiming) async throws -> Void) async throws {
    let timer = app.work.focus
    try await performed("change the focus session") { try await action(timer) }
  }

  func performed<Result: Sendable>(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let result = await app.perform(operation, action) else { throw NotDone() }
    return result
  }

  static func post(_ number: Int) -> SocialPost {
    SocialPost(
      id: UUID(number: UInt64(number)), text: "post \(number)", createdAt: Date(timeIntervalSinceReferenceDate: 0),
      status: .draft)
  }

  static func item(_ number: Int) -> NewsItem {
    NewsItem(
      FeedArticle(
        url: "https://news.example/\(number)", title: "article \(number)", summary: "",
        publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "feed"), dataSource: .api)
  }
}

/// What came of a change in the middle of which the app died.
struct AppAftermath: Sendable {
  /// Whether the app said that it was done.
  let wasAcknowledged: Bool
  let contents: AppModel.Contents
}

/// What is there after a change that was cancelled, in time or too late.
struct AppCancellation: Sendable {
  let wasCut: Bool
  let contents: AppModel.Contents
  let shown: Int
  /// Whether other news than before are on screen.
  let isNewsOnScreen: Bool
}

/// What is left when everything was deleted.
struct Deleted: Sendable, Equatable {
  var keychainItems = 0
  var backups = 0
}
